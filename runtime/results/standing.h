// Rules for existing ("standing") files of a continued run: which of their records are kept.
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

/// The times in the files of a series; empty if they cannot be read.
std::vector<double> standingTimes(const std::string &path, const SeriesDescription &description);

/// The fewest records that a file must have. The record of an earlier end may be missing: a
/// continued run has removed it, and ended before its first checkpoint.
std::int64_t leastRecords(const Dues &dues);

/// The number of times that are kept: all up to the time at which the run continues. The end of an
/// earlier run is dropped if it was no output time and the output times have not changed. Throws
/// Usage if the file has lost records.
std::int64_t keptOutputTimes(const std::string &path, const std::vector<double> &times,
                             const Dues &dues);

/// Whether the file was begun by a run continued from the same time: it is replaced by a new file,
/// as files of a repeated run are.
bool isOfRest(const std::vector<double> &times, const Dues &dues);

/// Throws Usage unless `isOf` holds for a record that the file may have.
void requireRecorded(const std::string &path, const Dues &dues,
                     const std::function<bool(const FileRecord &)> &isOf);
/// The same by the hashes of the kept records.
void requireRecorded(const std::string &path, const Dues &dues,
                     const std::vector<std::uint64_t> &hashes);

} // namespace eulerc
