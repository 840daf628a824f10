// The command line of a solver, built on Solver alone (docs/solver.md lists the options).
#pragma once

#include <eulerc/model.h>

namespace eulerc {

/// Runs a solver's command line. Returns the exit status: 0 done, 1 the run failed, 2 wrong
/// usage, 4 verification failed. It is the whole of a program: signals that have their defaults are
/// set up (SIGPIPE and SIGXFSZ are ignored; those that end the process first remove the file that
/// is being written), and closed standard descriptors are opened on /dev/null.
int runCommandLine(const Model &model, int argc, char **argv);

} // namespace eulerc
