// The summary of a run: the result for standard output, and timings for standard error.
#pragma once

#include <string>

#include <eulerc/solver.h>

namespace eulerc {

/// The problem, and a few numbers of every state: first, last, smallest, largest, 2-norm.
std::string resultText(const Solver &solver);

/// Device, rate and parts of the time; with `explain` also how `auto` chose.
std::string timingsText(const Solver &solver, bool explain);

} // namespace eulerc
