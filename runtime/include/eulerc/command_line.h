// The command line of a solver, built on Solver alone (docs/solver.md lists the options).
#pragma once

#include <eulerc/model.h>

namespace eulerc {

/// Runs a solver's command line. Returns the exit status: 0 done, 1 the run failed, 2 wrong
/// usage, 4 verification failed.
int runCommandLine(const Model &model, int argc, char **argv);

} // namespace eulerc
