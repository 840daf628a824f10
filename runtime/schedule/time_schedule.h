// TimeSchedule: the output times of a run with step control. The state at an output time is
// interpolated within the step that contains it (stepsize/interpolant.h), so any time is possible.
//
//   OutputTimes::every(0.25) of a run from 0 to 0.6 → 0, 0.25, 0.5
#pragma once

#include <cstdint>

#include <eulerc/output_times.h>
#include <eulerc/solver.h>

namespace eulerc {

class TimeSchedule {
public:
  /// Throws Usage for invalid output times: out of order, or outside the run.
  TimeSchedule(const OutputTimes &outputTimes, const Run &run);

  /// The first output time after `time`; infinity if there is none, or if outputs are counted in
  /// steps. Times of a period that differ only by rounding are the same.
  double after(double time) const;
  /// The first output time not before `time`; `time` itself, if it is one.
  double from(double time) const;
  /// The number of output times up to `time`; -1: it depends on the steps.
  std::int64_t countTo(double time) const;
  /// The number of output times of the whole run, with its end, which is always recorded.
  std::int64_t countWithEnd() const;
  /// The output time of a number, counted from 0; infinity if there is none.
  double timeOf(std::int64_t number) const;

private:
  bool isNotBefore(double time, double other) const;

  OutputTimes outputTimes_;
  double from_, to_;       ///< the time from which output times are counted, and the end
  std::int64_t count_ = 0; ///< of all output times
};

} // namespace eulerc
