// FindStencil: finds what a step reads, at which distances, and what it costs.
//
//   step_0_1(y_own, y_m1, y_m3, y_p1) of two classes  →  component 1 reads component 1 one point
//                                                        before, component 0 one before and at it
#pragma once

#include "ir/Stencil.h"

namespace eulerc::compiler {

Stencil findStencil(const Step &step);

} // namespace eulerc::compiler
