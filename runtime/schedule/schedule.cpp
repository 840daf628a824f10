// Computes which steps are due.

#include "schedule/schedule.h"
#include "base/refuse.h"
#include "schedule/times.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace eulerc {
namespace {

void checkPeriod(double period, double dt) {
  if (!std::isfinite(period) || period <= 0)
    refuse(fmt::format("the time between two output times must be above zero, not {}", period));
  if (stepsOf(period, dt) < 1)
    refuse(fmt::format("output times that are {} apart are less than a step apart, dt = {}; give a "
                       "number of steps: 1steps",
                       period, dt));
}

void checkTimes(const std::vector<double> &times, const Run &run) {
  const double begin = run.begin.value_or(startOf(run)).time, dt = longestStep(run);
  for (std::size_t k = 0; k < times.size(); k++) {
    if (!(stepsBetween(begin, times[k], dt) >= 0) || !(stepsBetween(run.to, times[k], dt) <= 0))
      refuse(fmt::format("the time {} is outside the run, t = {} to {}", times[k], begin, run.to));
  }
}

} // namespace

void requireIncreasing(const std::vector<double> &times) {
  for (std::size_t k = 1; k < times.size(); k++) {
    if (times[k] == times[k - 1])
      refuse(fmt::format("the time {} is given twice; give each time once", times[k]));
    if (!(times[k] > times[k - 1]))
      refuse(fmt::format("the time {} comes after {}; give the times in increasing order", times[k],
                         times[k - 1]));
  }
}

Schedule::Schedule(const OutputTimes &outputTimes, const Run &run)
    : run_(run), dt_(longestStep(run)), last_(run.first + run.steps),
      earlier_(run.earlier ? run.earlier->count : 0), period_(outputTimes.period.value_or(0)),
      steps_(outputTimes.steps.value_or(0)) {
  if (outputTimes.steps && steps_ <= 0)
    refuse(fmt::format("the number of steps between two output times must be above zero, not {}",
                       steps_));
  if (outputTimes.period) {
    checkPeriod(period_, dt_);
  } else if (outputTimes.times) {
    requireIncreasing(*outputTimes.times);
    checkTimes(*outputTimes.times, run);
    for (const double time : *outputTimes.times)
      if (!run.earlier && stepsBetween(run.from, time, dt_) < 0)
        passed_.push_back(time);
      else
        list_.push_back(std::min(last_, stepAt(time)));
    list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
    list_.insert(list_.begin(), passed_.size(), -1);
  } else if (!outputTimes.steps) {
    list_ = {-earlier_};
    if (last_ > 0)
      list_.push_back(last_);
  }
}

/// The first step that ends no earlier than a time; a time after the run yields a step beyond the
/// last one.
std::int64_t Schedule::stepAt(double time) const {
  const double steps = stepsBetween(run_.from, time, dt_);
  if (steps < 0 && run_.earlier) {
    const EarlierSteps &earlier = *run_.earlier;
    const bool isOfLatest = time > earlier.from;
    const double after = stepsBetween(isOfLatest ? earlier.from : earlier.begin, time, run_.dt);
    const std::int64_t taken = isOfLatest ? earlier.latest : earlier.count;
    return std::min<std::int64_t>(isOfLatest ? 0 : -earlier.latest,
                                  static_cast<std::int64_t>(std::ceil(after)) - taken);
  }
  const double step = std::max(0.0, std::ceil(steps));
  if (step < static_cast<double>(last_))
    return static_cast<std::int64_t>(step);
  const double whole = static_cast<double>(last_ - 1) + run_.lastStep / dt_;
  const bool isOutside = steps > (last_ > 0 ? whole : 0) + slackBetween(run_.from, run_.to, dt_);
  return isOutside ? last_ + 1 : last_;
}

std::int64_t Schedule::interval() const {
  const double steps = period_ == 0 ? static_cast<double>(steps_) : stepsOf(period_, dt_);
  const bool isRegular = steps == std::nearbyint(steps) && steps <= static_cast<double>(last_);
  return isRegular ? static_cast<std::int64_t>(steps) : 0;
}

/// The due step of a number, counted from 0.
std::int64_t Schedule::due(std::int64_t number) const {
  if (isList())
    return number < static_cast<std::int64_t>(list_.size())
               ? list_[static_cast<std::size_t>(number)]
               : last_ + 1;
  if (steps_ > 0)
    return number <= (last_ + earlier_) / steps_ ? number * steps_ - earlier_ : last_ + 1;
  return stepAt(outputsFrom(run_) + static_cast<double>(number) * period_);
}

double Schedule::timeOf(std::int64_t number) const {
  if (std::cmp_less(number, passed_.size()))
    return passed_[static_cast<std::size_t>(number)];
  const std::int64_t step = due(number);
  if (step >= 0 || !run_.earlier)
    return step >= last_ ? run_.to : timeOfStep(run_, step - run_.first);
  const EarlierSteps &earlier = *run_.earlier;
  return step < -earlier.latest
             ? earlier.begin + static_cast<double>(step + earlier.count) * run_.dt
             : earlier.from + static_cast<double>(step + earlier.latest) * run_.dt;
}

std::int64_t Schedule::before(std::int64_t step) const {
  if (isList())
    return std::lower_bound(list_.begin(), list_.end(), step) - list_.begin();
  if (step <= -earlier_)
    return 0;
  if (steps_ > 0)
    return (step + earlier_ - 1) / steps_ + 1;
  const double length = static_cast<double>(step) * (step < 0 ? run_.dt : dt_);
  const double quotient = (run_.from - outputsFrom(run_) + length) / period_;
  std::int64_t number = std::max<std::int64_t>(0, static_cast<std::int64_t>(quotient) - 2);
  while (due(number) < step)
    number++;
  return number;
}

std::int64_t Schedule::next(std::int64_t step) const { return due(before(step)); }

} // namespace eulerc
