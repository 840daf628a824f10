// Output times of a run whose steps are as long as their error allows. The state at an output time
// is interpolated within the step that contains it (stepsize/interpolant.h), so any time will do.
//
//   OutputTimes::every(0.25) of a run from 0 to 0.6 → 0, 0.25, 0.5
#pragma once

#include <cstdint>

#include <eulerc/output_times.h>
#include <eulerc/solver.h>

namespace eulerc {

class TimeSchedule {
public:
  /// Throws Usage for output times that cannot be: out of order, or outside the run.
  TimeSchedule(const OutputTimes &outputTimes, const Run &run);

  /// The first one after a time; infinity if there is none. Output times of steps have no times,
  /// and times of a period are the same but for rounding.
  double after(double time) const;
  /// The first one that is not before a time; the time itself, if it is one.
  double from(double time) const;
  /// How many there are up to a time; -1: they depend on the steps.
  std::int64_t countTo(double time) const;
  /// The output times of the whole run, with its end, which is always recorded.
  std::int64_t countWithEnd() const;
  /// When the one of that number is due, counted from 0; infinity if there is none.
  double timeOf(std::int64_t number) const;

private:
  bool isNotBefore(double time, double other) const;

  OutputTimes outputTimes_;
  Run run_;
  std::int64_t count_ = 0; ///< of all
};

} // namespace eulerc
