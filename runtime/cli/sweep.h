// Sweeps: one run for each value of a param, in one process; kernels are built once.
//
//   --sweep K=1:10:4 --table FILE.csv  →  K,t,steps,u min,u max,u norm2,energy
//                                         1,1,1000,…
#pragma once

#include <functional>

#include "cli/options.h"

namespace eulerc {

/// Writes a row for each run, as soon as it is done, to --table or to standard output. `run` runs
/// the solver with the params that it has.
void sweep(Solver &solver, const Options &options, const std::function<void()> &run);

/// Throws Usage for options that have no place beside --sweep.
void refuseBesideSweep(const Options &options);

} // namespace eulerc
