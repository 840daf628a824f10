#include "ir/Diagnostics.h"

#include <gtest/gtest.h>

#include <sstream>

namespace eulerc::compiler {
namespace {

std::string printed(const Diagnostics &diagnostics, bool withRemarks = false) {
  std::ostringstream out;
  diagnostics.print(out, withRemarks);
  return out.str();
}

TEST(Diagnostics, pointsAtThePlace) {
  Diagnostics diagnostics;
  diagnostics.addFile("f.ode", "first\n\treturn Kk;\n");
  diagnostics.error({"f.ode", 2, 9, 11}, "unknown name 'Kk'");
  diagnostics.hint("did you mean 'K'?");
  EXPECT_EQ(printed(diagnostics), "f.ode:2:9: error: unknown name 'Kk'\n"
                                  "\treturn Kk;\n"
                                  "\t       ^~\n"
                                  "eulerc: hint: did you mean 'K'?\n");
}

TEST(Diagnostics, aRangeOverSeveralLinesEndsWithItsFirst) {
  Diagnostics diagnostics;
  diagnostics.addFile("f.ode", "a + b\n+ c\n");
  diagnostics.error({"f.ode", 1, 1, ~0u}, "sum");
  EXPECT_EQ(printed(diagnostics), "f.ode:1:1: error: sum\na + b\n^~~~~\n");
}

TEST(Diagnostics, remarksAndWhatBelongsToThemAreShownOnRequest) {
  Diagnostics diagnostics;
  diagnostics.remark({}, "slow");
  diagnostics.hint("go faster");
  EXPECT_EQ(printed(diagnostics), "");
  EXPECT_EQ(printed(diagnostics, true), "eulerc: remark: slow\neulerc: hint: go faster\n");
  EXPECT_FALSE(diagnostics.hasErrors());
}

TEST(Diagnostics, bugsAskForAReport) {
  Diagnostics diagnostics;
  diagnostics.bug("lost a node");
  EXPECT_TRUE(diagnostics.hasErrors());
  EXPECT_TRUE(diagnostics.hasBugs());
  EXPECT_NE(printed(diagnostics).find("please report"), std::string::npos);
}

} // namespace
} // namespace eulerc::compiler
