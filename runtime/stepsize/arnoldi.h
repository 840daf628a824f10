// The outermost eigenvalues of a Jacobian, from some tens of products with vectors (W. E. Arnoldi,
// The principle of minimized iterations in the solution of the matrix eigenvalue problem, Quart.
// Appl. Math. 9, 1951).
//
//   rows around the point that changes fastest → two starts → Ritz values, each with its residual
#pragma once

#include <optional>

#include "stepsize/hull.h"
#include "stepsize/jacobian.h"

namespace eulerc {

/// The rows of some components, and the columns of the same components.
struct Part {
  std::vector<std::int64_t> components; ///< in order
  std::vector<std::size_t> begins;      ///< of rows, and the end of the last one
  std::vector<std::size_t> columns;     ///< numbers of components
  std::vector<double> values;
};

/// As many components as products are fast with.
constexpr std::int64_t mostComponents = 20000;

/// All components, or about `most` at the points nearest to a component's. Nothing where rows
/// cannot be computed, or are too long.
std::optional<Part> partAround(const Jacobian &jacobian, std::int64_t component,
                               std::int64_t most = mostComponents);

/// The same at the points of a line along an axis, through a component's.
std::optional<Part> partAlong(const Jacobian &jacobian, std::int64_t component, int axis);

struct Ritz {
  Complex value;
  double residual; ///< |J x − λ x|, with the Ritz vector x of length 1
};

/// Components are scaled by their weights, one for each component of the part. There are two
/// starts: noise of alternating signs, and the one component alone.
std::vector<Ritz> ritzValues(const Part &part, const std::vector<double> &weights,
                             std::size_t from);

} // namespace eulerc
