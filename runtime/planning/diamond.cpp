// Planner of the diamond schemes (thesis, ch. 6 to 8): D blocks wide, D/2 steps a launch.
//
//   String, n = 80,000, 30 compute units with 16,384 bytes → 59 diamonds of 340 blocks, 10,944
//   bytes
//
// By rows the half diamonds at the ends of the state belong to the tiles of even launches (walls);
// by columns they are tiles of odd launches, as in the thesis, since a half one walked along its
// diagonals would need half as much memory again.

#include "planning/planners.h"
#include "planning/shared.h"

namespace eulerc {
namespace {

using namespace planning;

/// The widest diamonds that fit, of the strategy's numbers; 0 when none does.
std::int64_t diamondWidth(const PlanRequest &request, const Plan &plan) {
  const std::int64_t units = most(request.device.computeUnits, 1);
  for (std::int64_t m = 1;; m++) {
    const std::int64_t count = diamonds(request.tuning.strategy, units, m);
    if (count < 1)
      continue;
    const std::int64_t width = roundUp(ceilDiv(plan.blocks, count), 2);
    if (width <= leastWidth) // a small system: fewer diamonds than the strategy wants
      return leastWidth;
    if (fits(request, plan, width))
      return width;
  }
}

} // namespace

Plan planDiamonds(const PlanRequest &request, bool columns) {
  Plan plan = startTiling(request, columns ? "diamond-columns" : "diamond", columns);
  if (plan.refusal != Refusal::None)
    return plan;
  const Tuning &tuning = request.tuning;
  std::int64_t width = roundUp(tuning.tileBlocks, 2);
  if (tuning.tileSteps > 0) { // D and S say the same
    if (width > 0 && width != 2 * request.wishedSteps()) {
      plan.tileSteps = request.wishedSteps();
      refuse(plan, Refusal::TileShape, 2 * plan.tileSteps, width);
      return plan;
    }
    width = 2 * request.wishedSteps();
  }
  if (!admits(request, plan, width > 0 ? width : leastWidth))
    return plan;
  if (width == 0)
    width = diamondWidth(request, plan);
  finishTiling(request, plan, width, width / 2);
  return plan;
}

} // namespace eulerc
