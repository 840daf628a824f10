// Options of step-size control: --rtol, --atol, --controller, --dt-min, --dt-max.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace eulerc {

void addControlOptions(CLI::App &app, ControlOptions &options);

/// Throws Usage for options that need step control, or that cannot be combined with it.
void refuseBesideControl(const Options &options);

/// Sets the step control that the user asks for. With --dt auto this also sets the solver to the
/// start of the run.
void controlSteps(Solver &solver, const Options &options);

/// Throws Usage for output times that are not possible with step control.
void requireTimes(const Recording &recording, const Run &run);

/// The run for step control: a single interval.
Run planStrides(double from, double to);

} // namespace eulerc
