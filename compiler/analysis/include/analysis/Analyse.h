// Analyse: which components a right-hand side reads and how far away they are.
//
//   y'[i] = K * (y[i - 3] - 2 * y[i - 1] + y[i + 1])   →   access distance 3, witness y[i - 3]
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// Reports an index that is not affine, a read that leaves the grid without boundary rule or guard
/// (and for which indices), and params whose defaults do not make sense.
std::optional<Access> analyseAccess(const Problem &problem, Diagnostics &diagnostics);

/// The access of a program from which quantities were dropped, with all checks of the whole one:
/// outputs may still compute these quantities.
Access accessOfNeeded(const Problem &needed, const Access &whole);

/// Reports what monitors read outside the grid. Their reads are in no Access: no step makes them.
bool checkMonitors(const Problem &problem, Access &access, Diagnostics &diagnostics);

} // namespace eulerc::compiler
