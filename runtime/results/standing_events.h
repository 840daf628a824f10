// The lines that a list of events has in its file when a run continues it: which are of steps
// before.
//
//   "time,event,i\n0.5,spike,3\n1.7,spike,2\n", the run continues from 1 → the end of the second
//   line
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "backend/event_note.h"
#include "results/event_lines.h"

namespace eulerc {

/// Where a list continues. Times are rounded: an event that ends a step may be behind the time
/// where the step ends.
struct ListEdge {
  double time = 0;
  double slack = 0; ///< of times that are the same but for rounding
  /// Whether an event of about that time was before.
  std::function<bool(const EventNote &)> wasBefore;
};

struct StandingEvents {
  std::int64_t end = 0;              ///< of the lines that stay, in bytes
  std::vector<EventNote> aboutThere; ///< of about the time of the edge
};

/// `header`: the bytes of the first line.
StandingEvents standingEvents(const std::string &text, std::size_t header,
                              const EventLines::Form &form, const ListEdge &edge);

} // namespace eulerc
