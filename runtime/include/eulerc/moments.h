// Moments: when something is to be done during a run.
//
//   Moments::every(0.1)             t0, t0 + 0.1, t0 + 0.2 …, up to the end of the run
//   Moments::everySteps(100)        before the first step, after 100, after 200 …
//   Moments::at({0, 0.5, 2})        at these times
//   Moments::ends()                 before the first step and after the last one
//
// Steps stay what they are: what is to be done at a time is done after the first step that does not
// end before it, and times closer to the end of a step than 1e-9 of dt are that end.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace eulerc {

struct Moments {
  double period = 0;         ///< of time; 0: not so
  std::int64_t steps = 0;    ///< between two of them; 0: not so
  std::vector<double> times; ///< increasing

  static Moments every(double period) { return {period, 0, {}}; }
  static Moments everySteps(std::int64_t steps) { return {0, steps, {}}; }
  static Moments at(std::vector<double> times) { return {0, 0, std::move(times)}; }
  static Moments ends() { return {}; }
};

/// Which part of the states is recorded; by default all of them.
struct Selection {
  std::vector<std::string> only; ///< names of states
  /// Ranges of indices by the names of the axes, as in Python: "j=10:20,i=::4".
  std::string region;
};

} // namespace eulerc
