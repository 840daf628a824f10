// Guards against enumeration: on small grids, what is proved holds at every point, a read is
// refused if and only if it leaves the grid where its guard is open, and the points that a message
// names are such points.
#include "exprs.h"

#include "analysis/Analyse.h"
#include "analysis/Guards.h"
#include "ir/Evaluate.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace eulerc::compiler {
namespace guards_test {
namespace {

const ExprPtr N = intParam("N");

ParamNumbers withN(std::int64_t n) { return {{"N", {.integer = n}}}; }

ExprPtr compared(Op op, const ExprPtr &a, const ExprPtr &b) { return makeOp(op, {a, b}); }
ExprPtr both(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::And, {a, b}); }
ExprPtr either(const ExprPtr &a, const ExprPtr &b) { return makeOp(Op::Or, {a, b}); }

/// Random guards of an N x N grid, or of N points.
class Random {
public:
  Random(unsigned seed, int rank) : random_(seed), rank_(rank) {}

  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

  ExprPtr axis() {
    const int axis = upTo(rank_ - 1);
    return makeIndex(axis, axis + 1 == rank_ ? "i" : "j");
  }

  ExprPtr affine() {
    static const int factors[] = {1, 1, 1, -1, 2, 3, -2};
    ExprPtr sum = makeInt(factors[upTo(6)]) * axis() + makeInt(upTo(8) - 4);
    if (upTo(4) == 0)
      sum = sum + axis();
    switch (upTo(7)) {
    case 0:
    case 1:
      return sum + N;
    case 2:
      return sum + N / makeInt(2);
    default:
      return sum;
    }
  }

  ExprPtr condition(int depth) {
    static const Op comparisons[] = {Op::Less,         Op::LessEqual, Op::Greater,
                                     Op::GreaterEqual, Op::Equal,     Op::NotEqual};
    if (depth > 0 && upTo(2) != 0)
      return makeOp(upTo(1) ? Op::And : Op::Or, {condition(depth - 1), condition(depth - 1)});
    if (depth > 0 && upTo(3) == 0)
      return makeOp(Op::Not, {condition(depth - 1)});
    if (upTo(5) == 0)
      return compared(Op::Equal, affine() % makeInt(2 + upTo(2)), makeInt(upTo(2)));
    if (upTo(2) == 0)
      return compared(upTo(1) ? Op::NotEqual : Op::Equal, axis(), makeInt(upTo(6)));
    return compared(comparisons[upTo(5)], affine(), upTo(1) ? affine() : makeInt(upTo(5)));
  }

  /// A condition that no one knows before the run.
  ExprPtr unknown() {
    return compared(Op::Greater, readOf(axis()), makeReal(static_cast<double>(upTo(3))));
  }

  ExprPtr readOf(const ExprPtr &index) const {
    return rank_ == 1 ? makeRead("y", {index}) : makeRead("y", {makeIndex(0, "j"), index});
  }

