#include "exprs.h"

#include <gtest/gtest.h>

namespace eulerc::compiler {
namespace expr_test {
namespace {

const ExprPtr a = realParam("a"), b = realParam("b"), c = realParam("c");

TEST(Print, usesAsFewParenthesesAsCAllows) {
  EXPECT_EQ(print(a - (b - c)), "a - (b - c)");
  EXPECT_EQ(print((a - b) - c), "a - b - c");
  EXPECT_EQ(print((a + b) * c), "(a + b) * c");
  EXPECT_EQ(print(a + b * c), "a + b * c");
  EXPECT_EQ(print(a / (b / c)), "a / (b / c)");
  EXPECT_EQ(print(makeOp(Op::Negate, {makeOp(Op::Negate, {a})})), "-(-a)");
  EXPECT_EQ(print(makeOp(Op::Negate, {a + b})), "-(a + b)");
}

TEST(Print, nestsSelectsToTheRightOnly) {
  const ExprPtr p = makeOp(Op::Less, {a, b}), q = makeOp(Op::Less, {b, c});
  EXPECT_EQ(print(select(p, a, select(q, b, c))), "a < b ? a : b < c ? b : c");
  EXPECT_EQ(print(select(p, select(q, b, c), a)), "a < b ? (b < c ? b : c) : a");
  EXPECT_EQ(print(select(makeOp(Op::Equal, {select(p, a, b), c}), a, b)),
            "(a < b ? a : b) == c ? a : b");
}

TEST(Print, showsReadsAsWritten) {
  EXPECT_EQ(print(read(index() - makeInt(3))), "y[i - 3]");
  EXPECT_EQ(print(read(index() - makeInt(-3))), "y[i + 3]");
}

TEST(Print, realsReadBackAsReals) {
  EXPECT_EQ(printReal(2), "2.0");
  EXPECT_EQ(printReal(0.1), "0.1");
  EXPECT_EQ(printReal(1e300), "1e+300");
}

TEST(Make, foldsIntegersButNotReals) {
  EXPECT_EQ(constantInt(makeInt(7) % makeInt(4)), 3);
  EXPECT_EQ(constantInt(makeInt(-7) / makeInt(2)), -3);
  EXPECT_EQ(print(makeReal(1) + makeReal(2)), "1.0 + 2.0");
}

TEST(Make, neverFoldsWhatOverflowsOrDividesByZero) {
  EXPECT_FALSE(constantInt(makeInt(INT64_MAX) + makeInt(1)));
  EXPECT_FALSE(constantInt(makeInt(1) / makeInt(0)));
  EXPECT_FALSE(constantInt(makeInt(1) % makeInt(0)));
}

TEST(Make, decidesConditions) {
  const ExprPtr unknown = makeOp(Op::Less, {a, b});
  EXPECT_EQ(makeOp(Op::And, {makeBool(true), unknown}), unknown);
  EXPECT_EQ(constantInt(makeOp(Op::And, {unknown, makeBool(false)})), 0);
  EXPECT_EQ(constantInt(makeOp(Op::Or, {unknown, makeBool(true)})), 1);
  EXPECT_EQ(select(makeBool(false), a, b), b);
  EXPECT_EQ(select(unknown, a, a), a);
}

TEST(SameValue, comparesStructureAndIgnoresPlaces) {
  EXPECT_TRUE(sameValue(makeInt(1, {"f", 1, 1, 2}), makeInt(1, {"f", 9, 9, 10})));
  EXPECT_TRUE(sameValue(a * b, realParam("a") * realParam("b")));
  EXPECT_FALSE(sameValue(a * b, b * a));
  EXPECT_FALSE(sameValue(makeInt(1), makeReal(1)));
}

TEST(SameValue, isQuickForSharedNodes) {
  ExprPtr x = a, y = realParam("a");
  for (int k = 0; k < 200; k++) { // 2^200 paths
    x = x * x;
    y = y * y;
  }
  EXPECT_TRUE(sameValue(x, y));
}

TEST(Rewrite, visitsSharedNodesOnce) {
  ExprPtr x = a;
  for (int k = 0; k < 200; k++)
    x = x + x;
  int visits = 0;
  rewrite(x, [&](const ExprPtr &) -> ExprPtr {
    visits++;
    return nullptr;
  });
  EXPECT_EQ(visits, 201);
}

TEST(ParamsOnly, isFalseBelowAnIndexOrARead) {
  EXPECT_TRUE((a * b + makeReal(1))->paramsOnly);
  EXPECT_FALSE((a * read(index()))->paramsOnly);
  EXPECT_FALSE(makeOp(Op::Time, {})->paramsOnly);
}

} // namespace
} // namespace expr_test

} // namespace eulerc::compiler
