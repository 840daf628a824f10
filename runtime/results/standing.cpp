// Decides which records of existing files a continued run keeps (standing.h).

#include "results/standing.h"

#include <algorithm>
#include <cmath>

#include "base/array.h"
#include "input/file.h"
#include "input/hdf5_frames.h"
#include "input/values.h"

namespace eulerc {
namespace {

/// The times in "out.time.npy", as many as its header says; none if it cannot be read.
std::vector<double> timesOfNpy(const std::string &path) {
  std::vector<double> times;
  try {
    for (std::int64_t count = npyLength(path); count > 0; count = 0) {
      HostArray values;
      const Target target{Precision::Double, {count}, values};
      readNpy(Framed(path), target);
      const auto *first = static_cast<const double *>(values.data());
      times.assign(first, first + count);
    }
  } catch (const InputError &) { // makeSeries() reports the reason
  }
  return times;
}

} // namespace

std::vector<double> standingTimes(const std::string &path, const SeriesDescription &description) {
  if (path.ends_with(".npy"))
    return timesOfNpy(seriesFiles(path, description.arrays).back());
  return Hdf5Frames(path).numbers(timesName(path, description.arrays));
}

namespace {

/// The number of records that lie before the output times that are counted now.
std::int64_t recordsBefore(const std::vector<double> &times, const Dues &dues) {
  return dues.since ? std::ranges::lower_bound(times, *dues.since - dues.slack) - times.begin() : 0;
}

/// Whether the times of a file agree with the current output times.
bool areSame(const std::vector<double> &times, std::int64_t held, const Dues &dues) {
  const std::int64_t before = recordsBefore(times, dues);
  bool isSame = dues.timeOf && held <= before + dues.already + 1; // one time may be an earlier end
  for (std::int64_t k = dues.roughCount; k < std::min(held - before, dues.already) && isSame; k++)
    isSame = std::abs(times[static_cast<std::size_t>(before + k)] - dues.timeOf(k)) <= dues.slack;
  return isSame;
}

/// Whether the last of the first `kept` times is only the end of an earlier run, which a run
/// without interruption would not have recorded.
bool isEarlierEnd(const std::vector<double> &times, std::int64_t kept, const Dues &dues) {
  if (dues.takesNow || dues.last || kept == 0 || (dues.had && !dues.had->endsOff) ||
      times[static_cast<std::size_t>(kept - 1)] < dues.now - dues.slack)
    return false;
  if (!dues.timeOf)
    return dues.had.has_value();
  return kept - 1 == recordsBefore(times, dues) + dues.already &&
         areSame(times, kept, dues); // other output times stay
}

} // namespace

std::int64_t leastRecords(const Dues &dues) {
  return dues.had ? dues.had->records - (dues.had->endsOff ? 1 : 0) : 0;
}

std::int64_t keptOutputTimes(const std::string &path, const std::vector<double> &times,
                             const Dues &dues) {
  const auto upTo = [&](double time) {
    return std::ranges::upper_bound(times, time) - times.begin();
  };
  const std::int64_t held = upTo(dues.now + dues.slack);
  const bool isUnknown = !dues.had && areSame(times, held, dues);
  const std::int64_t least =
      isUnknown ? recordsBefore(times, dues) + dues.already : leastRecords(dues);
  if (held < least)
    refuseShorter(path, held, least);
  const std::int64_t kept = dues.takesNow ? upTo(dues.now - dues.slack) : held;
  return isEarlierEnd(times, kept, dues) ? kept - 1 : kept;
}

bool isOfRest(const std::vector<double> &times, const Dues &dues) {
  return !dues.had && !times.empty() && times.front() >= dues.now - dues.slack;
}

void requireRecorded(const std::string &path, const Dues &dues,
                     const std::function<bool(const FileRecord &)> &isOf) {
  if (dues.mayHave && std::ranges::none_of(*dues.mayHave, isOf))
    refuseOtherRun(path);
}

void requireRecorded(const std::string &path, const Dues &dues,
                     const std::vector<std::uint64_t> &hashes) {
  if (!hashes.empty())
    requireRecorded(path, dues, [&](const FileRecord &record) {
      return std::ranges::find(record.hashes, hashes[0]) != record.hashes.end();
    });
}

} // namespace eulerc
