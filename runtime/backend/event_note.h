// An event that has happened in a step.
#pragma once

#include <compare>
#include <cstdint>

namespace eulerc {

struct EventNote {
  double time;
  std::int64_t state; ///< the event's number among the states
  std::int64_t point; ///< in the file's order
  auto operator<=>(const EventNote &) const = default;
};

} // namespace eulerc
