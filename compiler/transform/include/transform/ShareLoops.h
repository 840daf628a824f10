// ShareLoops: separates loops that every point runs, whatever its conditions, from the equations.
// Loops over one range become one loop with the results of all, which computes common expressions
// once. A loop that a method needs in some stages alone has no passes in the others:
//
//   dvx = for j: a += m[j] (x[j] - x) / r³     →   for j: a += …, b += …      (a shared loop)
//   dvy = for j: b += m[j] (y[j] - y) / r³         dvx = shared 0,  dvy = shared 1
#pragma once

#include "ir/System.h"

namespace eulerc::compiler {

struct SharedLoops {
  std::vector<ExprPtr> loops;      ///< of Op::Loop; their results are numbered through all of them
  std::vector<Equation> equations; ///< the system's, with Op::Shared in place of the results
};

/// Shares loops that an equation has both in the interior and at the edge, in systems without
/// classes.
SharedLoops shareLoops(const System &system);

} // namespace eulerc::compiler
