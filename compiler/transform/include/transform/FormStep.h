// FormStep: turns equations into step functions of a window, and values of params into uniforms.
//
//   y'[i] = K * K * y[i - 1]   →   step_0(w0 = y[i], w1 = y[i - 1]) = w0 + h * (c0 * w1),
//                                  c0 = K * K
//
// With `contracts`, a product in a sum is contracted: a * b + c is fma(a, b, c), and the step
// itself is fma(h, c0 * w1, w0). A divisor of params alone becomes a reciprocal: x / (dx * dx) is x
// * c1 with c1 = 1 / (dx * dx). pow(x, 3) is x * x * x.
#pragma once

#include "ir/Step.h"
#include "ir/System.h"

namespace eulerc::compiler {

/// How the language's arithmetic differs from C's, by options.
struct Arithmetic {
  bool contracts = true;   ///< a product and the sum it is written in are rounded once
  bool reciprocals = true; ///< a division by params becomes a product with the reciprocal
  bool isFast = false;     ///< a division by a root becomes a product with its reciprocal
};

Step formStep(const System &system, const Arithmetic &arithmetic);

} // namespace eulerc::compiler
