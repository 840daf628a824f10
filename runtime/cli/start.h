// Where a run begins that goes on with the results of another one: --t0, --init, --first-step.
#pragma once

#include <eulerc/solver.h>

#include "cli/options.h"

namespace eulerc {

/// The start of a run of steps by dt. Throws Usage where random numbers of the run before it would
/// come again.
Start startOf(const Solver &solver, const Options &options, double dt);

/// What is to be said of a run from given values with the random numbers of the first steps; "".
std::string repeatedNoise(const Model &model, const Options &options);

} // namespace eulerc
