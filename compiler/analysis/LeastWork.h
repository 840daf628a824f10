// LeastWork: what points have to do in a step, at the least, however it is compiled and laid out.
//
//   k * (u[i - 1] - 2 * u[i] + u[i + 1])  →  a sum and two fused sums; one value read, one written
//
// Counted once: a value that several equations share, or that a neighbouring point computes as
// well. Not counted: what a condition decides, what depends on no point, and integers.
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

/// Operations of a pass of a loop.
double leastOperationsOfPass(const StepFunction &loop, const std::vector<StencilRead> &reads,
                             bool isFast, std::size_t rank);

/// Without loops.
LeastWork leastWork(const Step &step, const Stencil &stencil);

} // namespace eulerc::compiler
