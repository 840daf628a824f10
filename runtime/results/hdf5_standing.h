// Whether a run that goes on may continue a file that stands there: it has what the run records, at
// the same points, and nothing else that would be lost.
#pragma once

#include <string>

#include "results/series.h"

namespace eulerc {

/// Throws Error(Usage) unless the file `standing`, which the user calls `path`, is of this run.
/// `made` is the file that was made for the states to come.
void requireSameRun(const std::string &standing, const std::string &made, const std::string &path,
                    const SeriesDescription &description);

} // namespace eulerc
