#include "exprs.h"

#include "ir/Affine.h"

#include <gtest/gtest.h>

namespace eulerc::compiler {
namespace {

const ExprPtr i = index(), N = intParam("N"), M = intParam("M");

std::string roundTrip(const ExprPtr &expr) {
  const auto affine = toAffine(expr);
  return affine ? print(toExpr(*affine, {"i"})) : "none";
}

TEST(Affine, collectsTerms) {
  EXPECT_EQ(roundTrip(makeInt(2) * (i + N) - N + makeInt(3)), "2 * i + N + 3");
  EXPECT_EQ(roundTrip(N - makeInt(1) - i), "-i + N - 1");
  EXPECT_EQ(roundTrip(i - i), "0");
}

TEST(Affine, takesProductsAndQuotientsOfParamsAsAtoms) {
  EXPECT_EQ(roundTrip(i - makeInt(2) * (N * M)), "i - 2 * (N * M)");
  EXPECT_EQ(roundTrip(i + N / makeInt(2)), "i + N / 2");
}

TEST(Affine, refusesWhatIsNotLinearInTheIndex) {
  EXPECT_EQ(roundTrip(i * i), "none");
  EXPECT_EQ(roundTrip(i / makeInt(2)), "none");
  EXPECT_EQ(roundTrip(i * N), "none");
  EXPECT_EQ(roundTrip(makeOp(Op::ToInt, {read(i)})), "none");
}

TEST(Affine, refusesCoefficientsNearOverflow) {
  ExprPtr huge = i;
  for (int k = 0; k < 70; k++)
    huge = huge + huge;
  EXPECT_EQ(roundTrip(huge), "none");
}

TEST(Affine, comparesByValue) {
  EXPECT_TRUE(sameValue(*toAffine(i + N - i), *toAffine(N)));
  EXPECT_FALSE(sameValue(*toAffine(i + N), *toAffine(N)));
}

} // namespace
} // namespace eulerc::compiler
