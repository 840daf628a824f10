// What a run printed: the result for standard output, timings for people for standard error.
#pragma once

#include <string>

#include <eulerc/solver.h>

namespace eulerc {

/// What was solved, and a few numbers of every state: first, last, smallest, largest, 2-norm.
std::string resultText(const Solver &solver);

/// Where, how fast, and where the time went; with `explain`, how `auto` chose.
std::string timingsText(const Solver &solver, bool explain);

} // namespace eulerc
