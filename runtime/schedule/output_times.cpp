#include "schedule/output_times.h"

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
    refuse(fmt::format("the time between two moments must be above zero, not {}", period));
  if ((run.to - run.from) / period > most || run.from + period == run.from)
    refuse(fmt::format("moments that are {} apart are closer than times can tell", period));
}

void requireTimesWithin(const std::vector<double> &times, const Run &run) {
  for (const double time : times)
    if (!(time >= run.from && time <= run.to))
      refuse(fmt::format("the time {} is outside the run, t = {} to {}", time, run.from, run.to));
}

} // namespace

OutputTimes::OutputTimes(const Moments &moments, const Run &run) : moments_(moments), run_(run) {
  if (moments.steps && *moments.steps <= 0)
    refuse(fmt::format("the number of steps between two moments must be above zero, not {}",
                       *moments.steps));
  if (moments.period) {
    requirePeriod(*moments.period, run);
    count_ = 1 + static_cast<std::int64_t>(stepsBetween(run.from, run.to, *moments.period));
  } else if (moments.times) {
    requireIncreasing(*moments.times);
    requireTimesWithin(*moments.times, run);
    count_ = static_cast<std::int64_t>(moments.times->size());
  } else if (!moments.steps) {
    count_ = run.to > run.from ? 2 : 1;
  }
}

/// The last one of a period is the end of the run where it would be but for rounding.
double OutputTimes::timeOf(std::int64_t number) const {
  if (number >= count_)
    return noTime;
  if (moments_.times)
    return (*moments_.times)[static_cast<std::size_t>(number)];
  if (!moments_.period)
    return number == 0 ? run_.from : run_.to;
  const double time = run_.from + static_cast<double>(number) * *moments_.period;
  const bool isEnd = stepsBetween(time, run_.to, *moments_.period) <= 0;
  return isEnd ? run_.to : time;
}

std::int64_t OutputTimes::countTo(double time) const {
  if (moments_.steps)
    return -1;
  if (moments_.times)
    return std::ranges::upper_bound(*moments_.times, time) - moments_.times->begin();
  std::int64_t number = 0;
  if (moments_.period && time > run_.from) {
    const double about = (time - run_.from) / *moments_.period;
    number = std::max<std::int64_t>(0, static_cast<std::int64_t>(about) - 2);
  }
  while (number < count_ && timeOf(number) <= time)
    number++;
  return number;
}

std::int64_t OutputTimes::countWithEnd() const {
  if (moments_.steps)
    return -1;
  return count_ + (count_ > 0 && timeOf(count_ - 1) == run_.to ? 0 : 1);
}

double OutputTimes::after(double time) const {
  return moments_.steps ? noTime : timeOf(countTo(time));
}

double OutputTimes::from(double time) const {
  return after(std::nextafter(time, -std::numeric_limits<double>::infinity()));
}

} // namespace eulerc
