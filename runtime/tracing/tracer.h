// Tracer: takes a step once more, stage by stage and point by point, up to the first stage that
// makes a value that is not finite, and tells which operation made it (cause.h).
#pragma once

#include <string>

#include "backend/backend.h"

namespace eulerc {

/// "in stage 2 of rk4, 'a / (b - c)' at program.ode:12:9 divides by 0, for u[3][4]"; parts
/// that are unknown, or already said, are left out. `y`: the state before the step, with room for a
/// buffer; `view`: as for Stepper::monitor; `component`: the one that was named.
std::string traceStep(const Job &job, const StateView &view, HostArray &y, std::int64_t component);

} // namespace eulerc
