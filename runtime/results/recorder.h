// The recorder: an observer that writes states to a series of files, in another thread while steps
// continue. At most two states wait to be written.
#pragma once

#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// Throws Usage for an unknown suffix.
std::unique_ptr<Observer> makeRecorder(const std::string &path, const Selection &selection);

/// Writes a series of a single state. Throws what Series throws.
void recordState(const std::string &path, const ObservedRun &run, const RanOn &ranOn, double time,
                 const void *state);

} // namespace eulerc
