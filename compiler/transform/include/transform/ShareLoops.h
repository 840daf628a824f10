// ShareLoops: separates from the equations the loops that every point runs under all conditions.
// Loops over one range become one loop with all results, which computes common expressions once. A
// loop that a method needs only in some stages has no passes in others:
//
//   dvx = for j: a += m[j] (x[j] - x) / r³     →   for j: a += …, b += …      (a shared loop)
//   dvy = for j: b += m[j] (y[j] - y) / r³         dvx = shared 0,  dvy = shared 1
#pragma once

#include "ir/System.h"

namespace eulerc::compiler {

struct SharedLoops {
  std::vector<ExprPtr> loops;      ///< Op::Loop; their results are numbered through all loops
  std::vector<Equation> equations; ///< the system's, with Op::Shared in place of the results
};

/// Shares loops that an equation has both in the interior and at the edge. Only for systems without
/// classes.
SharedLoops shareLoops(const System &system);

} // namespace eulerc::compiler
