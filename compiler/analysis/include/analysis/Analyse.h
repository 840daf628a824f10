// Analyse: which components a right-hand side reads and how far away they are.
//
//   y'[i] = K * (y[i - 3] - 2 * y[i - 1] + y[i + 1])   →   access distance 3, witness y[i - 3]
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// Reports indices that are not affine, reads that leave the grid without boundary rule or guard
/// (with the indices for which they do), and params with impossible defaults.
std::optional<Access> analyseAccess(const Problem &problem, Diagnostics &diagnostics);

/// The access of a program from which quantities were removed, with all checks of the whole
/// program, because outputs may still compute these quantities.
Access accessOfNeeded(const Problem &needed, const Access &whole);

/// Reports reads of monitors outside the grid. These reads are in no Access, because no step makes
/// them.
bool checkMonitors(const Problem &problem, Access &access, Diagnostics &diagnostics);

} // namespace eulerc::compiler
