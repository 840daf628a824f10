// shareLoops: loops that every point runs, whatever its conditions, apart from the equations. Those
// over one range become one loop with the results of all of them, so that what they have in common
// is computed once. What a method runs in some of its stages has no passes in the others:
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

/// Loops that an equation has in the interior and at the edge alike; of systems without classes.
SharedLoops shareLoops(const System &system);

} // namespace eulerc::compiler
