// The outermost eigenvalues of a Jacobian, from some tens of products with vectors (W. E. Arnoldi,
// The principle of minimized iterations in the solution of the matrix eigenvalue problem, Quart.
// Appl. Math. 9, 1951).
//
//   rows around the point that changes fastest → two starts → Ritz values, with what each misses
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

/// All components, or those at the points nearest to one, as many as are quickly gone through.
/// Nothing where rows cannot be had, or are too long.
std::optional<Part> partAround(const Jacobian &jacobian, std::int64_t component);

struct Ritz {
  Complex value;
  double residual; ///< |J x − λ x| of the vector x of length 1 that it goes with
};

/// Products are taken with components by their weights, a number for each of the part's. From noise
/// that alternates, and from the component alone.
std::vector<Ritz> ritzValues(const Part &part, const std::vector<double> &weights,
                             std::size_t from);

} // namespace eulerc
