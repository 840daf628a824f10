// An event that has happened in a step.
#pragma once

#include <cstdint>
#include <tuple>

namespace eulerc {

struct EventNote {
  double time;
  std::int64_t state; ///< the event's number among the states
  std::int64_t point; ///< in the file's order
  /// Of the run, where several steps are looked at together: what ends a step comes before what
  /// begins the next one, at the same time.
  std::int64_t step = 0;

  friend bool operator==(const EventNote &, const EventNote &) = default;
  friend bool operator<(const EventNote &a, const EventNote &b) {
    return std::tie(a.step, a.time, a.state, a.point) < std::tie(b.step, b.time, b.state, b.point);
  }
};

} // namespace eulerc
