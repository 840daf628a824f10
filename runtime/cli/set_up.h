// From options to a solver that is set up, its beginning, and its run.
#pragma once

#include "cli/options.h"

namespace eulerc {

/// Params, files, and how to run.
void setUp(Solver &solver, const Options &options);

/// The state at the beginning of a run: of a checkpoint, of files, or the program's.
Start restart(Solver &solver, const Options &options, double from);
/// Throws Usage for files that it would not take; nothing is changed.
void checkRestart(Solver &solver, const Options &options);

/// The run that the options ask for; with --dt auto the solver is at its beginning then.
Run planRun(Solver &solver, const Options &options);

/// The same of a solver that is at its beginning.
Run planFromStart(Solver &solver, const Options &options, const Start &begin);

/// Takes up the run of the checkpoint that the options name. Throws Usage for options that are none
/// of a run that goes on, and for other params.
Run resumeRun(Solver &solver, const Options &options);

} // namespace eulerc
