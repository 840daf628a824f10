// Ends a run at a steady state: no component changes by more than a given rate per unit of time.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// Computes the largest |change| / dt of a component for one step after each hundred steps, and
/// with step control for every step. Calls `stop` with the reason. A run that ended so does not
/// continue when it is resumed with the same rate.
std::unique_ptr<Observer>
makeSteadyStop(double rate, std::function<void(const std::string &, const Steady &)> stop);

/// Interval of the steps that are compared.
constexpr std::int64_t steadySteps = 100;

} // namespace eulerc
