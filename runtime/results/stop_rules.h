// The conditions of a program that end a run: `stop(energy < 1e-3);`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "results/observer.h"

namespace eulerc {

/// They are looked at each so many steps, the same ones everywhere, and at every one of a
/// controlled run.
constexpr std::int64_t stopSteps = 100;

/// `stop` is told why. `holds`: whether a controlled run has found that one holds.
std::unique_ptr<Observer> makeStopRules(const Model &model,
                                        std::function<void(const std::string &)> stop,
                                        std::function<bool()> holds);

} // namespace eulerc
