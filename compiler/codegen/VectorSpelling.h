// VectorSpelling: how nodes that differ between the lanes of a vector are written.
//
//   i > S && y[i] > 0  →  EULERC_ORDERED(i0, …) & (y_own > EULERC_SPLAT(0.0f))
#pragma once

#include "ir/Lanes.h"
#include "ir/Step.h"

namespace eulerc::compiler {

/// `scalar` spells what is the same for all lanes; the lanes must live as long as the spelling.
Spelling vectorSpelling(const Spelling &scalar, const Lanes &lanes, const Step &step,
                        const StepFunction &f);

} // namespace eulerc::compiler
