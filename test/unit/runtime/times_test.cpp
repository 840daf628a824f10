#include "schedule/times.h"

#include <cmath>
#include <limits>

#include "expect_error.h"

using namespace eulerc;

namespace {
const double inf = std::numeric_limits<double>::infinity();
const double notANumber = std::numeric_limits<double>::quiet_NaN();
} // namespace

TEST(PlanTimes, takesTheNearestCountDespiteRounding) {
  const auto run = Solver::planTimes(0, 0.3, 0.1); // 0.3 / 0.1 is a little below 3
  EXPECT_EQ(run.steps, 3);
  EXPECT_EQ(run.lastStep, 0.1);
  EXPECT_EQ(run.to, 0.3);
  EXPECT_EQ(Solver::planTimes(0, 1, 1e-7).steps, 10000000);
}

TEST(PlanTimes, endsWithAShorterStep) {
  const auto run = Solver::planTimes(0, 1, 0.3);
  EXPECT_EQ(run.steps, 4);
  EXPECT_NEAR(run.lastStep, 0.1, 1e-15);
  EXPECT_EQ(run.to, 1);
  EXPECT_EQ(lengthOfStep(run, 2), 0.3);
  EXPECT_EQ(lengthOfStep(run, 3), run.lastStep);
}

TEST(PlanTimes, lastStepIsNeverLongerThanDt) {
  for (const double dt : {0.1, 0.07, 1.0 / 3, 0.9999999, 1e-3, 0.7})
    for (double end = 0; end < 3; end += 0.0931) {
      const auto run = Solver::planTimes(-1, end, dt);
      EXPECT_GT(run.lastStep, 0);
      EXPECT_LE(run.lastStep, dt);
      EXPECT_NEAR(timeOfStep(run, run.steps - 1) + run.lastStep, end, 1e-8 * run.steps);
    }
}

TEST(PlanTimes, anEmptySpanHasNoSteps) {
  EXPECT_EQ(Solver::planTimes(2, 2, 0.1).steps, 0);
  EXPECT_EQ(Solver::planTimes(2, 2, 0.1).to, 2);
}

TEST(PlanTimes, aSpanMuchShorterThanDtIsOneStep) {
  const auto run = Solver::planTimes(0, 1e-12, 1);
  EXPECT_EQ(run.steps, 1);
  EXPECT_EQ(run.lastStep, 1e-12);
}

TEST(PlanTimes, refusesWhatMakesNoSense) {
  EXPECT_USAGE(Solver::planTimes(0, 1, 0), "dt must be a finite number above zero, not 0");
  EXPECT_USAGE(Solver::planTimes(0, 1, -1), "not -1");
  EXPECT_USAGE(Solver::planTimes(0, 1, notANumber), "not nan");
  EXPECT_USAGE(Solver::planTimes(0, 1, inf), "not inf");
  EXPECT_USAGE(Solver::planTimes(0, inf, 1), "the end time must be a finite number");
  EXPECT_USAGE(Solver::planTimes(notANumber, 1, 1), "the start time must be a finite number");
  EXPECT_USAGE(Solver::planTimes(1, 0, 1), "the end time 0 is before the start time 1");
  EXPECT_USAGE(Solver::planTimes(0, 1, 1e-300), "steps; take a larger dt");
  EXPECT_USAGE(Solver::planTimes(-1, 1e20, 1e-8), "steps; take a larger dt");
}

TEST(PlanSteps, countsFromTheStart) {
  const auto run = Solver::planSteps(1, 0.5, 4);
  EXPECT_EQ(run.to, 3);
  EXPECT_EQ(run.lastStep, 0.5);
  EXPECT_EQ(Solver::planSteps(1, 0.5, 0).to, 1);
}

TEST(PlanSteps, refusesWhatMakesNoSense) {
  EXPECT_USAGE(Solver::planSteps(0, 1, -1), "must not be negative");
  EXPECT_USAGE(Solver::planSteps(0, 1, std::int64_t{1} << 62), "more than any machine");
  EXPECT_USAGE(Solver::planSteps(0, 1e308, 100), "beyond the largest time");
}

TEST(PlanTimes, refusesStepsThatDoNotMoveTheTime) {
  EXPECT_USAGE(Solver::planTimes(1, 2, 1e-17), "t = 1 stays the same");
  EXPECT_USAGE(Solver::planTimes(-1e308, 1e308, 1e-300), "stays the same");
  EXPECT_USAGE(Solver::planSteps(1, 1e-17, 5), "stays the same");
  EXPECT_EQ(Solver::planSteps(1, 1e-17, 0).to, 1);
  EXPECT_EQ(Solver::planTimes(1, 1, 1e-17).steps, 0);
}

// What decimal numbers name as the end of a run is where its steps have led.
TEST(StartBehind, countsTheStepsThatLeadThere) {
  for (const double dt : {0.1, 1e-3, 1.0 / 3, 0.07})
    for (const double origin : {0.0, -2.5, 0.3})
      for (std::int64_t steps = 1; steps < 2000; steps += 37) {
        const double t0 = origin + static_cast<double>(steps) * dt;
        const Start start = startBehind(origin, t0, dt);
        ASSERT_EQ(start.before, steps);
        const auto whole = Solver::planSteps(origin, dt, steps + 10);
        const auto rest = Solver::planSteps(start, dt, 10);
        for (int k = 0; k <= 10; k++)
          ASSERT_EQ(timeOfStep(rest, k), timeOfStep(whole, steps + k));
        EXPECT_EQ(rest.to, whole.to);
      }
  const Start late = startBehind(0, 1.7e9, 0.1);
  EXPECT_EQ(late.before, 17000000000);
}

TEST(StartBehind, isOfItsOwnElsewhere) {
  for (const double t0 : {0.55, -1.0, 0.0, 1e-12, 1700000000.05, 1e300}) {
    const Start start = startBehind(0, t0, 0.1);
    EXPECT_EQ(start.before, 0) << t0;
    EXPECT_FALSE(start.origin) << t0;
    EXPECT_EQ(start.time, t0);
  }
}
