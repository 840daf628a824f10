// FormStep: equations become step functions of a window, values of params become uniforms.
//
//   y'[i] = K * K * y[i - 1]   →   step_0(w0 = y[i], w1 = y[i - 1]) = w0 + h * (c0 * w1),
//                                  c0 = K * K
//
// Where products are contracted with the sums they are written in, a * b + c is fma(a, b, c), and
// so is the step itself: fma(h, c0 * w1, w0).
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Step.h"
#include "ir/System.h"

#include <optional>

namespace eulerc::compiler {

std::optional<Step> formStep(const System &system, bool contracts, Diagnostics &diagnostics);

} // namespace eulerc::compiler
