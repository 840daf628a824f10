// The list of events over time: a line for each.
//
//   time,event,j,i
//   0.73,spike,4,17
//
// A program finds them itself: each has an array of the time of its latest event at each point
// (State::isEvent). Between two output times a point has one line for an event at most.
#pragma once

#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// Throws Usage for another suffix than .csv.
std::unique_ptr<Observer> makeEventList(const std::string &path);

} // namespace eulerc
