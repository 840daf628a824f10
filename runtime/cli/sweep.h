// Sweeps: one run for each value of a param, or for each pair of values of two, in one process;
// kernels are built once.
//
//   --sweep K=1:10:4 --table FILE.csv  →  K,t,steps,u min,u max,u norm2,energy
//                                         1,1,1000,…
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/options.h"

namespace eulerc {

using Note = std::function<void(const std::string &)>;

/// What monitors were at the output times of --every or --at, in the program's order.
struct MonitorsOverTime {
  std::vector<double> most, sum;
  std::int64_t count = 0;
  void take(const std::vector<double> &values);
};

/// Runs the solver with the params that it has; the number of the run, counted from 0.
using RunOfSweep = std::function<void(std::int64_t, MonitorsOverTime &)>;

/// Writes a row for each run, as soon as it is done, to --table or to standard output. The row of a
/// run that fails says why, and the others go on; throws in the end what the first of them has
/// thrown. Random numbers are others in each run, unless a seed is given.
void sweep(Solver &solver, const Options &options, const RunOfSweep &run, const Note &note);

/// The options of a run: its files have its number, "u.3.h5".
Options optionsOf(const Options &options, std::int64_t run);

/// Throws Usage for options that have no place beside --sweep.
void refuseBesideSweep(const Options &options);

} // namespace eulerc
