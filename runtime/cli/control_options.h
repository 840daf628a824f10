// Steps controlled by their error, on the command line: --rtol, --atol, --controller,
// --dt-min, --dt-max.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace eulerc {

void addControlOptions(CLI::App &app, ControlOptions &options);

/// Throws Usage for options that need such steps, or that cannot be combined with them.
void refuseBesideControl(const Options &options);

/// Gives the solver the control that is asked for; with --dt auto its state is at the start then.
void controlSteps(Solver &solver, const Options &options);

/// Throws Usage for output times that a controlled run has not.
void requireTimes(const Recording &recording, const Run &run);

/// A controlled run: a single interval.
Run planStrides(double from, double to);

} // namespace eulerc
