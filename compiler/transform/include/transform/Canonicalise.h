// Canonicalise: turns residue classes into states of the canonical form, and guards into regions.
//
//   y'[i] = i % 2 == 0 ? y[i + 1] : i == 1 ? 0 : y[i - 3]
//       →   period 2; equation 0: y[i + 1]; equation 1: y[i - 3] in the interior i >= 3
#pragma once

#include "ir/Access.h"
#include "ir/Problem.h"
#include "ir/System.h"

namespace eulerc::compiler {

System canonicalise(const Problem &problem, const Access &access);

} // namespace eulerc::compiler
