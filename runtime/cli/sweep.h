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

/// Values of monitors at the output times of --every or --at and at the end, in the program's
/// order.
struct MonitorsOverTime {
  std::vector<double> most, sum;
  std::int64_t count = 0;
  std::optional<double> latest; ///< time of the latest values
  /// Adds values, once for each time.
  void take(double time, const std::vector<double> &values);
};

/// Functions that make the runs of a sweep.
struct RunsOfSweep {
  /// Runs a solver with its current params; the number is that of the run, from 0.
  std::function<void(Solver &, std::int64_t, MonitorsOverTime &)> run;
  /// Another solver, of one thread.
  std::function<std::unique_ptr<Solver>()> another;
};

/// Writes a row for each run to --table or to standard output, in the order of the runs, as soon as
/// all runs before it are done. If the first run took the backend threads, small states run at the
/// same time, one on each thread. If a run fails, its row and a note say why, and the others
/// continue; at the end the error of the first one is thrown. Each run has other random numbers,
/// unless a seed is given.
void sweep(Solver &solver, const Options &options, const RunsOfSweep &how, const Note &note);

/// The options of a run, whose files have its number: "u.3.h5".
Options optionsOf(const Options &options, std::int64_t run);

/// Throws Usage for options that cannot be combined with --sweep.
void refuseBesideSweep(const Options &options);

} // namespace eulerc
