// Results over time on the command line: what the options ask of a solver.
//
//   --save u.h5 --every 0.1 --probe u[3] --checkpoint run.ckpt
//   → solver.save(…), solver.probe(…), solver.checkpoint(…)
#pragma once

#include <string>
#include <vector>

#include "cli/movie.h"
#include "cli/options.h"

namespace eulerc {

/// The files that these options write, with the option that names each.
std::vector<std::pair<std::string, std::string>> filesOverTime(const Model &model,
                                                               const Options &options);

/// Where the last finite state goes, should a run fail on one that is not: beside --output or
/// --save; "" without these.
std::string lastGoodFile(const Options &options);

/// What the movies show, one for each.
std::vector<SeriesPart> movieSources(const Model &model, const Options &options);

/// Whether a table goes to standard output, so that nothing else may.
bool printsTable(const Options &options);

/// Asks a solver for them. Throws Usage for what cannot be, before anything is computed.
void observeOverTime(Solver &solver, const Options &options, const Run &run);

/// Throws Usage for options that contradict each other.
void refuseOverTime(const TimeOptions &options);

/// What is to be said of a recording whose output times are farther apart than the run is long; "".
std::string seldomDue(const Solver &solver, const Recording &recording, const std::string &name,
                      const Run &run);

/// What is to be said of a list of events that is not of each step; "".
std::string seldomLooked(const Solver &solver, const Recording &recording, const Run &run);

/// Both of all recordings.
std::vector<std::string> seldomDue(const Solver &solver, const Options &options, const Run &run);

} // namespace eulerc
