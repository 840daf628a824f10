// EliminateDeadQuantities: a quantity that no step reads leaves the program before its steps are
// formed.
//
//   let(speed)(int i, real t) { return q[i] / h[i]; }   and no ddt reads speed[…]   →   no speed
//
// Outputs have its value in their own text (frontend/Quantities.h). In steps it would take memory
// and a stage, and its reads would decide about tiles.
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

/// The problem without such quantities. A quantity that only they read is one of them.
Problem eliminateDeadQuantities(const Problem &problem);

} // namespace eulerc::compiler
