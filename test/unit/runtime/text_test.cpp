#include "base/text.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

using namespace eulerc;

TEST(ReadInteger, takesWholeNumbersOnly) {
  EXPECT_EQ(readInteger("1000"), 1000);
  EXPECT_EQ(readInteger("-5"), -5);
  EXPECT_EQ(readInteger("+5"), 5);
  EXPECT_EQ(readInteger("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  for (const char *text :
       {"", "abc", "1.0", "1.5", "10x", " 1", "9223372036854775808", "0x10", "+-1", "--1"})
    EXPECT_FALSE(readInteger(text)) << text;
}

TEST(ReadInteger, takesAnExponentWhenTheValueIsWhole) {
  EXPECT_EQ(readInteger("1e6"), 1000000);
  EXPECT_EQ(readInteger("2.5E1"), 25);
  EXPECT_FALSE(readInteger("1e-3"));
  EXPECT_EQ(readInteger("-123456789e10"), -1234567890000000000);
  EXPECT_EQ(readInteger("1e+18"), 1000000000000000000);
  EXPECT_EQ(readInteger("0e99"), 0);
  EXPECT_FALSE(readInteger("1e19"));
  EXPECT_FALSE(readInteger("1e1e0"));
  EXPECT_FALSE(readInteger("1.5e18")); // beyond what a double holds exactly
}

TEST(ReadReal, takesAllOfTheText) {
  EXPECT_EQ(readReal("1e-3"), 1e-3);
  EXPECT_EQ(readReal("+.5"), 0.5);
  EXPECT_TRUE(std::isinf(*readReal("inf")));
  for (const char *text : {"", "1,5", "1e999", "one", "1 "})
    EXPECT_FALSE(readReal(text)) << text;
}

TEST(Nearest, findsSlips) {
  EXPECT_EQ(nearest("lenght", {"N", "length", "K"}), "length");
  EXPECT_EQ(nearest("n", {"N", "K"}), "N");
  EXPECT_EQ(nearest("Nn", {"K", "N"}), "N");
  EXPECT_EQ(nearest("--ouput", {"--output", "--stats"}), "--output");
}

TEST(Nearest, keepsQuietWhenNothingIsNear) {
  EXPECT_EQ(nearest("temperature", {"N", "K"}), "");
  EXPECT_EQ(nearest("x", {"N", "K"}), "");
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(Suggestion, listsWhatThereIs) {
  EXPECT_EQ(suggestion("length", {"N", "K"}), "there are: N, K");
  EXPECT_EQ(suggestion("k", {"N", "K"}), "did you mean 'K'?");
  EXPECT_EQ(suggestion("k", {}), "there are none");
}

TEST(BytesText, picksTheUnit) {
  EXPECT_EQ(bytesText(12), "12 bytes");
  EXPECT_EQ(bytesText(1024), "1.00 KiB");
  EXPECT_EQ(bytesText(4e15), "3.55 PiB");
}

TEST(Exact, readsBack) {
  for (const float value : {0.1F, 1e-38F, 3.4028235e38F, -0.0F, 1.0F / 3})
    EXPECT_EQ(static_cast<float>(*readReal(exact(value))), value);
  for (const double value : {0.1, 1e-308, 1.0 / 3})
    EXPECT_EQ(readReal(exact(value)), value);
}
