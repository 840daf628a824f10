// Computes output times, with care for rounding.

#include "schedule/time_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/refuse.h"
#include "schedule/schedule.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

constexpr double noTime = std::numeric_limits<double>::infinity();

void requirePeriod(double period, const Run &run) {
  constexpr double most = 1e15; // as of steps
  if (!std::isfinite(period) || period <= 0)
    refuse(fmt::format("the time between two output times must be above zero, not {}", period));
  if ((run.to - run.from) / period > most || run.from + period == run.from)
    refuse(fmt::format("output times that are {} apart are closer than times can tell", period));
}

void requireTimesWithin(const std::vector<double> &times, const Run &run) {
  const double begin = run.begin.value_or(startOf(run)).time;
  for (const double time : times)
    if (!(time >= begin && time <= run.to))
      refuse(fmt::format("the time {} is outside the run, t = {} to {}", time, begin, run.to));
}

} // namespace

TimeSchedule::TimeSchedule(const OutputTimes &outputTimes, const Run &run)
    : outputTimes_(outputTimes), from_(outputsFrom(run)), to_(run.to) {
  if (outputTimes.steps && *outputTimes.steps <= 0)
    refuse(fmt::format("the number of steps between two output times must be above zero, not {}",
                       *outputTimes.steps));
  if (outputTimes.period) {
    requirePeriod(*outputTimes.period, run);
    count_ = 1 + static_cast<std::int64_t>(stepsBetween(from_, to_, *outputTimes.period));
  } else if (outputTimes.times) {
    requireIncreasing(*outputTimes.times);
    requireTimesWithin(*outputTimes.times, run);
    count_ = static_cast<std::int64_t>(outputTimes.times->size());
  } else if (!outputTimes.steps) {
    count_ = to_ > from_ ? 2 : 1;
  }
}

/// The last output time of a period is exactly the end of the run, if they differ only by rounding.
double TimeSchedule::timeOf(std::int64_t number) const {
  if (number >= count_)
    return noTime;
  if (outputTimes_.times)
    return (*outputTimes_.times)[static_cast<std::size_t>(number)];
  if (!outputTimes_.period)
    return number == 0 ? from_ : to_;
  const double time = from_ + static_cast<double>(number) * *outputTimes_.period;
  const bool isEnd = stepsBetween(time, to_, *outputTimes_.period) <= 0;
  return isEnd ? to_ : time;
}

bool TimeSchedule::isNotBefore(double time, double other) const {
  return time >= other ||
         (outputTimes_.period && stepsBetween(time, other, *outputTimes_.period) <= 0);
}

std::int64_t TimeSchedule::countTo(double time) const {
  if (outputTimes_.steps)
    return -1;
  if (outputTimes_.times)
    return std::ranges::upper_bound(*outputTimes_.times, time) - outputTimes_.times->begin();
  std::int64_t number = 0;
  if (outputTimes_.period && time > from_) {
    const double about = (time - from_) / *outputTimes_.period;
    number = std::max<std::int64_t>(0, static_cast<std::int64_t>(about) - 2);
  }
  while (number < count_ && isNotBefore(time, timeOf(number)))
    number++;
  return number;
}

std::int64_t TimeSchedule::countWithEnd() const {
  if (outputTimes_.steps)
    return -1;
  return count_ + (count_ > 0 && timeOf(count_ - 1) == to_ ? 0 : 1);
}

double TimeSchedule::after(double time) const {
  return outputTimes_.steps ? noTime : timeOf(countTo(time));
}

double TimeSchedule::from(double time) const {
  const std::int64_t count = countTo(time);
  return count > 0 && isNotBefore(timeOf(count - 1), time) ? time : after(time);
}

} // namespace eulerc
