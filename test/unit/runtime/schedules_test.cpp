// The steps and times at which outputs are due.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "expect_error.h"
#include "schedule/schedule.h"
#include "schedule/time_schedule.h"

using namespace eulerc;

namespace {

std::vector<std::int64_t> stepsOf(const OutputTimes &outputTimes, const Run &run) {
  const Schedule schedule(outputTimes, run);
  const std::int64_t last = run.first + run.steps;
  std::vector<std::int64_t> steps;
  for (std::int64_t step = schedule.next(0); step <= last; step = schedule.next(step + 1)) {
    EXPECT_EQ(schedule.before(step), static_cast<std::int64_t>(steps.size()));
    steps.push_back(step);
  }
  EXPECT_EQ(schedule.count(), static_cast<std::int64_t>(steps.size()));
  return steps;
}

using Steps = std::vector<std::int64_t>;

TEST(Schedules, AreWholeSteps) {
  const eulerc::Run run = Solver::planTimes(0, 1, 0.1);
  EXPECT_EQ(stepsOf(OutputTimes::every(0.3), run), (Steps{0, 3, 6, 9}));
  EXPECT_EQ(stepsOf(OutputTimes::every(0.25), run),
            (Steps{0, 3, 5, 8, 10})); // the first not before it
  EXPECT_EQ(stepsOf(OutputTimes::every(0.1), run), (Steps{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(stepsOf(OutputTimes::every(7), run), (Steps{0}));
  EXPECT_EQ(stepsOf(OutputTimes::everySteps(4), run), (Steps{0, 4, 8}));
  EXPECT_EQ(stepsOf(OutputTimes::everySteps(5), run), (Steps{0, 5, 10}));
  EXPECT_EQ(stepsOf(OutputTimes::at({0, 0.31, 0.32, 1}), run), (Steps{0, 4, 10}));
  EXPECT_EQ(stepsOf(OutputTimes::at({}), run), Steps{});
  EXPECT_EQ(stepsOf(OutputTimes::ends(), run), (Steps{0, 10}));
  EXPECT_EQ(stepsOf(OutputTimes::ends(), Solver::planSteps(0, 0.1, 0)), (Steps{0}));
}

TEST(Schedules, KnowTheirIntervalIfItIsWithinTheRun) {
  const eulerc::Run run = Solver::planTimes(0, 1, 0.1);
  const auto interval = [&](const OutputTimes &times) { return Schedule(times, run).interval(); };
  EXPECT_EQ(interval(OutputTimes::every(0.3)), 3);
  EXPECT_EQ(interval(OutputTimes::every(0.25)), 0);
  EXPECT_EQ(interval(OutputTimes::everySteps(10)), 10);
  EXPECT_EQ(interval(OutputTimes::everySteps(std::numeric_limits<std::int64_t>::max())), 0);
  EXPECT_EQ(interval(OutputTimes::every(1e300)), 0);
}

TEST(Schedules, KnowAShorterLastStep) {
  const eulerc::Run run = Solver::planTimes(2, 2.35, 0.1);
  EXPECT_EQ(stepsOf(OutputTimes::every(0.1), run), (Steps{0, 1, 2, 3}));
  EXPECT_EQ(stepsOf(OutputTimes::every(0.35), run), (Steps{0, 4}));
  EXPECT_EQ(stepsOf(OutputTimes::at({2.3, 2.35}), run), (Steps{3, 4}));
}

TEST(Schedules, AreCountedOnAfterAShorterStep) {
  eulerc::Run run = Solver::planTimes(1.05, 2, 0.1);
  run.begin = Start{};
  run.earlier = {0, 11, 0, 11}; // 11 steps from 0 to 1.05
  const auto timesOf = [&](const OutputTimes &outputTimes) {
    const Schedule schedule(outputTimes, run);
    std::vector<double> times;
    for (std::int64_t k = 0; k < schedule.count(); k++)
      times.push_back(std::round(schedule.timeOf(k) * 1000) / 1000);
    EXPECT_EQ(schedule.roughCount(), 0);
    return times;
  };
  using Times = std::vector<double>;
  EXPECT_EQ(timesOf(OutputTimes::every(0.4)), (Times{0, 0.4, 0.8, 1.25, 1.65, 2}));
  EXPECT_EQ(timesOf(OutputTimes::every(0.35)), (Times{0, 0.4, 0.7, 1.05, 1.45, 1.75}));
  EXPECT_EQ(timesOf(OutputTimes::every(0.34)), (Times{0, 0.4, 0.7, 1.05, 1.45, 1.75}));
  EXPECT_EQ(timesOf(OutputTimes::everySteps(3)), (Times{0, 0.3, 0.6, 0.9, 1.15, 1.45, 1.75, 2}));
  EXPECT_EQ(timesOf(OutputTimes::ends()), (Times{0, 2}));
  EXPECT_EQ(timesOf(OutputTimes::at({0.31, 0.32, 1.02, 1.5})), (Times{0.4, 1.05, 1.55}));
  EXPECT_EQ(Schedule(OutputTimes::every(0.4), run).before(1), 3);
  EXPECT_EQ(Schedule(OutputTimes::every(0.35), run).before(0), 3);
  const TimeSchedule between(OutputTimes::every(0.4), run);
  EXPECT_EQ(between.countTo(1.05), 3);
  EXPECT_DOUBLE_EQ(between.after(1.05), 1.2);
  EXPECT_EQ(TimeSchedule(OutputTimes::at({0.25, 1.5}), run).after(1.05), 1.5);
}

TEST(Schedules, KnowTheLatestOfSeveralRunsBefore) {
  eulerc::Run run = Solver::planTimes(2.08, 3, 0.1);
  run.begin = Start{};
  run.earlier = {0, 22, 1.05, 11}; // 11 steps from 0 to 1.05, and 11 from there
  for (const OutputTimes &outputTimes : {OutputTimes::every(0.4), OutputTimes::everySteps(4)}) {
    const Schedule schedule(outputTimes, run);
    EXPECT_EQ(schedule.roughCount(), 3);
    EXPECT_NEAR(schedule.timeOf(2), 0.8, 1e-9);
    EXPECT_NEAR(schedule.timeOf(3), outputTimes.period ? 1.25 : 1.15, 1e-9);
  }
}

TEST(Schedules, OfTimesKnowThemButForRounding) {
  const eulerc::Run run = Solver::planTimes(0, 1, 1);
  const TimeSchedule tenths(OutputTimes::every(0.1), run), listed(OutputTimes::at({0.3}), run);
  EXPECT_EQ(tenths.timeOf(3), 0.1 * 3); // which is not 0.3
  for (const double time : {0.3, 0.1 * 3}) {
    EXPECT_EQ(tenths.from(time), time);
    EXPECT_EQ(tenths.after(time), 0.4);
    EXPECT_EQ(tenths.countTo(time), 4);
  }
  EXPECT_EQ(tenths.from(0.31), 0.4);
  EXPECT_EQ(tenths.countTo(0.29), 3);
  EXPECT_EQ(listed.from(0.3), 0.3);
  EXPECT_EQ(listed.from(0), 0.3);
  EXPECT_EQ(listed.after(0.3), std::numeric_limits<double>::infinity());
}

TEST(Schedules, OfLongRunsLoseNoMoment) {
  const eulerc::Run run = Solver::planTimes(0, 1000, 1e-3);
  EXPECT_EQ(Schedule(OutputTimes::every(0.1), run).count(), 10001);
  EXPECT_EQ(Schedule(OutputTimes::every(1e-3), run).count(), 1000001);
  EXPECT_EQ(Schedule(OutputTimes::every(0.1), run).next(999901), 1000000);
}

TEST(Schedules, KnowHowLongACutStepIs) {
  for (const double dt : {7.0, 1e10}) {
    const eulerc::Run run = Solver::planTimes(0, 3, dt);
    EXPECT_EQ(Schedule(OutputTimes::every(3), run).count(), 2);
    EXPECT_EQ(Schedule(OutputTimes::every(3), run).timeOf(1), 3);
    EXPECT_EQ(Schedule(OutputTimes::every(3.5), run).count(), 1);
    EXPECT_EQ(Schedule(OutputTimes::every(5), run).count(), 1);
    EXPECT_EQ(Schedule(OutputTimes::at({0, 3}), run).count(), 2);
    EXPECT_USAGE(Schedule(OutputTimes::every(2), run), "less than a step apart, dt = 3;");
    EXPECT_USAGE(Schedule(OutputTimes::at({4}), run), "outside the run");
  }
  const eulerc::Run more = Solver::planTimes(0, 10, 7);
  EXPECT_USAGE(Schedule(OutputTimes::every(3), more), "less than a step apart, dt = 7;");
}

TEST(Schedules, RefuseWhatCannotBe) {
  const eulerc::Run run = Solver::planTimes(0, 1, 0.1);
  EXPECT_USAGE(Schedule(OutputTimes::every(0.01), run), "less than a step apart");
  EXPECT_USAGE(Schedule(OutputTimes::every(-1), run), "must be above zero");
  EXPECT_USAGE(Schedule(OutputTimes::everySteps(-1), run), "must be above zero");
  EXPECT_USAGE(Schedule(OutputTimes::every(0), run), "must be above zero, not 0");
  EXPECT_USAGE(Schedule(OutputTimes::everySteps(0), run), "must be above zero, not 0");
  EXPECT_USAGE(Schedule(OutputTimes::at({0.5, 0.2}), run), "increasing order");
  EXPECT_USAGE(Schedule(OutputTimes::at({1.5}), run), "outside the run");
}

} // namespace
