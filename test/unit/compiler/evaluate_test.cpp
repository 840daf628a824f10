#include "exprs.h"

#include "ir/Evaluate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace eulerc::compiler {
namespace {

const ParamNumbers kNumbers = {{"N", {.integer = 7}}, {"K", {.real = 0.5}}};

std::int64_t integer(const ExprPtr &expr) { return evaluate(expr, kNumbers).integer; }
double real(const ExprPtr &expr) { return evaluate(expr, kNumbers).real; }

TEST(Evaluate, divisionTruncatesAndByZeroYieldsZero) {
  const ExprPtr N = intParam("N");
  EXPECT_EQ(integer(makeInt(-1) * N / makeInt(2)), -3);
  EXPECT_EQ(integer((makeInt(-1) * N) % makeInt(2)), -1);
  EXPECT_EQ(integer(N / (N - makeInt(7))), 0);
  EXPECT_EQ(integer(N % (N - makeInt(7))), 0);
}

TEST(Evaluate, overflowWrapsAndMinByMinusOneIsSafe) {
  const ExprPtr N = intParam("N");
  EXPECT_EQ(integer((makeInt(INT64_MAX) + N) - N), INT64_MAX);
  EXPECT_EQ(integer((makeInt(INT64_MIN) + N - N) / (N - makeInt(8))), INT64_MIN);
}

TEST(Evaluate, callsFunctions) {
  EXPECT_EQ(real(makeCall("sqrt", {realParam("K")})), std::sqrt(0.5));
  EXPECT_EQ(real(makeCall("pow", {realParam("K"), makeReal(3)})), 0.125);
}

TEST(Evaluate, conversionsOfHugeRealsAreDefined) {
  EXPECT_EQ(integer(makeOp(Op::ToInt, {makeReal(1e300)})), 0);
  EXPECT_EQ(integer(makeOp(Op::ToInt, {makeReal(-2.9)})), -2);
}

TEST(Evaluate, laterParamsUseEarlierOnes) {
  Problem problem;
  problem.params.push_back({"N", Type::Int, makeInt(5), "5", "", {}});
  problem.params.push_back({"M", Type::Int, intParam("N") * makeInt(2), "N * 2", "", {}});
  EXPECT_EQ(defaultNumbers(problem).at("M").integer, 10);
}

} // namespace
} // namespace eulerc::compiler
