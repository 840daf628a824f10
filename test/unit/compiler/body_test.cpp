#include "exprs.h"

#include "ir/Body.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace eulerc::compiler {
namespace body_test {
namespace {

const ExprPtr i = index(), a = realParam("a");

ExprPtr isFirst() { return makeOp(Op::Equal, {i, makeInt(0)}); }

std::string body(const ExprPtr &expr) {
  const Body formed = formBody(expr, {});
  return formed.statements + formed.value;
}

TEST(Body, expressionsWithoutSharingStayOnOneLine) { EXPECT_EQ(body(a * a + a), "a * a + a"); }

TEST(Body, sharedNodesAreComputedOnce) {
  const ExprPtr x = a * a;
  EXPECT_EQ(body(x + x), "  const real v_0 = a * a;\nv_0 + v_0");
}

TEST(Body, localsKeepTheirNames) {
  const ExprPtr x = withLocalName(a * a, "square");
  EXPECT_EQ(body(x + x), "  const real square_0 = a * a;\nsquare_0 + square_0");
}

TEST(Body, whatAGuardProtectsStaysInside) {
  const ExprPtr x = read(i - makeInt(1)) * a;
  EXPECT_EQ(body(select(isFirst(), a, x + x)), "  real v_0;\n"
                                               "  if (i == 0) {\n"
                                               "    v_0 = a;\n"
                                               "  } else {\n"
                                               "    const real v_1 = y[i - 1] * a;\n"
                                               "    v_0 = v_1 + v_1;\n"
                                               "  }\n"
                                               "v_0");
}

TEST(Body, whatBothBranchesNeedIsComputedBeforeThem) {
  const ExprPtr x = read(i) * a;
  EXPECT_EQ(body(select(isFirst(), x, x + a)), "  const real v_0 = y[i] * a;\n"
                                               "i == 0 ? v_0 : v_0 + a");
}

TEST(Body, theRightSideOfAnAndIsGuardedByTheLeft) {
  const ExprPtr x = read(i - makeInt(1)) * a;
  const ExprPtr condition =
      makeOp(Op::And, {makeOp(Op::Not, {isFirst()}), makeOp(Op::Less, {x, x + a})});
  EXPECT_EQ(body(select(condition, a, a + a)), "  bool v_0;\n"
                                               "  if (!(i == 0)) {\n"
                                               "    const real v_1 = y[i - 1] * a;\n"
                                               "    v_0 = v_1 < v_1 + a;\n"
                                               "  } else {\n"
                                               "    v_0 = false;\n"
                                               "  }\n"
                                               "v_0 ? a : a + a");
}

TEST(Body, textStaysLinearInTheNumberOfNodes) {
  ExprPtr x = a;
  for (int k = 0; k < 300; k++)
    x = select(makeOp(Op::Less, {x, makeReal(k)}), x * x, x + a);
  EXPECT_LT(body(x).size(), 50000u);
}

int deepestBrackets(const std::string &text) {
  int depth = 0, deepest = 0;
  for (const char c : text) {
    depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

TEST(Body, deepExpressionsAreCutIntoStatements) {
  ExprPtr x = a;
  for (int k = 0; k < 5000; k++)
    x = makeReal(k) * (a + x);
  EXPECT_LE(deepestBrackets(body(x)), 50);
}

TEST(Body, deepPartsOfABranchStayInside) {
  ExprPtr x = read(i - makeInt(1));
  for (int k = 0; k < 200; k++)
    x = makeReal(k) * (a + x);
  const std::string text = body(select(isFirst(), a, x));
  EXPECT_LE(deepestBrackets(text), 52);
  EXPECT_TRUE(text.starts_with("  real v_0;\n  if (i == 0) {\n    v_0 = a;\n  } else {\n"));
}

TEST(Body, manyCasesStandOneAfterTheOther) {
  ExprPtr x = a;
  for (int k = 0; k < 5000; k++)
    x = select(makeOp(Op::Less, {a, makeReal(k)}), makeReal(k) * a, x);
  const Body formed = formBody(x, {});
  EXPECT_EQ(formed.deepest, 2);
  EXPECT_LE(deepestBrackets(formed.statements), 4);
  EXPECT_LT(formed.statements.size(), 1000000u);
}

TEST(Body, whatBothBranchesShareIsComputedBefore) {
  ExprPtr x = a;
  for (int k = 0; k < 2000; k++)
    x = select(makeOp(Op::Less, {realParam("b"), makeReal(k)}), x + makeReal(k), x);
  const Body formed = formBody(x, {});
  EXPECT_EQ(formed.deepest, 0);
  EXPECT_LT(formed.statements.size(), 200000u);
}

} // namespace
} // namespace body_test

} // namespace eulerc::compiler
