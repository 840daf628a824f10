// A bound of how fast the modes of a Jacobian J oscillate: |Im λ| is at most half the largest row
// sum of |S − Sᵀ|, S = W⁻¹ J W, for all weights W > 0 (I. Bendixson, Sur les racines d'une équation
// fondamentale, Acta Math. 25, 1902).
//
//   heat of a conductivity that jumps from point to point: J is symmetric → 0, though the symbol at
//   a jump (symbol.h) oscillates
#pragma once

#include "stepsize/arnoldi.h"

namespace eulerc {

/// The bound for a part of the Jacobian, by weights of 1 or, if they `mayDiffer`, by those that
/// make entries and their transposes equal, as of heat with a capacity that is not the same
/// everywhere.
double skewness(const Part &part, bool mayDiffer);

/// Whether weights that make entries and their transposes equal stay bounded. With advection they
/// grow from point to point without end, which a line through the grid shows and a box may not.
bool areWeightsBounded(const Part &part);

} // namespace eulerc
