// Pieces: equal parts of a launch that can be measured instead of the whole launch.
//
//   1,600 overlapped tiles on 2 cores → 800 pieces of 2 tiles
//
// A piece has one tile for each compute unit. Overlapped tiles do not depend on other tiles of
// their launch, so some of them can be computed alone. Diamonds, persistent rounds and linear
// launches run whole.
#pragma once

#include <algorithm>

#include "base/memory.h"
#include "forms/form.h"

namespace eulerc {

inline std::int64_t piecesOfLaunch(const Plan &plan, std::int64_t units) {
  if (plan.form->tiling == nullptr || plan.form->isWhole)
    return 1;
  const std::int64_t each = std::max<std::int64_t>(units, 1);
  return (plan.form->tiling(plan).tiles + each - 1) / each;
}

/// Measurements use the first launches of a run only, at most this many.
inline constexpr std::int64_t kMostMeasured = 256;

/// Levels of a run that the measured launches advance.
inline std::int64_t levelsMeasured(const Plan &plan) {
  return std::min(plan.levels.count, times(kMostMeasured, plan.levelsPerLaunch.count));
}

} // namespace eulerc
