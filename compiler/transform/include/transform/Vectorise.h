// Vectorise: how each equation of a step is computed for vectors of neighbouring points, and what
// keeps it scalar if anything does.
//
//   y[N - 1 - i] - y[i]  →  scalar because of y[N - 1 - i], which is not at a constant distance
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Step.h"

#include <optional>

namespace eulerc::compiler {

std::optional<Step> vectorise(const Step &step, Diagnostics &diagnostics);

} // namespace eulerc::compiler
