// The text of --plan: the plan of the run that the options ask for, on the device that would run
// it.
//
//   describePlan(solver, options, note) → "plan of string\n  scheme  diamond (scalar)\n ..."
#pragma once

#include <functional>
#include <string>

#include "cli/options.h"

namespace eulerc {

/// Throws Usage for options that the run would refuse, and Run if there is no device to plan for.
std::string describePlan(Solver &solver, const Options &options,
                         const std::function<void(const std::string &)> &note);

} // namespace eulerc
