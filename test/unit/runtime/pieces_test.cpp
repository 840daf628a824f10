// Runs in pieces: what moves between them, what is chosen anew, and the bits that come out.
#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "expect_error.h"
#include "toy_classes.h"
#include "toy_model.h"

using namespace eulerc;

namespace pieces_test {
namespace {

int plans = 0; ///< made so far

/// A model that counts its plans.
Model counting(Model model) {
  static Planner ofModel, counted;
  ofModel = counted = plannerOf(model);
  counted.plan = [](const PlanRequest &request) {
    plans++;
    return ofModel.plan(request);
  };
  model.planner = &counted;
  return model;
}

/// The toy, with y' = t in place of its own right-hand side.
Model withTime() {
  Model model = toy::model();
  model.stencil.usesTime = true;
  model.host.stepRange = [](const void *constants, const void *y, void *next, const void *const *,
                            std::int64_t begin, std::int64_t end, std::int64_t, double t, double,
                            double h) {
    const auto *c = static_cast<const toy::Constants *>(constants);
    const auto *from = static_cast<const double *>(y);
    for (std::int64_t i = begin + c->lead; i < end + c->lead; i++)
      static_cast<double *>(next)[i] = from[i] + h * t;
  };
  return model;
}

struct Moved {
  int loads, saves;
  bool operator==(const Moved &) const = default;
};

Moved movedBy(const Solver &solver) { return {solver.stats().loads, solver.stats().saves}; }

constexpr Moved nothing = {0, 0}, there = {1, 0}, thereAndBack = {1, 1}, back = {0, 1};

class Pieces : public testing::TestWithParam<Backend> {
protected:
  /// A solver of that model; skips without a device.
  Solver solverOf(const Model &model) const {
    Solver solver(model);
    solver.useBackend(GetParam());
    return solver;
  }
};

} // namespace

TEST_P(Pieces, OfRunsMoveAndPlanNothing) {
  if (GetParam() == Backend::OpenCL && listDevices().empty())
    GTEST_SKIP() << "no OpenCL device";
  const Model model = counting(toy::Classes::model());
  Solver solver = solverOf(model), whole = solverOf(model);
  for (Solver *one : {&solver, &whole})
    one->setField("gain", std::vector<double>(24, 0.5));
  whole.runSteps(21, 0.125);
  EXPECT_EQ(movedBy(whole), there);
  EXPECT_EQ(whole.values("u").size(), 24);
  whole.values("v");
  EXPECT_EQ(movedBy(whole), thereAndBack);

  solver.runSteps(5, 0.125);
  EXPECT_EQ(movedBy(solver), there);
  const int before = plans;
  for (const int steps : {5, 1, 2, 0, 3}) {
    solver.runSteps(steps, 0.125);
    EXPECT_EQ(movedBy(solver), nothing) << steps;
  }
  EXPECT_EQ(solver.values("u").size(), 24);
  EXPECT_EQ(movedBy(solver), back);
  solver.runSteps(5, 0.125); // goes on from the state that was read
  EXPECT_EQ(movedBy(solver), nothing);
  EXPECT_EQ(plans, before);
  for (const char *state : {"u", "v"})
    EXPECT_EQ(solver.values(state), whole.values(state));
}

TEST_P(Pieces, MoveWhatWasChangedBetweenThem) {
  if (GetParam() == Backend::OpenCL && listDevices().empty())
    GTEST_SKIP() << "no OpenCL device";
  const Model model = counting(toy::Classes::model());
  Solver solver = solverOf(model);
  solver.setField("gain", std::vector<double>(24, 0.5));
  solver.runSteps(4, 0.125);
  int before = plans;
  solver.setValues("u", solver.values("u"));
  solver.runSteps(4, 0.125);
  EXPECT_EQ(movedBy(solver), there);
  before = plans;
  solver.setField("gain", std::vector<double>(24, 0.25));
  solver.tune(Tuning());
  solver.runSteps(4, 0.125);
  EXPECT_EQ(movedBy(solver), nothing);
  EXPECT_GT(plans, before);
  before = plans;
  solver.runSteps(5, 0.125); // more steps than it was planned for
  EXPECT_EQ(movedBy(solver), nothing);
  EXPECT_GT(plans, before);

  Solver serial(model);
  serial.useBackend(Backend::Serial);
  serial.setField("gain", std::vector<double>(24, 0.5));
  serial.runSteps(8, 0.125);
  serial.setField("gain", std::vector<double>(24, 0.25));
  serial.runSteps(9, 0.125);
  solver.useBackend(Backend::Serial); // the state comes along
  EXPECT_EQ(solver.values("u"), serial.values("u"));
  solver.set("N", 7);
  EXPECT_EQ(solver.time(), 0);
  EXPECT_EQ(solver.values("u").size(), 42);
}

TEST_P(Pieces, OfABegunRunAreTheRun) {
  if (GetParam() == Backend::OpenCL && listDevices().empty())
    GTEST_SKIP() << "no OpenCL device";
  const Model &model = toy::Classes::model();
  const eulerc::Run run = Solver::planTimes(0.1, 2.03, 0.1); // the last of 20 steps is shorter
  Solver whole = solverOf(model), solver = solverOf(model);
  for (Solver *one : {&solver, &whole})
    one->setField("gain", std::vector<double>(24, 0.5));
  whole.run(run);
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
  solver.onProgress([&](std::int64_t done, std::int64_t steps) { told.push_back({done, steps}); });
  solver.begin(run);
  EXPECT_EQ(solver.time(), 0.1);
  EXPECT_EQ(solver.stepsLeft(), 20);
  solver.advance(7);
  EXPECT_EQ(solver.time(), 0.1 + 7 * 0.1);
  solver.advance(0);
  solver.advance(1);
  EXPECT_EQ(solver.stepsLeft(), 12);
  EXPECT_EQ(movedBy(solver), there);
  EXPECT_EQ(solver.stats().run.steps, 8);
  solver.advance(solver.stepsLeft());
  EXPECT_EQ(solver.time(), 2.03);
  EXPECT_EQ(solver.stats().run.steps, 20);
  EXPECT_EQ(movedBy(solver), there);
  EXPECT_EQ(solver.values("u"), whole.values("u"));
  EXPECT_EQ(solver.values("v"), whole.values("v"));
  EXPECT_EQ(told.front(), std::pair(std::int64_t{0}, std::int64_t{20}));
  EXPECT_EQ(told.back(), std::pair(std::int64_t{20}, std::int64_t{20}));
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
}

INSTANTIATE_TEST_SUITE_P(AllBackends, Pieces,
                         testing::Values(Backend::Serial, Backend::Threads, Backend::OpenCL),
                         [](const auto &instance) {
                           return instance.param == Backend::Serial    ? "Serial"
                                  : instance.param == Backend::Threads ? "Threads"
                                                                       : "OpenCL";
                         });

/// What ends a run waits for a second at most, where a step is expected to take 0.1 s.
TEST(RunsInPieces, AreShortWhereStepsAreSlow) {
  Model model = toy::model();
  Planner slow = plannerOf(model);
  slow.secondsOfStep = [](const PlanRequest &, const Plan &) { return 0.1; };
  model.planner = &slow;
  for (const std::int64_t before : {0, 7}) {
    Solver solver(model);
    solver.useBackend(Backend::Serial);
    solver.begin(Solver::planTimes(0, 100, 0.1));
    solver.advance(before);
    solver.onProgress([&](std::int64_t done, std::int64_t) {
      if (done > before)
        throw std::runtime_error("stop");
    });
    EXPECT_THROW(solver.advance(solver.stepsLeft()), std::runtime_error);
    EXPECT_EQ(solver.stats().run.steps, before + 10);
  }
}

TEST(RunsInPieces, HaveTheTimesOfOneRun) {
  const Model model = withTime();
  Solver whole(model), runs(model), ends(model);
  for (Solver *one : {&whole, &runs, &ends})
    one->useBackend(Backend::Serial);
  whole.runTo(0.5 + 3.25, 0.1);
  for (const std::int64_t steps : {1, 7, 0, 20, 4})
    runs.runSteps(steps, 0.1);
  runs.runTo(0.5 + 3.25, 0.1);
  for (int tenth = 1; tenth <= 3; tenth++)
    ends.runTo(0.5 + tenth, 0.1);
  ends.runTo(0.5 + 3.25, 0.1);
  EXPECT_EQ(runs.values("y"), whole.values("y"));
  EXPECT_EQ(ends.values("y"), whole.values("y"));
  EXPECT_EQ(runs.time(), whole.time());
  EXPECT_EQ(runs.stats().run.first, 32);
  ends.runSteps(1, 0.1); // its last step was shorter: counted from there
  EXPECT_EQ(ends.stats().run.first, 0);
  EXPECT_EQ(ends.stats().run.from, 0.5 + 3.25);
}

TEST(RunsInPieces, RefuseStepsThatAreNotLeft) {
  Solver solver(toy::model());
  solver.useBackend(Backend::Serial);
  EXPECT_EQ(solver.stepsLeft(), 0);
  EXPECT_USAGE(solver.advance(1), "1 step is more than the 0 that are left of the run begun");
  solver.begin(Solver::planSteps(0, 0.1, 5));
  EXPECT_USAGE(solver.advance(-1), "must not be negative, as -1 is");
  solver.advance(3);
  EXPECT_USAGE(solver.advance(3), "3 steps are more than the 2 that are left of the run begun");
  EXPECT_USAGE(solver.begin({0, -1, 5, 1, 5}), "dt must be");
  EXPECT_EQ(solver.stepsLeft(), 2);
  solver.set("RATE", 2.0); // holds from the next piece on
  EXPECT_EQ(solver.stepsLeft(), 2);
  EXPECT_EQ(solver.time(), 0.1 * 3);
  const std::vector<double> given(solver.values("y").size(), 0.25);
  solver.setValues("y", given);
  solver.set("RATE", 3.0);
  EXPECT_EQ(solver.values("y"), given);
  EXPECT_EQ(solver.stepsLeft(), 2);
  solver.set("N", 12); // another grid
  EXPECT_EQ(solver.stepsLeft(), 0);
  EXPECT_EQ(solver.time(), 0.5);
  solver.begin(Solver::planSteps(0, 0.1, 5));
  solver.restart();
  EXPECT_EQ(solver.stepsLeft(), 0);
  EXPECT_EQ(solver.time(), 0.5);
}

TEST(RunsInPieces, TakeParamsBeforeTheirFirstStep) {
  Model model = toy::model();
  model.program.initial = [](int, const ParamValue *p, const void *const *, std::int64_t begin,
                             std::int64_t end, void *out) {
    std::fill_n(static_cast<double *>(out), end - begin, p[1].real);
  };
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    Solver solver(model);
    solver.useBackend(backend);
    solver.begin(Solver::planSteps(2, 0.125, 3));
    solver.set("RATE", 3.0);
    solver.advance(0);
    EXPECT_EQ(solver.values("y").front(), 3);
    solver.set("RATE", 2.0); // of which the initial values are made anew
    EXPECT_EQ(solver.stepsLeft(), 3);
    EXPECT_EQ(solver.time(), 2);
    solver.advance(3);
    EXPECT_EQ(solver.values("y").front(), 2 * 0.75 * 0.75 * 0.75);
    solver.begin(Solver::planSteps(2, 0.125, 3));
    solver.set("N", 12); // another grid
    EXPECT_EQ(solver.stepsLeft(), 0);
    solver.restart();
    solver.set("RATE", 3.0);
    bool isFirst = true;
    solver.every(0.125, [&] {
      if (std::exchange(isFirst, false))
        solver.set("RATE", 2.0); // the same from a callback
    });
    solver.run(Solver::planSteps(2, 0.125, 3));
    EXPECT_EQ(solver.values("y").front(), 2 * 0.75 * 0.75 * 0.75);
  }
}

TEST(RunsInPieces, EndWhereTheResultIsNotFinite) {
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    Solver solver(toy::model());
    solver.useBackend(backend);
    solver.set("RATE", 1e200);
    solver.begin(Solver::planSteps(0.5, 1.0, 5));
    solver.advance(1);
    EXPECT_RUN_ERROR(solver.advance(1),
                     "step 2, t = 2.5: y[0] is inf; the step before it was -1e+200");
    EXPECT_EQ(solver.stepsLeft(), 0);
    EXPECT_EQ(solver.time(), 0.5);
    EXPECT_EQ(solver.values("y")[4], 5);
  }
}

TEST(RunsInPieces, GoOnAfterARunThatWasRefused) {
  Solver solver(toy::Classes::model());
  solver.useBackend(Backend::Serial);
  EXPECT_USAGE(solver.runSteps(1, 0.5), "the field 'gain'");
  solver.setField("gain", std::vector<double>(24, 0.5));
  solver.runSteps(2, 0.5);
  EXPECT_EQ(solver.time(), 1);
}

} // namespace pieces_test
