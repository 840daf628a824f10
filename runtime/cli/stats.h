// --stats: the measurements of a run as JSON.
#pragma once

#include <optional>
#include <string>

#include "cli/verify.h"

namespace eulerc {

/// How each such file begins.
inline constexpr const char *statsBegin = "{\n  \"compiler\": \"eulerc ";

/// What does not apply to a backend is null, never invented. Times are in seconds.
std::string statsJson(const Solver &solver, const Options &options,
                      const std::optional<Verification> &verification);

} // namespace eulerc
