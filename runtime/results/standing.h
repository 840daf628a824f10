// A run that goes on keeps what its files hold up to there.
//
//   times 0, 1, 2, 2.5 of a run that was killed at t = 2.2, --every 1  → the first three
//   the same times, --every 0.5 from now on                           → the first three, too
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/observer.h"
#include "results/series.h"

namespace eulerc {

/// The times in the files of a series; none where they cannot be read.
std::vector<double> standingTimes(const std::string &path, const SeriesDescription &description);

/// How many of these times are kept: as many as the same output times would have led to, even if
/// the file has fewer. Where the output times are others now, all up to where the run goes on.
std::int64_t keptOutputTimes(const std::vector<double> &times, const Dues &dues);

} // namespace eulerc
