// Output times: when a run calls an observer.
//
//   OutputTimes::every(0.1)             t0, t0 + 0.1, t0 + 0.2 …, up to the end of the run
//   OutputTimes::everySteps(100)        before the first step, after 100, after 200 …
//   OutputTimes::at({0, 0.5, 2})        at these times
//   OutputTimes::ends()                 before the first step and after the last one; a run that
//                                       continues another one after the last one alone
//
// Files and tables always contain the state at the end of the run, once.
//
// Output times change no steps, with one exception: controlled steps of programs with events or
// `when` end at output times. A run calls the observer after the first step that ends at or after
// the output time; after SolverSetup::interpolate() it sees the state at the time itself. A step
// ends at the time if it does so within rounding: within 1e-9 of the number of steps and a
// thousandth of a step, or within the spacing of doubles there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eulerc {

struct OutputTimes {
  // At most one of these is set; none: the ends.
  std::optional<double> period;             ///< time between two output times
  std::optional<std::int64_t> steps;        ///< steps between two output times
  std::optional<std::vector<double>> times; ///< increasing

  static OutputTimes every(double period) { return {period, {}, {}}; }
  static OutputTimes everySteps(std::int64_t steps) { return {{}, steps, {}}; }
  static OutputTimes at(std::vector<double> times) { return {{}, {}, std::move(times)}; }
  static OutputTimes ends() { return {}; }
  bool isEnds() const { return !period && !steps && !times; }
};

/// The part of the states that is recorded; default: all of them.
struct Selection {
  std::vector<std::string> only; ///< names of states
  /// Ranges of indices by the names of the axes, as in Python: "j=10:20,i=::4".
  std::string region;
};

} // namespace eulerc
