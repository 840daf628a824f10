// The start of a run that continues from the results of another one: --t0, --init, --first-step.
#pragma once

#include <eulerc/solver.h>

#include "cli/options.h"

namespace eulerc {

/// The start of a run with steps of dt. Throws Usage if random numbers of the previous run would be
/// repeated.
Start startOf(const Solver &solver, const Options &options, double dt);

/// A note if a run starts from given values with the random numbers of the first steps; else "".
std::string repeatedNoise(const Model &model, const Options &options);

} // namespace eulerc
