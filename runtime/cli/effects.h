// Options that change nothing in a run: they are accepted, and said.
//
//   --scheme linear --linear-form vector --vectors-deep 4 on a processor →
//   "--vectors-deep 4 is not followed: linear (vector) takes 1"
#pragma once

#include <string>
#include <vector>

#include "backend/record.h"
#include "cli/options.h"

namespace eulerc {

/// What is known before a run.
std::vector<std::string> withoutEffect(const Options &options);

/// Of a run that is resumed though it has come to its end; "".
std::string endOfResumed(const Solver &solver, const Options &options);

/// What is known when the run has shown where and how it was computed.
std::vector<std::string> withoutEffect(const Options &options, const RunRecord &stats);

/// Sizes asked for that the plan of an OpenCL device does not have.
std::vector<std::string> unfollowedHints(const Tuning &hints, const Plan &plan);

} // namespace eulerc
