#include "results/standing.h"

#include <algorithm>
#include <cmath>

#include "base/array.h"
#include "input/file.h"
#include "input/hdf5_frames.h"
#include "input/values.h"

namespace eulerc {
namespace {

/// Of "out.time.npy", whose header says how many there are.
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
  } catch (const InputError &) { // the series says what is wrong with it
  }
  return times;
}

} // namespace

std::vector<double> standingTimes(const std::string &path, const SeriesDescription &description) {
  if (path.ends_with(".npy"))
    return timesOfNpy(seriesFiles(path, description.arrays).back());
  return Hdf5Frames(path).numbers(timesName(path, description.arrays));
}

std::int64_t keptOutputTimes(const std::vector<double> &times, const Dues &dues) {
  const auto held = static_cast<std::int64_t>(times.size());
  if (dues.timeOf) {
    const double end = dues.takesNow ? dues.now - dues.slack : dues.now + dues.slack;
    const std::int64_t past = std::ranges::upper_bound(times, end) - times.begin();
    bool isSame = past <= dues.already + 1; // one of them may be the end of what was run
    for (std::int64_t k = 0; k < std::min(held, dues.already) && isSame; k++)
      isSame = std::abs(times[static_cast<std::size_t>(k)] - dues.timeOf(k)) <= dues.slack;
    if (!isSame)
      return past;
  }
  return dues.already;
}

} // namespace eulerc
