// The list of events over time: a line for each event.
//
//   time,event,j,i
//   0.73,spike,4,17
//
// The program itself detects events: for each it keeps an array with the time of the latest event
// at each point (State::isEvent). Steps may note each change of it (host, and kernels that list
// events). Otherwise the arrays are compared, and a point has at most one line for an event between
// two output times.
#pragma once

#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

class EventNotes;

/// Records each event if steps note them, else the events in the state at output times. Throws
/// Usage for another suffix than .csv.
std::unique_ptr<Observer> makeEventList(const std::string &path, EventNotes &notes);

} // namespace eulerc
