// Operations: counts the operations of a step's functions.
//
//   0.1 * (u[i - 1] - 2 * u[i] + u[i + 1])  →  a sum, a product and a fused sum: 4 flops
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

/// The operations of all bodies. Shared operations count once.
Operations operationsOf(const std::vector<ExprPtr> &bodies);

/// Sets flopsOfStep and the flops of a component at a level.
void countFlops(const Step &step, Stencil &stencil);

} // namespace eulerc::compiler
