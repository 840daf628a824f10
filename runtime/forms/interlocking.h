// Helpers of the planners of diamonds and honeycombs: blocks, local memory, work-groups, and the
// share of values that cross global memory.
//
//   String, n = 80,000, d = 3 → blocks of 2 points = 4 components, 20,000 blocks
//
// A tiling is planned in three steps: startTiling (blocks; whether tiles are possible at all), the
// scheme's choice of D, S and W, and finishTiling (work-groups, launches, bytes, share).
#pragma once

#include "forms/shared.h"

namespace eulerc {

/// Tiles of an even or of an odd launch, whichever has more.
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

/// Whether those bytes are less than the device's local memory; equal is too many, as in the
/// thesis.
bool fits(const PlanRequest &request, const Interlocking &shape, std::int64_t width);

/// Chooses the form, `scalar` or `vector`, checks the program and sets the blocks. A refused plan
/// must not be planned further.
Plan startTiling(const PlanRequest &request, const Form &scalar, const Form &vector);

/// Refuses a tile of that width when the system or the local memory is too small for it.
bool admits(const PlanRequest &request, Plan &plan, std::int64_t width);

/// Sets everything that follows from D, S and the blocks.
void finishTiling(const PlanRequest &request, Plan &plan, std::int64_t width,
                  std::int64_t tileSteps);

} // namespace forms
} // namespace eulerc
