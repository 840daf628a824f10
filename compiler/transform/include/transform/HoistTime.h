// HoistTime: expressions of the time and params alone are computed once for each stage instead of
// once for each point.
//
//   step_0 = w0 + h * (w1 + sin(c0 * t))
//       →  w0 + h * (w1 + at_time_0), and at_time_0 = sin(c0 * t)
//
// Operations and their order stay the same, so results do not change.
#pragma once

#include "ir/Step.h"

namespace eulerc::compiler {

/// Replaces such expressions in the functions' bodies if they contain a division or a function, and
/// adds them to Step::atTime.
void hoistTime(Step &step, const std::vector<StepFunction *> &functions);

} // namespace eulerc::compiler
