// traceStep(): repeats a step, stage by stage and point by point, up to the first stage with a
// value that is not finite, and tells which operation made that value (cause.h).
#pragma once

#include <string>

#include "backend/backend.h"

namespace eulerc {

/// "in stage 2 of rk4, 'a / (b - c)' at program.ode:12:9 divides by 0, for u[3][4]", without parts
/// that are unknown or already in the message. `y`: the state before the step, with room for a
/// buffer; `view`: as for Stepper::monitor; `component`: the component that the message names.
std::string traceStep(const Job &job, const StateView &view, HostArray &y, std::int64_t component);

} // namespace eulerc
