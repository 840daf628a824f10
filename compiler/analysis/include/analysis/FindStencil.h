// FindStencil: what a step reads, how far away, and what it costs.
//
//   step_0_1(y_own, y_m1, y_m3, y_p1) of two classes  →  component 1 reads component 1 one point
//                                                        before, component 0 one before and at it
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Stencil.h"

namespace eulerc::compiler {

std::optional<Stencil> findStencil(const Step &step, Diagnostics &diagnostics);

} // namespace eulerc::compiler