  int rank() const { return rank_; }

private:
  std::mt19937 random_;
  int rank_;
};

/// All points of a grid.
std::vector<Point> pointsOf(int rank, std::int64_t n) {
  std::vector<Point> points;
  for (std::int64_t a = 0; a < n; a++)
    for (std::int64_t b = 0; b < (rank == 1 ? 1 : n); b++)
      points.push_back(rank == 1 ? Point{a} : Point{a, b});
  return points;
}

/// y[N] or y[N][N] with one derivative.
Problem problemOf(int rank, std::int64_t n, const ExprPtr &derivative) {
  Problem problem;
  problem.params.push_back({"N", Type::Int, makeInt(n), "", "", {}});
  problem.extents = std::vector<ExprPtr>(rank, N);
  problem.indexNames =
      rank == 1 ? std::vector<std::string>{"i"} : std::vector<std::string>{"j", "i"};
  State state;
  state.name = state.array = "y";
  state.boundary = std::vector<Sides>(rank);
  state.initial = makeReal(0);
  state.derivative = derivative;
  state.indexNames = problem.indexNames;
  problem.states.push_back(state);
  return problem;
}

/// The points that a message names: one for each value of a list, or the one of a tuple.
std::vector<Point> namedPoints(const std::string &message, int rank) {
  const std::size_t begin = message.find(" for "), end = message.find(" (there");
  if (begin == std::string::npos) // all of them
    return {Point{}};
  std::istringstream text(message.substr(begin + 5, end - begin - 5));
  std::vector<Point> points;
  std::string name, sign, value;
  Point at{};
  int named = 0, axis = 0;
  while (text >> name && name != "and" && name != "...") {
    if (name == "i" || name == "j") {
      text >> sign >> value;
      axis = name == "j" ? 0 : rank - 1;
      named++;
    } else {
      value = name;
    }
    at[axis] = std::stoll(value);
    points.push_back(at);
  }
  return named > 1 ? std::vector<Point>{at} : points;
}

TEST(Guards, areOpenWhereTheirNodeIsEvaluated) {
  Random random(1, 2);
  for (int trial = 0; trial < 2000; trial++) {
    // Nested and joined, as locals and early returns make them.
    const ExprPtr a = random.condition(1), b = random.condition(1), c = random.condition(0);
    const ExprPtr wanted = random.readOf(random.affine());
    const ExprPtr local = select(a, wanted + makeReal(1), makeReal(2));
    const ExprPtr root = select(b, local, select(c, makeReal(3), local + makeReal(4)));
    const Guard guard = guardsOf(root).at(wanted.get());
    for (const Point &at : pointsOf(2, 6)) {
      const auto holds = [&](const ExprPtr &condition) {
        return evaluate(condition, withN(6), at).integer != 0;
      };
      const bool evaluated = holds(a) && (holds(b) || !holds(c));
      EXPECT_EQ(holds(guard.surely), evaluated) << print(root);
      EXPECT_EQ(holds(guard.possibly), evaluated) << print(root);
    }
  }
}

TEST(Guards, ofUnknownConditionsAreBetweenSurelyAndPossibly) {
  Random random(2, 1);
  for (int trial = 0; trial < 1000; trial++) {
    const ExprPtr known = random.condition(1), unknown = random.unknown();
    const bool isAnd = random.upTo(1) != 0, truth = random.upTo(1) != 0;
    const ExprPtr condition = isAnd ? both(known, unknown) : either(unknown, known);
    const ExprPtr wanted = random.readOf(random.affine());
    const ExprPtr root =
        truth ? select(condition, wanted, makeReal(0)) : select(condition, makeReal(0), wanted);
    const Guard guard = guardsOf(root).at(wanted.get());
    for (const Point &at : pointsOf(1, 7)) {
      const bool a = evaluate(known, withN(7), at).integer != 0;
      bool always = true, sometimes = false;
      for (const bool value : {false, true}) {
        const bool evaluated = (isAnd ? a && value : a || value) == truth;
        always = always && evaluated;
        sometimes = sometimes || evaluated;
      }
      EXPECT_EQ(evaluate(guard.surely, withN(7), at).integer != 0, always) << print(root);
      EXPECT_EQ(evaluate(guard.possibly, withN(7), at).integer != 0, sometimes) << print(root);
    }
  }
}

/// What analyseAccess() says of a guarded read is what enumeration finds.
void checkGuardedRead(Random &random, int &refused, int &proved, int &tried) {
  const ExprPtr condition = random.condition(2);
  const ExprPtr index = random.affine();
  const ExprPtr wanted = random.readOf(index);
  const std::int64_t n = 1 + random.upTo(random.rank() == 1 ? 12 : 6);
  const auto leaves = [&](const Point &at, std::int64_t size) {
    const std::int64_t value = evaluate(index, withN(size), at).integer;
    return (value < 0 || value >= size) && evaluate(condition, withN(size), at).integer != 0;
  };
  bool anyLeaves = false;
  for (const Point &at : pointsOf(random.rank(), n))
    anyLeaves = anyLeaves || leaves(at, n);

  Diagnostics diagnostics;
  const auto access = analyseAccess(
      problemOf(random.rank(), n, select(condition, wanted, makeReal(0))), diagnostics);
  const std::string what = print(condition) + " ? " + print(wanted) + ", N = " + std::to_string(n);
  EXPECT_EQ(diagnostics.hasErrors(), anyLeaves) << what;
  if (!access) {
    refused++;
    const std::string &message = diagnostics.all().front().message;
    EXPECT_NE(message.find("leaves the grid"), std::string::npos) << message;
    for (const Point &at : namedPoints(message, random.rank()))
      EXPECT_TRUE(leaves(at, n)) << what << ": " << message;
    return;
  }
  if (!access->checks.empty()) {
    tried++;
    return;
  }
  proved++; // then for every size
  for (std::int64_t size = 1; size <= 9; size++)
    for (const Point &at : pointsOf(random.rank(), size))
      EXPECT_FALSE(leaves(at, size)) << what << " at " << size;
}

TEST(Guards, ofLinesAreDecidedAsEnumerationDoes) {
  Random random(3, 1);
  int refused = 0, proved = 0, tried = 0;
  for (int trial = 0; trial < 6000; trial++)
    checkGuardedRead(random, refused, proved, tried);
  EXPECT_GT(refused, 1500);
  EXPECT_GT(proved, 1000);
  EXPECT_GT(tried, 300);
}

TEST(Guards, ofPlanesAreDecidedAsEnumerationDoes) {
  Random random(4, 2);
  int refused = 0, proved = 0, tried = 0;
  for (int trial = 0; trial < 3000; trial++)
    checkGuardedRead(random, refused, proved, tried);
  EXPECT_GT(refused, 800);
  EXPECT_GT(proved, 300);
  EXPECT_GT(tried, 100);
}

/// Whether `condition ? y[index]` is proved to stay inside for every N.
bool isProved(const ExprPtr &condition, const ExprPtr &index) {
  Diagnostics diagnostics;
  const auto access =
      analyseAccess(problemOf(1, 40, select(condition, read(index), makeReal(0))), diagnostics);
  return access && access->checks.empty() && access->reads.front().staysInside();
}

TEST(Guards, thatArithmeticDecidesNeedNoCheck) {
  const ExprPtr i = index();
  const auto differs = [&](int from) { return compared(Op::NotEqual, i, makeInt(from)); };
  EXPECT_TRUE(isProved(compared(Op::Less, makeInt(2) * i, N), makeInt(2) * i));
  EXPECT_TRUE(isProved(compared(Op::Less, makeInt(3) * i, N), makeInt(2) * i));
  EXPECT_TRUE(isProved(compared(Op::Less, i, N / makeInt(2)), makeInt(2) * i + makeInt(1)));
  EXPECT_TRUE(
      isProved(either(compared(Op::Greater, i, makeInt(5)), compared(Op::Equal, i, makeInt(2))),
               i - makeInt(2)));
  EXPECT_TRUE(isProved(both(both(differs(0), differs(1)), differs(2)), i - makeInt(3)));
  EXPECT_TRUE(isProved(both(differs(1), differs(0)), i - makeInt(2)));
  EXPECT_TRUE(isProved(makeOp(Op::Not, {either(compared(Op::Less, i, makeInt(2)),
                                               compared(Op::Equal, i, makeInt(7)))}),
                       i - makeInt(2)));
  EXPECT_FALSE(isProved(both(differs(0), differs(2)), i - makeInt(2)));
}

TEST(Guards, thatDependOnTheRunAreSaidToDo) {
  const ExprPtr wanted = read(index() - makeInt(1));
  const ExprPtr open = compared(Op::Greater, read(index()), makeReal(0));
  Diagnostics diagnostics;
  EXPECT_FALSE(analyseAccess(problemOf(1, 9, select(open, wanted, makeReal(0))), diagnostics));
  EXPECT_EQ(diagnostics.all().front().message,
            "'y[i - 1]' can leave the grid for i = 0 (there are 9 components)");
  EXPECT_EQ(diagnostics.all()[1].severity, Severity::Note);
}

TEST(Guards, ofLargeGridsAreTriedNearTheirEnds) {
  const ExprPtr i = index();
  const ExprPtr odd = compared(Op::Equal, (i * i) % makeInt(2), makeInt(1)); // of no affine form
  for (const int back : {1, 2}) {
    Diagnostics diagnostics;
    const auto access = analyseAccess(
        problemOf(1, 5'000'000'000, select(odd, read(i - makeInt(back)), makeReal(0))),
        diagnostics);
    EXPECT_EQ(access.has_value(), back == 1);
    if (access)
      EXPECT_FALSE(access->checks.front().triedEverywhere);
    else
      EXPECT_EQ(diagnostics.all().front().message,
                "'y[i - 2]' leaves the grid for i = 1 (there are 5000000000 components)");
  }
}

} // namespace
} // namespace guards_test

} // namespace eulerc::compiler
