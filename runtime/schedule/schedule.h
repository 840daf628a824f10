// Schedule: the steps of a run after which output is due.
//
//   OutputTimes::every(0.25) of 1000 steps of 0.001 from 0 → 0, 250, 500, 750, 1000
//
// Steps are counted from Run::from, as times are, so that a run in pieces, or one that continues
// another run, has the same schedule as a single run. Steps before Run::from are negative.
#pragma once

#include <vector>

#include <eulerc/output_times.h>
#include <eulerc/solver.h>

namespace eulerc {

/// Throws Usage unless the times increase.
void requireIncreasing(const std::vector<double> &times);

class Schedule {
public:
  /// Throws Usage for invalid output times: out of order, outside the run, or closer than steps.
  Schedule(const OutputTimes &outputTimes, const Run &run);

  /// The number of due steps before step `step`.
  std::int64_t before(std::int64_t step) const;
  /// The first due step from `step` on; beyond the last step if there is none.
  std::int64_t next(std::int64_t step) const;
  /// The distance between due steps if it is constant and the run has several; else 0.
  std::int64_t interval() const;
  bool isEachStep() const { return steps_ == 1; }
  /// The number of due steps in the whole run.
  std::int64_t count() const { return before(last_ + 1); }
  bool takesLast() const { return next(last_) == last_; }
  /// The output time of a number, counted from 0.
  double timeOf(std::int64_t number) const;
  /// The number of first output times that are known only roughly: those of all runs before, except
  /// the latest.
  std::int64_t roughCount() const { return run_.earlier ? before(-run_.earlier->latest) : 0; }

private:
  bool isList() const { return period_ == 0 && steps_ == 0; }
  std::int64_t due(std::int64_t number) const;
  std::int64_t stepAt(double time) const;

  Run run_;
  double dt_;                      ///< the length of the longest step
  std::int64_t last_;              ///< the last step of the run
  std::int64_t earlier_;           ///< steps of the runs before
  double period_ = 0;              ///< time between outputs; 0: not given
  std::int64_t steps_ = 0;         ///< steps between outputs; 0: not given
  std::vector<std::int64_t> list_; ///< else the due steps; -1: a time that is passed
  std::vector<double> passed_; ///< output times before the run, if its earlier steps are unknown
};

} // namespace eulerc
