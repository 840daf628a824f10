// Passes: the elementary functions that the passes of a loop compute, taken out of the loop. Where
// the loops of two points read at different places, or run a different number of times, the points
// cannot be lanes of a vector. The arguments of sin or exp in their passes can be collected,
// though: the functions are then computed in vectors, and added up in the loop's order.
//
//   for k = row[i] .. row[i + 1]: sum + w[k] * sin(th[col[k]] - th[i])
//   → collect    for k: w[k] and th[col[k]] - th[i], the arguments       pass by pass
//     terms      argument_0 * sin(argument_1)                            in vectors
//     rest       for k: sum + term_0                                     pass by pass
//
// The same operations in the same order: the same bits. Arguments are computed where the loop
// would: under the conditions that lead to them, else they are 0.
#pragma once

#include "ir/Expr.h"

#include <optional>

namespace eulerc::compiler {

struct CollectedPasses {
  /// Computes the arguments in each pass as the values of the innermost loop's carried locals, of
  /// which the first has the number `collected`.
  ExprPtr collect;
  std::int64_t collected = 0;
  std::int64_t arguments = 0; ///< how many
  std::vector<ExprPtr> terms; ///< over Window, the arguments, and values that all points share
  ExprPtr rest;               ///< the loop, with Source in place of the terms
  std::int64_t counted = 0;   ///< number of the first local of the loop in it that has the terms
};

/// Null if there are no such terms.
std::optional<CollectedPasses> collectPasses(const ExprPtr &loop);

} // namespace eulerc::compiler
