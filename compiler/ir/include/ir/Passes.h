// Passes: takes elementary functions out of the passes of a loop. If the loops of two points read
// at different places, or run a different number of times, the points cannot be lanes of a vector.
// But the arguments of sin or exp in their passes can be collected: the functions are then computed
// in vectors, and their results are added up in the loop's order.
//
//   for k = row[i] .. row[i + 1]: sum + w[k] * sin(th[col[k]] - th[i])
//   → collect    for k: w[k] and th[col[k]] - th[i], the arguments       pass by pass
//     terms      argument_0 * sin(argument_1)                            in vectors
//     rest       for k: sum + term_0                                     pass by pass
//
// The operations and their order stay the same, and so do the bits. Arguments are computed under
// the same conditions as in the loop; otherwise they are 0.
#pragma once

#include "ir/Expr.h"

#include <optional>

namespace eulerc::compiler {

struct CollectedPasses {
  /// Computes the arguments in each pass, as the values of the innermost loop's carried locals. The
  /// first of these has the number `collected`.
  ExprPtr collect;
  std::int64_t collected = 0;
  std::int64_t arguments = 0; ///< number of arguments
  std::vector<ExprPtr> terms; ///< over Window, the arguments, and values that all points share
  ExprPtr rest;               ///< the loop, with Source in place of the terms
  std::int64_t counted = 0;   ///< number of the first local of the loop in `rest` with the terms
};

/// nullopt if there are no such terms.
std::optional<CollectedPasses> collectPasses(const ExprPtr &loop);

} // namespace eulerc::compiler
