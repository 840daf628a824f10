// ValueChecks: what must hold of values made of params alone, so that a solver says it before a run
// instead of running into infinities:
//
//   y[i] / (h * h)   →   "the divisor 'h * h' must not be 0" at string.ode:9:20
//   K * K * y[i]     →   "'K * K' must be finite in float" at string.ode:9:10
#pragma once

#include "ParamText.h"

#include "ir/Step.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

struct ValueCheck {
  std::string holds; ///< the body of a function of the emitted host code that returns a bool
  std::string message;
  SourceRange where;
  /// No point of the interior is finite without it; else perhaps none needs the value: it is behind
  /// a condition or a function that may drop it, or for the edges alone.
  bool inside;
};

std::vector<ValueCheck> valueChecks(const Step &step, const ParamText &params, bool isDouble);

} // namespace eulerc::compiler
