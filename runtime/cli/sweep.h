// Sweeps: one run for each value of a param, or for each pair of values of two, in one process;
// kernels are built once.
//
//   --sweep K=1:10:4 --table FILE.csv  →  K,t,steps,u min,u max,u norm2,energy
//                                         1,1,1000,…
#pragma once

#include <functional>

#include "cli/options.h"

namespace eulerc {

using Note = std::function<void(const std::string &)>;

/// Writes a row for each run, as soon as it is done, to --table or to standard output. `run` runs
/// the solver with the params that it has. The row of a run that fails says why, and the others go
/// on; throws in the end what the first of them has thrown.
void sweep(Solver &solver, const Options &options, const std::function<void()> &run,
           const Note &note);

/// Throws Usage for options that have no place beside --sweep.
void refuseBesideSweep(const Options &options);

} // namespace eulerc
