// Applies the options for results over time to a solver.
//
//   --save u.h5 --every 0.1 --probe u[3] --checkpoint run.ckpt
//   → solver.save(…), solver.probe(…), solver.checkpoint(…)
#pragma once

#include <string>
#include <vector>

#include "cli/movie.h"
#include "cli/options.h"

namespace eulerc {

/// Pairs of an option for results over time and a file that it writes.
std::vector<std::pair<std::string, std::string>> filesOverTime(const Model &model,
                                                               const Options &options);

/// The file for the last finite state of a failed run, next to --output or --save; "" without
/// these.
std::string lastGoodFile(const Options &options);

/// The series that each movie shows.
std::vector<SeriesPart> movieSources(const Model &model, const Options &options);

/// Whether a table goes to standard output, which then takes nothing else.
bool printsTable(const Options &options);

/// Adds the recordings to a solver. Throws Usage for impossible ones, before anything is computed.
void observeOverTime(Solver &solver, const Options &options, const Run &run);

/// Throws Usage for options that contradict each other.
void refuseOverTime(const TimeOptions &options);

/// A note if the output times of a recording are farther apart than the run is long; else "".
std::string seldomDue(const Solver &solver, const Recording &recording, const std::string &name,
                      const Run &run);

/// A note if a list of events does not record each step; else "".
std::string seldomLooked(const Solver &solver, const Recording &recording, const Run &run);

/// Both notes for all recordings.
std::vector<std::string> seldomDue(const Solver &solver, const Options &options, const Run &run);

} // namespace eulerc
