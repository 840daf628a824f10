// PrepareFields: expressions of a field and params alone are computed once, when the field is
// copied to the device or the threads.
//
//   step_0 = w0 + h * (w1 / (d * d) * w2), w1 of the field beta
//       →  w0 + h * (w1 * w2), and prepared: beta = value / (d * d)
//
// A field is prepared if steps read it only within one such expression, so that the number of
// values read stays the same. Operations and their order stay the same, so results do not change.
#pragma once

#include "ir/Step.h"

#include <vector>

namespace eulerc::compiler {

/// Replaces these expressions in the functions' bodies, which are still over Param, not Uniform.
/// Returns for each array the expression that replaces its values, as in Step::prepared.
std::vector<ExprPtr> prepareFields(const System &system,
                                   const std::vector<StepFunction *> &functions);

} // namespace eulerc::compiler
