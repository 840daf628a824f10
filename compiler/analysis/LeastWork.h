// LeastWork: the least work of points in a step, for any code and layout.
//
//   k * (u[i - 1] - 2 * u[i] + u[i + 1])  →  a sum and two fused sums; one value read, one written
//
// A value counts once if several equations share it, or if neighbouring points compute it as well.
// Not counted: operations under a condition, values that depend on no point, and integers.
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

/// The least operations of a pass of a loop.
double leastOperationsOfPass(const StepFunction &loop, const std::vector<StencilRead> &reads,
                             bool isFast, std::size_t rank);

/// The least work of a point, without loops.
LeastWork leastWork(const Step &step, const Stencil &stencil);

} // namespace eulerc::compiler
