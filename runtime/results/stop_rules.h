// Stop conditions of a program, which end a run: `stop(energy < 1e-3);`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// Conditions are tested after each 100 steps on all backends, and after each step with step
/// control.
constexpr std::int64_t stopSteps = 100;

/// Calls `stop` with the reason. `holds`: whether the step control has found that a condition
/// holds.
std::unique_ptr<Observer> makeStopRules(const Model &model,
                                        std::function<void(const std::string &)> stop,
                                        std::function<bool()> holds);

} // namespace eulerc
