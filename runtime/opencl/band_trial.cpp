// Times pieces of a run with different numbers of bands (band_trial.h).

#include "opencl/band_trial.h"

#include <algorithm>

namespace eulerc {
namespace {

/// Each candidate gets `most` pieces. The first `unmeasured` ones are not measured, because the
/// host begins a piece while the device computes the previous one.
constexpr int unmeasured = 2, most = 5;
/// A candidate replaces the plan's number only if its time is below this share.
constexpr double worthwhile = 0.99;

} // namespace

std::int64_t BandTrial::bandsOf(std::size_t candidate) const {
  return std::max<std::int64_t>(1, planned_ + offsets[candidate]);
}

std::int64_t BandTrial::next(std::int64_t planned, std::int64_t steps) {
  if (planned == 0)
    return 0;
  if (planned != planned_) {
    *this = {};
    planned_ = planned;
  }
  if (candidate_ == offsets.size())
    return chosen_;
  if (steps != steps_) // the last piece of a run, and the first one of the next
    pieces_ = 0;
  steps_ = steps;
  if (pieces_ == most) {
    seconds_[candidate_] = watch_.seconds();
    pieces_ = 0;
    if (++candidate_ == offsets.size()) {
      decide();
      return chosen_;
    }
  }
  if (pieces_++ == unmeasured)
    watch_ = {};
  return bandsOf(candidate_);
}

void BandTrial::decide() {
  seconds_[0] = std::min(seconds_[0], seconds_[1]);
  const auto best = std::ranges::min_element(seconds_) - seconds_.begin();
  const bool isBetter = seconds_[static_cast<std::size_t>(best)] < worthwhile * seconds_[0];
  chosen_ = bandsOf(isBetter ? static_cast<std::size_t>(best) : 0);
}

} // namespace eulerc
