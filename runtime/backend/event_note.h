// EventNote: an event (`on`) that happened in a step: its time, its state and its point.
#pragma once

#include <cstdint>
#include <tuple>

namespace eulerc {

struct EventNote {
  double time;
  std::int64_t state; ///< the event's number among the states
  std::int64_t point; ///< in the file's order
  /// The step within the run, where events of several steps are listed together. It orders events
  /// of the same time: those at the end of a step precede those at the beginning of the next one.
  std::int64_t step = 0;

  friend bool operator==(const EventNote &, const EventNote &) = default;
  friend bool operator<(const EventNote &a, const EventNote &b) {
    return std::tie(a.step, a.time, a.state, a.point) < std::tie(b.step, b.time, b.state, b.point);
  }
};

} // namespace eulerc
