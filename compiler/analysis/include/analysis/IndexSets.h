// Index sets: the indices for which a condition holds, and what follows for other expressions.
//
//   if (i > 0 && i < N - 1) …    inside: 1 <= i <= N - 2
#pragma once

#include "ir/Access.h"
#include "ir/Problem.h"

namespace eulerc::compiler {

/// Affine expressions of params known not to be negative (N - 1 for an extent N, asserted bounds).
using Facts = std::vector<Affine>;
Facts factsOf(const Problem &problem);

/// Adds a bound to lower (sign 1) or upper (sign -1) bounds. Of bounds that differ by a constant
/// only the tightest stays.
void addTightest(std::vector<Affine> &bounds, const Affine &bound, int sign);

/// A comparison as affine expressions that are all >= 0 exactly when it has the given truth.
/// Empty when it has no such form.
std::vector<Affine> asNonNegative(const ExprPtr &comparison, bool truth);

/// All points of the grid whose last index is ≡ residue (mod period).
IndexSet wholeGrid(const std::vector<ExprPtr> &extents, std::int64_t residue, std::int64_t period);

/// The set inside a loop: its variable runs from its first value to before its end.
IndexSet insideLoop(const IndexSet &set, const ExprPtr &loop);

/// The part of the set for which the condition has the given truth; a larger set if the condition
/// has no simple form.
IndexSet refine(const IndexSet &set, const ExprPtr &condition, bool truth);

/// Whether expr >= 0 is proved for all points of the set and all params.
bool provedNonNegative(const Affine &expr, const IndexSet &set, const Facts &facts);
/// Whether the set is proved to be empty.
bool provedEmpty(const IndexSet &set, const Facts &facts);

/// The expression simplified for all indices of the set: conditions and remainders that the set
/// decides are replaced. i % 2 becomes 1 for odd i.
ExprPtr simplifyUnder(const ExprPtr &expr, const IndexSet &set, const Facts &facts);

/// A text that is equal for sets of the same bounds.
std::string keyOf(const IndexSet &set);

} // namespace eulerc::compiler
