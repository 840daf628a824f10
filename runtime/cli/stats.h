// --stats: the measurements of a run as JSON.
#pragma once

#include <optional>
#include <string>

#include "cli/verify.h"

namespace eulerc {

/// What does not apply to a backend is null, never invented. Times are in seconds.
std::string statsJson(const Solver &solver, const Options &options,
                      const std::optional<Verification> &verification);

} // namespace eulerc
