// The ghost zone of a slab between two exchanges: with each level fewer of its rows are of use.
//
//   rows [0, 60) held, [4, 60) owned, radius 1 → useful 2 levels before the exchange: [2, 60)
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"

namespace eulerc {

struct GhostValidity {
  Range owned = {};        ///< of the rows held; empty: all, and none of them age
  std::int64_t radius = 0; ///< rows that a level spoils
  std::int64_t newAt = 0;  ///< number of the step before which neighbours send new ones

  /// The rows that are of use a number of levels before neighbours send new ones.
  Range useful(std::int64_t held, std::int64_t levels) const {
    if (owned.begin >= owned.end)
      return {0, held};
    return {std::max<std::int64_t>(0, owned.begin - levels * radius),
            std::min(held, owned.end + levels * radius)};
  }
};

} // namespace eulerc
