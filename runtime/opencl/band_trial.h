// BandTrial: chooses the number of bands of the inner tiles of a slab, which are computed during an
// exchange. It tries numbers near the plan's on pieces of the run and keeps the fastest. Results do
// not depend on the number.
//
//   8 of the plan → pieces with 8, 7, 6, 5, 9 and 10 → 6
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/stopwatch.h"

namespace eulerc {

class BandTrial {
public:
  /// The number of bands for the piece that begins. `planned`: the plan's number; if it is 0, the
  /// number is fixed, and 0 is returned.
  std::int64_t next(std::int64_t planned, std::int64_t steps);

private:
  std::int64_t bandsOf(std::size_t candidate) const;
  void decide();

  /// Candidates relative to the plan's number, which is tried twice: the first pieces are slower.
  static constexpr std::array<std::int64_t, 7> offsets = {0, 0, -1, -2, -3, 1, 2};
  std::int64_t planned_ = 0, steps_ = 0; ///< of the trial
  std::size_t candidate_ = 0;            ///< offsets.size(): all were tried
  int pieces_ = 0;                       ///< that the candidate has had
  std::array<double, offsets.size()> seconds_ = {};
  Stopwatch watch_;
  std::int64_t chosen_ = 0;
};

} // namespace eulerc
