// The user's cache folder, where solvers keep results of measurements from run to run.
//
//   inUserCache("tuning.json") → "/home/me/.cache/eulerc/tuning.json"
#pragma once

#include <string>

namespace eulerc {

/// The path of a file in $XDG_CACHE_HOME or ~/.cache; "" when neither folder is known.
std::string inUserCache(const char *name);

} // namespace eulerc
