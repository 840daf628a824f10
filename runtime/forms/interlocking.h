// What the planners of diamonds and honeycombs share: blocks, local memory, work-groups, and the
// figures that follow from the geometry.
//
//   String, n = 80,000, d = 3 → blocks of 2 points = 4 components, 20,000 blocks
//
// A tiling is planned in three steps: startTiling (blocks; whether tiles are possible at all), the
// scheme's choice of D, S and W, and finishTiling (work-groups, launches, bytes, share).
#pragma once

#include "forms/shared.h"

namespace eulerc {

/// Tiles of a launch, even or odd, that has more of them.
std::int64_t mostTiles(const Interlocking &tiles);

namespace forms {

/// A form of diamonds or of honeycombs, point by point or in vectors.
Form formOfTiling(Scheme scheme, bool byPoints, Plan (*plan)(const PlanRequest &));

/// A tile of two blocks advances one step a launch: linear with copies on top.
constexpr std::int64_t leastWidth = 4;

/// Diamonds that a strategy tries at m = 1, 2, 3, … (7.1.1).
std::int64_t diamonds(Strategy strategy, std::int64_t computeUnits, std::int64_t m);

/// Bytes of local memory of a tile of `width` blocks: two rows, old and new (eq. 7.1), or one that
/// is walked in place (ch. 8).
std::int64_t localBytes(const Interlocking &shape, std::int64_t width);

/// Whether they are less than the device has, as the thesis wants it.
bool fits(const PlanRequest &request, const Interlocking &shape, std::int64_t width);

/// Blocks and checks of the scheme's form, `scalar` or in vectors; a plan that is refused must not
/// be planned further.
Plan startTiling(const PlanRequest &request, const Form &scalar, const Form &vector);

/// Refuses a tile of that width when the system or the local memory is too small for it.
bool admits(const PlanRequest &request, Plan &plan, std::int64_t width);

/// Everything that follows from D, S and the blocks.
void finishTiling(const PlanRequest &request, Plan &plan, std::int64_t width,
                  std::int64_t tileSteps);

} // namespace forms
} // namespace eulerc
