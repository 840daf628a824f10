// Existing lists of events: finds the lines that are of steps before the time at which a run
// continues.
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

/// The time at which a list continues. Times are rounded, so an event at the end of a step may have
/// a slightly later time than the step's end.
struct ListEdge {
  double time = 0;
  double slack = 0; ///< difference of times that are equal up to rounding
  /// Whether an event at about that time is of an earlier step.
  std::function<bool(const EventNote &)> wasBefore;
};

struct StandingEvents {
  std::int64_t end = 0;              ///< end of the lines that stay, in bytes
  std::vector<EventNote> aboutThere; ///< kept events at about the time of the edge
};

/// Lists that were looked for at output times: whether the lines that stay can be of the run whose
/// state has these times of the latest events, by the numbers of its components; 0: none yet. At an
/// output time a list gets the latest event of each point, if it is new.
bool areOfState(
    const std::string &text, std::size_t header, const StandingEvents &standing,
    const EventLines::Form &form,
    const std::function<std::vector<double>(const std::vector<std::int64_t> &)> &latest);

/// Finds the lines that stay. `header`: bytes of the first line.
StandingEvents standingEvents(const std::string &text, std::size_t header,
                              const EventLines::Form &form, const ListEdge &edge);

} // namespace eulerc
