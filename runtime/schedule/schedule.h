// Schedule: the steps of a run after which something is due.
//
//   OutputTimes::every(0.25) of 1000 steps of 0.001 from 0 → 0, 250, 500, 750, 1000
//
// Steps are counted from Run::from, as times are, so that a run in pieces, or one that continues
// another, has the schedule of a single one.
#pragma once

#include <vector>

#include <eulerc/output_times.h>
#include <eulerc/solver.h>

namespace eulerc {

/// Throws Usage.
void requireIncreasing(const std::vector<double> &times);

class Schedule {
public:
  /// Throws Usage for output times that cannot be: out of order, outside the run, closer than
  /// steps.
  Schedule(const OutputTimes &outputTimes, const Run &run);

  /// How many steps are due before step `step`.
  std::int64_t before(std::int64_t step) const;
  /// The first one due that is not before step `step`; beyond the last step if there is none.
  std::int64_t next(std::int64_t step) const;
  /// Steps between two that are due, if there are always as many; else 0.
  std::int64_t interval() const;
  bool isEachStep() const { return steps_ == 1; }
  /// How many are due in the whole run.
  std::int64_t count() const { return before(last_ + 1); }
  bool takesLast() const { return next(last_) == last_; }
  /// When the one of that number is due, counted from 0.
  double timeOf(std::int64_t number) const;

private:
  bool isList() const { return period_ == 0 && steps_ == 0; }
  std::int64_t due(std::int64_t number) const;
  std::int64_t stepAt(double steps) const;

  Run run_;
  std::int64_t last_;              ///< step of the run
  double period_ = 0;              ///< of time
  std::int64_t steps_ = 0;         ///< between two
  std::vector<std::int64_t> list_; ///< else: these; -1 before the run's first step
  std::vector<double> passed_;     ///< when those were
};

} // namespace eulerc
