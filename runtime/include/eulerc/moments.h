// Moments: when something is to be done during a run.
//
//   Moments::every(0.1)             t0, t0 + 0.1, t0 + 0.2 …, up to the end of the run
//   Moments::everySteps(100)        before the first step, after 100, after 200 …
//   Moments::at({0, 0.5, 2})        at these times
//   Moments::ends()                 before the first step and after the last one
//
// Files and tables have the state at the end of the run in any case, once.
//
// Steps stay what they are: what is to be done at a time is done after the first step that does not
// end before it. Times that are the end of a step but for rounding are that end: within 1e-9 of the
// count of steps, and a thousandth of one, or as near as doubles lie there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eulerc {

struct Moments {
  // At most one of these; none: the ends.
  std::optional<double> period;             ///< of time
  std::optional<std::int64_t> steps;        ///< between two of them
  std::optional<std::vector<double>> times; ///< increasing

  static Moments every(double period) { return {period, {}, {}}; }
  static Moments everySteps(std::int64_t steps) { return {{}, steps, {}}; }
  static Moments at(std::vector<double> times) { return {{}, {}, std::move(times)}; }
  static Moments ends() { return {}; }
};

/// Which part of the states is recorded; by default all of them.
struct Selection {
  std::vector<std::string> only; ///< names of states
  /// Ranges of indices by the names of the axes, as in Python: "j=10:20,i=::4".
  std::string region;
};

} // namespace eulerc
