// Ends a run that has come to rest: no state changes by more than so much per unit of time.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// After each hundred steps one step is looked at, and every one of a controlled run: the largest
/// |change| / dt of a component. `stop` is told why. A run that has ended so is not gone on with.
std::unique_ptr<Observer>
makeSteadyStop(double rate, std::function<void(const std::string &, const Steady &)> stop);

/// The steps after which it looks: each 100th, and the one before it.
constexpr std::int64_t steadySteps = 100;

} // namespace eulerc
