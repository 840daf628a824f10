// How fast the modes of a Jacobian J can oscillate: |Im λ| is at most half of the largest row sum
// of |S − Sᵀ|, S = W⁻¹ J W, for all weights W > 0 (I. Bendixson, Sur les racines d'une équation
// fondamentale, Acta Math. 25, 1902).
//
//   heat of a conductivity that jumps from point to point: J is symmetric → 0, though the symbol at
//   a jump (symbol.h) oscillates
#pragma once

#include "stepsize/arnoldi.h"

namespace eulerc {

/// The bound for a part of the Jacobian with all weights 1. Others are tried, too: those that make
/// entries and their transposes equal, as of heat with a capacity that jumps. Of a current, too,
/// they would, but grow from point to point without end: unless the part `isWhole`, has all
/// components, they are taken only where most entries equal their transposes.
double skewness(const Part &part, bool isWhole);

} // namespace eulerc
