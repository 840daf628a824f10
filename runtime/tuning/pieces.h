// Pieces of launches: what of a launch may be measured in place of all of it.
//
//   1,600 overlapped tiles on 2 cores → 800 pieces of 2 tiles
//
// A piece has a tile for each unit that computes. Overlapped tiles depend on no others of their
// launch, so some of them can be computed alone; diamonds, rounds that wait for each other and
// linear launches run whole.
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

/// Launches of a run may be many; those behind these are not measured.
inline constexpr std::int64_t kMostMeasured = 256;

/// Levels of a run that launches have the times of while they are measured.
inline std::int64_t levelsMeasured(const Plan &plan) {
  return std::min(plan.levels.count, times(kMostMeasured, plan.levelsPerLaunch.count));
}

} // namespace eulerc
