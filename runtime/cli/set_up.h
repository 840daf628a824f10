// Applies options to a solver: its inputs, its start, and the run that it takes.
#pragma once

#include "cli/options.h"

namespace eulerc {

/// Sets params, files, device and tuning.
void setUp(Solver &solver, const Options &options);

/// Sets the state at the beginning of a run: from a checkpoint, from files, or the program's.
Start restart(Solver &solver, const Options &options, double from);
/// Throws Usage for files that restart() would refuse; changes nothing.
void checkRestart(Solver &solver, const Options &options);

/// The run that the options ask for. With --dt auto this also sets the solver to its beginning.
Run planRun(Solver &solver, const Options &options);

/// The same for a solver that is at its beginning.
Run planFromStart(Solver &solver, const Options &options, const Start &begin);

/// Resumes the run of the checkpoint that the options name. Throws Usage for options that a resumed
/// run does not take, and for other params.
Run resumeRun(Solver &solver, const Options &options);

} // namespace eulerc
