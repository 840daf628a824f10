// A model of residue classes, several states and a field: every backend sees the file's order.
#include "expect_error.h"
#include "toy_classes.h"

using namespace eulerc;

namespace {

using Floats = std::vector<float>;

struct Size {
  std::int64_t l, m, n;
  std::size_t points() const { return static_cast<std::size_t>(l * m * n); }
};

const Size sizes[] = {{1, 1, 1}, {2, 3, 4}, {2, 3, 5}, {3, 2, 129}, {1, 5, 300}, {7, 1, 131}};

double gainAt(std::size_t k) { return 0.25 * static_cast<double>(k % 7); }

/// The state after some steps, computed in the file's order.
Floats expected(const Size &size, int steps, float h) {
  const std::size_t points = size.points();
  Floats y(2 * points);
  toy::Classes::initial(0, nullptr, nullptr, 0, static_cast<std::int64_t>(points), y.data());
  toy::Classes::initial(1, nullptr, nullptr, 0, static_cast<std::int64_t>(points),
                        y.data() + points);
  for (int step = 0; step < steps; step++) {
    Floats next(y.size());
    for (std::size_t k = 0; k < points; k++) {
      const float w = k % static_cast<std::size_t>(size.n) > 0 ? y[points + k - 1] : 0;
      next[k] = y[k] + h * (static_cast<float>(gainAt(k)) * w);
      next[points + k] = y[points + k] + h * y[k];
    }
    y = next;
  }
  return y;
}

void setUp(Solver &solver, const Size &size) {
  solver.set("L", size.l);
  solver.set("M", size.m);
  solver.set("N", size.n);
  std::vector<double> gain;
  for (std::size_t k = 0; k < size.points(); k++)
    gain.push_back(gainAt(k));
  solver.setField("gain", gain);
}

Floats stateOf(const Solver &solver) { return {solver.floats().begin(), solver.floats().end()}; }

} // namespace

TEST(Steps, onTheHostSeeTheLayoutAndUsersTheFilesOrder) {
  for (const int threads : {0, 1, 3, 8}) { // 0: serial
    Solver solver(toy::Classes::model());
    solver.useBackend(threads == 0 ? Backend::Serial : Backend::Threads);
    solver.useThreads(threads);
    for (const Size &size : sizes) {
      setUp(solver, size);
      solver.runSteps(3, 0.125);
      EXPECT_EQ(stateOf(solver), expected(size, 3, 0.125));
      solver.runSteps(2, 0.125);
      EXPECT_EQ(stateOf(solver), expected(size, 5, 0.125));
      solver.runSteps(0, 0.125);
      EXPECT_EQ(stateOf(solver), expected(size, 5, 0.125));
    }
  }
}

TEST(Steps, sameSizesInAnotherShapeAreLaidOutAnew) {
  Solver solver(toy::Classes::model());
  solver.useBackend(Backend::Serial);
  for (const Size &size : {Size{6, 10, 70}, Size{10, 6, 70}, Size{1, 60, 70}, Size{60, 70, 1}}) {
    setUp(solver, size);
    solver.runSteps(1, 0.5);
    EXPECT_EQ(stateOf(solver), expected(size, 1, 0.5));
  }
}

TEST(Steps, onADeviceSeeTheLayoutOfThePlan) {
  if (listDevices().empty())
    GTEST_SKIP() << "no OpenCL device";
  Solver solver(toy::Classes::model());
  solver.useBackend(Backend::OpenCL);
  for (const Size &size : sizes)
    for (const ArrangementHint hint : {ArrangementHint::SoA, ArrangementHint::AoS}) {
      Tuning tuning;
      tuning.arrangement = hint;
      solver.tune(tuning);
      setUp(solver, size);
      solver.restart();
      solver.runSteps(3, 0.125);
      EXPECT_EQ(stateOf(solver), expected(size, 3, 0.125));
      solver.runSteps(2, 0.125);
      EXPECT_EQ(stateOf(solver), expected(size, 5, 0.125));
      EXPECT_EQ(solver.stats().deviceBytes % 64, 0);
    }
}

TEST(Steps, largeStatesGoToADeviceInSeveralChunks) {
  if (listDevices().empty())
    GTEST_SKIP() << "no OpenCL device";
  Solver solver(toy::Classes::model());
  solver.useBackend(Backend::OpenCL);
  const Size size = {2, 601, 2083}; // 2 states: 20 MB, more than two staging arrays hold
  for (const ArrangementHint hint : {ArrangementHint::SoA, ArrangementHint::AoS}) {
    Tuning tuning;
    tuning.arrangement = hint;
    solver.tune(tuning);
    setUp(solver, size);
    solver.restart();
    solver.runSteps(1, 0.125);
    EXPECT_TRUE(stateOf(solver) == expected(size, 1, 0.125));
  }
}
