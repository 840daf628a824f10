// Computes the outermost eigenvalues of a Jacobian by some tens of products with vectors
// (W. E. Arnoldi, The principle of minimized iterations in the solution of the matrix eigenvalue
// problem, Quart. Appl. Math. 9, 1951).
//
//   rows around the point that changes fastest → two starts → Ritz values, each with its residual
#pragma once

#include <optional>

#include "stepsize/hull.h"
#include "stepsize/jacobian.h"

namespace eulerc {

/// Part: the submatrix of a Jacobian for some components, in compressed rows.
struct Part {
  std::vector<std::int64_t> components; ///< in order
  std::vector<std::size_t> begins;      ///< of rows, and the end of the last one
  std::vector<std::size_t> columns;     ///< indices into `components`
  std::vector<double> values;
};

/// The number of components up to which products are fast.
constexpr std::int64_t mostComponents = 20000;

/// The part of all components, or of about `most` at the points nearest to that of `component`.
/// nullopt: rows cannot be computed, or are too long.
std::optional<Part> partAround(const Jacobian &jacobian, std::int64_t component,
                               std::int64_t most = mostComponents);

/// The same for the points of a line along an axis, through the point of `component`.
std::optional<Part> partAlong(const Jacobian &jacobian, std::int64_t component, int axis);

struct Ritz {
  Complex value;
  double residual; ///< |J x − λ x|, with the Ritz vector x of length 1
};

/// Ritz values of the part, whose components are scaled by their weights. There are two starting
/// vectors: noise of alternating signs, and the component `from` alone.
std::vector<Ritz> ritzValues(const Part &part, const std::vector<double> &weights,
                             std::size_t from);

} // namespace eulerc
