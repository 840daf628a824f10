#include "Spell.h"
#include "exprs.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cstdlib>

namespace eulerc::compiler {
namespace {

TEST(RealLiteral, isALiteralOfThePrecision) {
  EXPECT_EQ(realLiteral(2, false), "2.0f");
  EXPECT_EQ(realLiteral(2, true), "2.0");
  EXPECT_EQ(realLiteral(0.1, false), "0.1f");
}

TEST(RealLiteral, readsBackExactly) {
  for (const double value : {0.1, 1.0 / 3, 1e-40, 3.4e38, 16777217.0, 5e-324}) {
    EXPECT_EQ(std::strtof(realLiteral(value, false).c_str(), nullptr), static_cast<float>(value));
    EXPECT_EQ(std::strtod(realLiteral(value, true).c_str(), nullptr), value);
  }
}

TEST(RealLiteral, tooLargeForFloatIsSeen) {
  EXPECT_FALSE(representable(1e39, false));
  EXPECT_TRUE(representable(1e39, true));
  EXPECT_TRUE(representable(FLT_MAX, false));
}

TEST(Spelling, guardsDivisionsByWhatMayBeZero) {
  const Spelling spelling = makeSpelling("real", false, [](const ExprPtr &) { return ""; });
  EXPECT_EQ(print(index() / intParam("N"), spelling), "eulerc_div(i, N)");
  EXPECT_EQ(print(index() % makeInt(2), spelling), "i % 2");
  EXPECT_EQ(print(makeOp(Op::ToReal, {index() + makeInt(1)}), spelling), "((real)(i + 1))");
}

TEST(Quoted, isALiteralOfCpp) {
  EXPECT_EQ(quoted("a \"b\" \\ c\nd"), "\"a \\\"b\\\" \\\\ c\\nd\"");
  EXPECT_EQ(quoted("\x01"
                   "1\x7f ?\?/"),
            "\"\\0011\\177 ?\\?/\"");
  EXPECT_EQ(quoted("gr\xc3\xb6\xc3\x9f"
                   "e"),
            "\"gr\xc3\xb6\xc3\x9f"
            "e\"");
  EXPECT_EQ(quoted("\xff?"), "\"\\377?\"");
}

TEST(Commented, isOneLine) {
  EXPECT_EQ(commented("one\\\ntwo"), "// one  two\n");
  EXPECT_EQ(commented("what?\?/"), "// what? ?/\n");
}

TEST(RawString, endsWhereTheTextEnds) {
  EXPECT_EQ(rawString("text"), "R\"EULERC(text)EULERC\"");
  EXPECT_EQ(rawString("a )EULERC\" )EULERC0\" b"), "R\"EULERC1(a )EULERC\" )EULERC0\" b)EULERC1\"");
}

TEST(Spelling, knowsTheLeastInteger) {
  const Spelling spelling = makeSpelling("real", false, [](const ExprPtr &) { return ""; });
  EXPECT_EQ(print(index() - makeInt(INT64_MIN), spelling), "i - (-9223372036854775807L - 1)");
  EXPECT_EQ(print(index() / makeInt(-1), spelling), "eulerc_div(i, -1)");
  EXPECT_EQ(constantInt(makeInt(INT64_MIN) / makeInt(-1)), INT64_MIN);
  EXPECT_EQ(constantInt(makeInt(INT64_MIN) % makeInt(-1)), 0);
  EXPECT_EQ(print(makeOp(Op::ToInt, {realParam("a")}), spelling), "eulerc_to_long(a)");
}

} // namespace
} // namespace eulerc::compiler
