// GhostValidity: the rows of a slab's ghost zone that are still valid between two exchanges. Each
// level (step or stage) makes `radius` more rows invalid.
//
//   rows [0, 60) held, [4, 60) owned, radius 1 → valid 2 levels before the exchange: [2, 60)
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"

namespace eulerc {

struct GhostValidity {
  Range owned = {};        ///< among the rows held; empty: all, and all stay valid
  std::int64_t radius = 0; ///< rows that each level makes invalid
  std::int64_t newAt = 0;  ///< number of the step before which neighbours send new rows

  /// The rows that have to be valid a number of levels before neighbours send new rows.
  Range useful(std::int64_t held, std::int64_t levels) const {
    if (owned.begin >= owned.end)
      return {0, held};
    return {std::max<std::int64_t>(0, owned.begin - levels * radius),
            std::min(held, owned.end + levels * radius)};
  }
};

} // namespace eulerc
