// BandTrial: in how many bands the inner tiles of a slab are computed while rows travel. Neighbours
// of the plan's number are tried on pieces of the run, and the fastest stays; results are the same.
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
  /// The number for the piece that begins; 0: the plan's, `planned` (0: their number is fixed).
  std::int64_t next(std::int64_t planned, std::int64_t steps);

private:
  std::int64_t bandsOf(std::size_t candidate) const;
  void decide();

  /// Added to the plan's number; the first pieces of all are slower.
  static constexpr std::array<std::int64_t, 7> offsets = {0, 0, -1, -2, -3, 1, 2};
  std::int64_t planned_ = 0, steps_ = 0; ///< of the trial
  std::size_t candidate_ = 0;            ///< behind the last one: all were tried
  int pieces_ = 0;                       ///< of the candidate
  std::array<double, offsets.size()> seconds_ = {};
  Stopwatch watch_;
  std::int64_t chosen_ = 0;
};

} // namespace eulerc
