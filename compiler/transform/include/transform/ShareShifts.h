// ShareShifts: turns expensive values that neighbours share into quantities within the step.
//
//   ddt(u) = flux(u[i], u[i + 1]) - flux(u[i - 1], u[i])
//     →   let(common_0) = flux(u[i], u[i + 1]);   ddt(u) = common_0[i] - common_0[i - 1]
//
// Results have the same bits, because the operations and their operands are the same. Where a
// quantity would be read beyond a wall, the equation computes the value itself.
#pragma once

#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// A value that is shared, for --explain.
struct SharedValue {
  std::string name;             ///< of the quantity
  ExprPtr value;                ///< as first written
  std::size_t points = 0;       ///< number of places where an equation needs it
  double before = 0, after = 0; ///< operations of a point, without and with all shared values
};

struct SharedProblem {
  Problem problem;
  std::vector<SharedValue> shared;
};

SharedProblem shareShifts(const Problem &problem);

} // namespace eulerc::compiler
