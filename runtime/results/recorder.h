// The recorder: writes the states that are due to a series, in another thread, while the steps
// go on. At most two states wait.
#pragma once

#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// Throws Usage for a suffix that no series has.
std::unique_ptr<Observer> makeRecorder(const std::string &path, const Selection &selection);

/// Writes a single state: a series of one. Throws what a Series throws.
void recordState(const std::string &path, const ObservedRun &run, const RanOn &ranOn, double time,
                 const void *state);

} // namespace eulerc
