// --stats: the measurements of a run as JSON.
#pragma once

#include <optional>
#include <string>

#include "cli/verify.h"

namespace eulerc {

/// The beginning of each such file.
inline constexpr const char *statsBegin = "{\n  \"compiler\": \"eulerc ";

/// Members that do not apply to a backend are null. Times are in seconds.
std::string statsJson(const Solver &solver, const Options &options,
                      const std::optional<Verification> &verification);

} // namespace eulerc
