// Everything an index set claims is checked by enumeration: for all small N and every index.
#include "exprs.h"

#include "analysis/IndexSets.h"
#include "ir/Evaluate.h"

#include <gtest/gtest.h>

#include <random>

namespace eulerc::compiler {
namespace index_sets_test {
namespace {

constexpr int kLargestN = 12;

const ExprPtr N = intParam("N");

std::int64_t valueAt(const ExprPtr &expr, std::int64_t i, std::int64_t n) {
  const ExprPtr atIndex = rewrite(expr, [&](const ExprPtr &node) -> ExprPtr {
    return node->op == Op::Index ? makeInt(i) : nullptr;
  });
  return evaluate(atIndex, {{"N", {.integer = n}}}).integer;
}

std::int64_t valueAt(const Affine &affine, std::int64_t i, std::int64_t n) {
  return valueAt(toExpr(affine, {"i"}), i, n);
}

bool contains(const IndexSet &set, std::int64_t i, std::int64_t n) {
  if (((i - set.residue) % set.period + set.period) % set.period != 0)
    return false;
  for (const Affine &low : set.along[0].low)
    if (i < valueAt(low, i, n))
      return false;
  for (const Affine &high : set.along[0].high)
    if (i > valueAt(high, i, n))
      return false;
  return true;
}

Facts positiveN() { return {*toAffine(N - makeInt(1))}; }

/// Random small expressions of i and N.
class Random {
public:
  explicit Random(unsigned seed) : random_(seed) {}

  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

  ExprPtr affine() {
    static const int factors[] = {1, 1, 1, -1, 2, -2, 0};
    ExprPtr sum = makeInt(factors[upTo(6)]) * index() + makeInt(upTo(8) - 4);
    return upTo(2) == 0 ? sum + N : sum;
  }

  ExprPtr condition(int depth) {
    static const Op comparisons[] = {Op::Less,         Op::LessEqual, Op::Greater,
                                     Op::GreaterEqual, Op::Equal,     Op::NotEqual};
    if (depth > 0 && upTo(2) == 0)
      return makeOp(upTo(1) ? Op::And : Op::Or, {condition(depth - 1), condition(depth - 1)});
    if (depth > 0 && upTo(4) == 0)
      return makeOp(Op::Not, {condition(depth - 1)});
    if (upTo(3) == 0)
      return makeOp(Op::Equal, {affine() % makeInt(2 + upTo(2)), makeInt(upTo(2))});
    return makeOp(comparisons[upTo(5)], {affine(), affine()});
  }

  IndexSet set() {
    const int period = 1 + upTo(3);
    return wholeGrid({N}, upTo(period - 1), period);
  }

private:
  std::mt19937 random_;
};

TEST(IndexSets, refineKeepsEveryIndexForWhichTheConditionHolds) {
  Random random(1);
  int narrowed = 0;
  for (int trial = 0; trial < 3000; trial++) {
    const IndexSet set = random.set();
    const ExprPtr condition = random.condition(2);
    const bool truth = random.upTo(1) != 0;
    const IndexSet refined = refine(set, condition, truth);
    for (int n = 1; n <= kLargestN; n++)
      for (int i = 0; i < n; i++) {
        const bool inSet = contains(set, i, n), inRefined = contains(refined, i, n);
        EXPECT_TRUE(inSet || !inRefined);
        narrowed += inSet && !inRefined;
        if (inSet && (valueAt(condition, i, n) != 0) == truth) {
          EXPECT_TRUE(inRefined) << print(condition) << " is " << truth << " at " << i << " of "
                                 << n;
        }
      }
  }
  EXPECT_GT(narrowed, 10000); // or the test has tested nothing
}

TEST(IndexSets, provedClaimsHoldForEveryIndexAndSize) {
  Random random(2);
  int proved = 0, empty = 0;
  for (int trial = 0; trial < 5000; trial++) {
    const IndexSet set = refine(random.set(), random.condition(1), true);
    const ExprPtr expr = random.affine();
    const bool claim = provedNonNegative(*toAffine(expr), set, positiveN());
    const bool emptyClaim = provedEmpty(set, positiveN());
    proved += claim;
    empty += emptyClaim;
    for (int n = 1; n <= kLargestN; n++)
      for (int i = 0; i < n; i++) {
        if (!contains(set, i, n))
          continue;
        EXPECT_FALSE(emptyClaim);
        if (claim) {
          EXPECT_GE(valueAt(expr, i, n), 0) << print(expr) << " at " << i << " of " << n;
        }
      }
  }
  EXPECT_GT(proved, 500);
  EXPECT_GT(empty, 50);
}

TEST(IndexSets, simplifyingKeepsTheValue) {
  Random random(3);
  int simplified = 0;
  for (int trial = 0; trial < 3000; trial++) {
    const IndexSet set = refine(random.set(), random.condition(1), true);
    const ExprPtr expr = select(random.condition(2), random.affine() % makeInt(3), random.affine());
    const ExprPtr simple = simplifyUnder(expr, set, positiveN());
    simplified += simple != expr;
    for (int n = 1; n <= kLargestN; n++)
      for (int i = 0; i < n; i++)
        if (contains(set, i, n)) {
          EXPECT_EQ(valueAt(simple, i, n), valueAt(expr, i, n))
              << print(expr) << " at " << i << " of " << n;
        }
  }
  EXPECT_GT(simplified, 500);
}

TEST(IndexSets, guardsOfBothEndsAreUnderstood) {
  const ExprPtr i = index();
  const ExprPtr inside = makeOp(
      Op::And, {makeOp(Op::NotEqual, {i, makeInt(0)}), makeOp(Op::NotEqual, {i, N - makeInt(1)})});
  const IndexSet set = refine(wholeGrid({N}, 0, 1), inside, true);
  EXPECT_TRUE(provedNonNegative(*toAffine(i - makeInt(1)), set, positiveN()));
  EXPECT_TRUE(provedNonNegative(*toAffine(N - makeInt(2) - i), set, positiveN()));
  EXPECT_FALSE(provedNonNegative(*toAffine(i - makeInt(2)), set, positiveN()));
}

TEST(IndexSets, assertionsAreFacts) {
  Problem problem;
  problem.extents = {N};
  problem.assertions.push_back({makeOp(Op::GreaterEqual, {N, makeInt(4)}), "", {}});
  const Facts facts = factsOf(problem);
  const IndexSet all = wholeGrid({N}, 0, 1);
  EXPECT_TRUE(provedNonNegative(*toAffine(N - makeInt(4)), all, facts));
  EXPECT_FALSE(provedNonNegative(*toAffine(N - makeInt(5)), all, facts));
}

} // namespace
} // namespace index_sets_test

} // namespace eulerc::compiler
