#include "exprs.h"

#include "ir/Body.h"

#include <gtest/gtest.h>

namespace eulerc::compiler {
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

} // namespace
} // namespace eulerc::compiler
