// Guards: the conditions under which the parts of an expression are evaluated, and proofs from
// them.
//
//   i > 5 || i == 2 ? y[i - 2] : 0      y[i - 2] is evaluated where i > 5 || i == 2
#pragma once

#include "analysis/IndexSets.h"

#include <unordered_map>

namespace eulerc::compiler {

/// The points at which a part is evaluated, as conditions on indices, loop variables and params.
/// The two conditions differ if it also depends on states, time or real numbers.
struct Guard {
  ExprPtr surely;   ///< where this holds, the part is evaluated
  ExprPtr possibly; ///< where this does not hold, the part is not evaluated
};

/// The guard of each node of an expression.
using Guards = std::unordered_map<const Expr *, Guard>;
Guards guardsOf(const ExprPtr &expr);

/// Whether expr >= 0 is proved for all points of the set for which a condition holds, case by case.
bool provedNonNegativeWhere(const ExprPtr &condition, const Affine &expr, const IndexSet &set,
                            const Facts &facts);

} // namespace eulerc::compiler
