// A run that goes on keeps what its files hold up to there.
//
//   times 0, 1, 2, 2.5 of a run that was killed at t = 2.2, --every 1  → the first three
//   the same times, --every 0.5 from now on                           → the first three, too
//   times 0, 1, 1.5 of a run that has ended at t = 1.5, --every 1     → the first two
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "results/observer.h"
#include "results/series.h"

namespace eulerc {

/// The times in the files of a series; none where they cannot be read.
std::vector<double> standingTimes(const std::string &path, const SeriesDescription &description);

/// How many records a file cannot lack. An earlier end may be gone: a run that went on has taken it
/// out, and ended before its first checkpoint.
std::int64_t leastRecords(const Dues &dues);

/// How many of these times are kept: all up to where the run goes on, but for its earlier end where
/// that was no output time, and the output times are the same now. Throws Usage: the file has lost
/// some.
std::int64_t keptOutputTimes(const std::string &path, const std::vector<double> &times,
                             const Dues &dues);

/// Whether a file that the run did not have begins where it goes on: it is made anew, as files of
/// all runs are.
bool isOfRest(const std::vector<double> &times, const Dues &dues);

/// Throws Usage unless the file has what the run had recorded, as `isOf` tells.
void requireRecorded(const std::string &path, const Dues &dues,
                     const std::function<bool(const FileRecord &)> &isOf);
/// The same for the hashes of the records that are kept.
void requireRecorded(const std::string &path, const Dues &dues,
                     const std::vector<std::uint64_t> &hashes);

} // namespace eulerc
