// The command line of a solver, built on Solver alone (docs/solver.md lists the options).
#pragma once

namespace eulerc {

struct Model;

/// Runs the command line of a solver and returns the exit status: 0 done, 1 the run failed, 2 wrong
/// usage, 4 verification failed. It does everything that a main has to do: it sets up the signals
/// that still have their default action, ignores SIGPIPE and SIGXFSZ, and opens closed standard
/// descriptors on /dev/null. A signal that ends the process first removes the file that is being
/// written.
int runCommandLine(const Model &model, int argc, char **argv);
/// The same for a program that several processes run together (<eulerc/model/ranks.h>).
class Ranks;
int runCommandLine(const Model &model, int argc, char **argv, Ranks &ranks);

} // namespace eulerc
