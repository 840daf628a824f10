// ShareShifts: expensive values that neighbours share become quantities within the step.
//
//   ddt(u) = flux(u[i], u[i + 1]) - flux(u[i - 1], u[i])
//     →   let(common_0) = flux(u[i], u[i + 1]);   ddt(u) = common_0[i] - common_0[i - 1]
//
// The bits are those of the program as written: the same operations of the same values. Where a
// quantity would be read beyond a wall, the equation computes the value itself.
#pragma once

#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// What was shared, for --explain.
struct SharedValue {
  std::string name;             ///< of the quantity
  ExprPtr value;                ///< as first written
  std::size_t points = 0;       ///< where an equation needs it
  double before = 0, after = 0; ///< operations of all equations at a point, of all that is shared
};

struct SharedProblem {
  Problem problem;
  std::vector<SharedValue> shared;
};

SharedProblem shareShifts(const Problem &problem);

} // namespace eulerc::compiler
