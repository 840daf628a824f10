// Computes symbols of a Jacobian, by which it multiplies waves of the grid (von Neumann analysis:
// R. D. Richtmyer, K. W. Morton, Difference Methods for Initial-Value Problems, 1967, chapter 4).
//
//   rows of the components at a point, u' = u[i - 1] - 2 u[i] + u[i + 1] → for a wave e^(iθk):
//   2 cos θ - 2, a matrix of kinds of components by kinds
//
// The symbol is exact for constant coefficients. Else it is that of an equation whose coefficients
// have the point's values everywhere.
#pragma once

#include "stepsize/hull.h"
#include "stepsize/jacobian.h"

namespace eulerc {

/// Adds the symbols at points, for waves in all directions. A point whose row reaches beyond a side
/// is replaced by the nearest point whose row does not. Returns how many points differ; 0: rows
/// cannot be computed.
int addSymbols(const Jacobian &jacobian, const std::vector<std::int64_t> &points, Hull &hull);

/// The turns of kinds, for Hull.
std::vector<int> turnsOf(const Jacobian &jacobian);

/// Programs with more kinds take too long.
constexpr int mostKinds = 48;

} // namespace eulerc
