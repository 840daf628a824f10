// Notes about options that are accepted but have no effect in a run.
//
//   --scheme linear --linear-form vector --vectors-deep 4 on a processor →
//   "--vectors-deep 4 is not followed: linear (vector) takes 1"
#pragma once

#include <string>
#include <vector>

#include "backend/record.h"
#include "cli/options.h"

namespace eulerc {

/// Notes that are known before a run.
std::vector<std::string> withoutEffect(const Options &options);

/// A note if a resumed run has already come to its end, else "".
std::string endOfResumed(const Solver &solver, const Options &options);

/// Notes that are known after a run, by its backend and plan.
std::vector<std::string> withoutEffect(const Options &options, const RunRecord &stats);

/// Notes about hints for sizes that the plan on an OpenCL device does not follow.
std::vector<std::string> unfollowedHints(const Tuning &hints, const Plan &plan);

} // namespace eulerc
