// What --plan prints: the plan of the run that the options ask for, on the device that would take
// it.
//
//   describePlan(solver, options, note) → "plan of string\n  scheme  diamond (scalar)\n ..."
#pragma once

#include <functional>
#include <string>

#include "cli/options.h"

namespace eulerc {

/// Throws Usage for what the run would refuse, and Run where there is no device to plan for.
std::string describePlan(Solver &solver, const Options &options,
                         const std::function<void(const std::string &)> &note);

} // namespace eulerc
