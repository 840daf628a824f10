// Finds the times of events in a step under step control: where their values cross zero along the
// step's interpolant, which is more accurate than a straight line between its ends.
//
//   the step from 0.3 to 0.7, spike at point 17 by a line at 0.52 → locateEvents → at 0.498
#pragma once

#include <vector>

#include "backend/event_note.h"
#include "stepsize/interpolant.h"

namespace eulerc {

/// The events whose time differs between two states in the file's order.
std::vector<EventNote> eventsBetween(const Model &model, std::int64_t points, const void *before,
                                     const void *after);

/// Sets the times of events of a step. `view` has the params, fields and grid in the file's order,
/// but no state.
void locateEvents(const Job &step, const StateView &view, const Interpolant &interpolant,
                  std::vector<EventNote> &events);

/// Writes the times of events to a state in the file's order.
void placeEvents(const Model &model, std::int64_t points, const std::vector<EventNote> &events,
                 void *y);

} // namespace eulerc
