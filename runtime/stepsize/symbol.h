// What a Jacobian makes of waves of the grid: its symbol (J. von Neumann's analysis: R. D.
// Richtmyer, K. W. Morton, Difference Methods for Initial-Value Problems, 1967, chapter 4).
//
//   rows of the components at a point, u' = u[i - 1] - 2 u[i] + u[i + 1] → for a wave e^(iθk):
//   2 cos θ - 2, a matrix of kinds of components by kinds
//
// Exact where coefficients are the same everywhere; where they are not, what it would be if they
// were as at that point.
#pragma once

#include "stepsize/hull.h"
#include "stepsize/jacobian.h"

namespace eulerc {

/// Adds the symbols at points for waves in all directions; in place of points whose rows reach
/// beyond a side those next to them whose rows do not, for a side makes no waves. False: rows
/// cannot be had.
bool addSymbols(const Jacobian &jacobian, const std::vector<std::int64_t> &points, Hull &hull);

/// The turns of kinds, for Hull.
std::vector<int> turnsOf(const Jacobian &jacobian);

/// More kinds take too long.
constexpr int mostKinds = 48;

} // namespace eulerc
