// Affine: an integer expression that is linear in the grid indices,
//
//   constant + Σ perAxis[k]·index_k + Σ coefficient·atom
//
// over the grid indices and the variables of the loops around the expression. An atom is an integer
// expression of params alone ("N", "NX * NY"), or one that is known when data are loaded
// ("col[k]").
#pragma once

#include "ir/Expr.h"

#include <array>
#include <utility>

namespace eulerc::compiler {

struct Affine {
  std::int64_t constant = 0;
  std::array<std::int64_t, kMaxVariables> perAxis{};
  std::vector<std::pair<ExprPtr, std::int64_t>> terms; ///< atom, coefficient != 0

  bool isConstant() const { return terms.empty() && usesNoIndex(); }
  bool usesNoIndex() const { return perAxis == decltype(perAxis){} && !readsData(); }
  bool readsData() const;
};

/// The affine form; nullopt if the expression has none.
std::optional<Affine> toAffine(const ExprPtr &expr);
Affine constantAffine(std::int64_t value);
Affine distanceAlong(std::size_t axis, const Affine &index); ///< from the point's own index
Affine add(const Affine &a, const Affine &b, std::int64_t factor = 1); ///< a + factor·b
bool sameValue(const Affine &a, const Affine &b);
/// The part of a hint for an index along an axis that has no affine form, "i / 2".
std::string indexFromList(const std::string &size, const std::string &axis,
                          const std::string &index);
/// Back to an expression; `indexNames` spells the axes.
ExprPtr toExpr(const Affine &affine, const std::vector<std::string> &indexNames);

} // namespace eulerc::compiler
