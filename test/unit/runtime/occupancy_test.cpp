// A program for NVIDIA's GPUs asks for work-groups at once in each of its kernels; what is no such
// text stays as it is.
#include "opencl/occupancy.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

using namespace eulerc;

namespace {

std::string occupied(std::int64_t groups, std::string_view text) {
  const DeviceCache::Bytes changed =
      withOccupancy(groups, DeviceCache::Bytes(text.begin(), text.end()));
  return {changed.begin(), changed.end()};
}

} // namespace

TEST(Occupancy, isAskedOfEachKernel) {
  EXPECT_EQ(occupied(5, ".version 9.0\n.entry a(\n)\n.reqntid 128, 1, 1\n{\n ret;\n}\n"
                        ".entry b(\n)\n.reqntid 64, 1, 1\n{ ret; }\n"),
            ".version 9.0\n.entry a(\n)\n.reqntid 128, 1, 1\n.minnctapersm 5\n{\n ret;\n}\n"
            ".entry b(\n)\n.reqntid 64, 1, 1\n.minnctapersm 5\n{ ret; }\n");
  EXPECT_EQ(occupied(16, "\n.reqntid 32, 1, 1"), "\n.reqntid 32, 1, 1\n.minnctapersm 16");
}

TEST(Occupancy, ofOtherProgramsIsLeftAlone) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"\x7f"
                                      "ELF\0\n.text\0"sv,
                                      ""sv, "// .reqntid 128 in a remark\n"sv, "\n.reqnti"sv})
    EXPECT_EQ(occupied(4, text), text);
}
