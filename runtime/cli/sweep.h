// Sweeps: one run for each value of a param, or for each pair of values of two, in one process;
// kernels are built once.
//
//   --sweep K=1:10:4 --table FILE.csv  →  K,t,steps,u min,u max,u norm2,energy
//                                         1,1,1000,…
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/sweep_axes.h"

namespace eulerc {

/// What monitors were at the output times of --every or --at and at the end, in the program's
/// order.
struct MonitorsOverTime {
  std::vector<double> most, sum;
  std::int64_t count = 0;
  std::optional<double> latest; ///< time at which they were taken
  /// Once at a time.
  void take(double time, const std::vector<double> &values);
};

/// How the runs of a sweep are made.
struct RunsOfSweep {
  /// Runs a solver with the params that it has; the number of the run, counted from 0.
  std::function<void(Solver &, std::int64_t, MonitorsOverTime &)> run;
  /// Another solver, of one thread.
  std::function<std::unique_ptr<Solver>()> another;
};

/// Writes a row for each run to --table or to standard output, in the order of the runs, as soon as
/// all before it are done. Small states are run at once, one on each thread, where the first run
/// took threads. The row of a run that fails says why, a note too, and the others go on; throws in
/// the end what the first of them has thrown. Random numbers are others in each run, unless a seed
/// is given.
void sweep(Solver &solver, const Options &options, const RunsOfSweep &how, const Note &note);

/// The options of a run: its files have its number, "u.3.h5".
Options optionsOf(const Options &options, std::int64_t run);

/// Throws Usage for options that cannot be combined with --sweep.
void refuseBesideSweep(const Options &options);

} // namespace eulerc
