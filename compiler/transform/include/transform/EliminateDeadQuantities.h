// EliminateDeadQuantities: removes quantities that no step reads, before steps are formed.
//
//   let(speed)(int i, real t) { return q[i] / h[i]; }   and no ddt reads speed[…]   →   no speed
//
// Outputs contain such a quantity's value in their own text (frontend/Quantities.h). In steps it
// would take memory and a stage, and its reads would restrict the tiles.
#pragma once

#include "ir/Problem.h"

namespace eulerc::compiler {

/// The problem without such quantities, and without quantities that only these read.
Problem eliminateDeadQuantities(const Problem &problem);

} // namespace eulerc::compiler
