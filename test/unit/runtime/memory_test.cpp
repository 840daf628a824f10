#include "base/memory.h"

#include "expect_error.h"

using namespace eulerc;

TEST(Memory, sizesDoNotWrapAround) {
  EXPECT_EQ(times(3, 4), 12);
  EXPECT_EQ(times(std::int64_t{1} << 62, 4), tooMuch);
  EXPECT_EQ(times(tooMuch, 8), tooMuch);
  EXPECT_EQ(times(tooMuch, 1), tooMuch);
  EXPECT_EQ(plus(tooMuch, 1), tooMuch);
  EXPECT_EQ(plus(1, 2), 3);
}

TEST(Memory, saysWhatIsNeededAndWhatThereIs) {
  EXPECT_NO_THROW(requireMemory(componentsText(10), 40, 40, "of main memory"));
  EXPECT_RUN_ERROR(requireMemory(componentsText(10), 4096, 1024, "of main memory"),
                   "10 components need 4.00 KiB of main memory, of which 1.00 KiB can be had");
  EXPECT_RUN_ERROR(requireMemory(componentsText(tooMuch), tooMuch, tooMuch, "of main memory"),
                   "more than 8 EiB");
}

TEST(Memory, theSystemSaysHowMuchThereIs) { EXPECT_GT(availableHostMemory(), 1 << 20); }
