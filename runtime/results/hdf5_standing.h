// Checks whether a continued run may continue an existing HDF5 file: the file must have the same
// arrays at the same points, and nothing else that would be lost.
#pragma once

#include <string>

#include "results/series.h"

namespace eulerc {

/// Throws Error(Usage) unless the existing file `standing`, which the user calls `path`, is of this
/// run. `made` is the new file for further states.
void requireSameRun(const std::string &standing, const std::string &made, const std::string &path,
                    const SeriesDescription &description);

} // namespace eulerc
