// The list of events over time: a line for each.
//
//   time,event,j,i
//   0.73,spike,4,17
//
// A program finds them itself: each has an array of the time of its latest event at each point
// (State::isEvent). Steps on the host note when they change it; else the arrays are compared, and
// between two output times a point has one line for an event at most.
#pragma once

#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

class EventNotes;

/// Each event of the steps that note them, else of those that are in the state at output times.
/// Throws Usage for another suffix than .csv.
std::unique_ptr<Observer> makeEventList(const std::string &path, EventNotes &notes);

} // namespace eulerc
