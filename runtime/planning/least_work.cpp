// Counts the least work of a plan's launches (least_work.h).

#include "planning/least_work.h"

#include <algorithm>

#include "forms/shared.h"

namespace eulerc {
namespace {

using forms::most, forms::real;

/// The share of components whose points read only inside the grid.
double insideShare(const Grid &grid) {
  double share = 1;
  for (int axis = 0; axis < grid.rank; axis++)
    share *= real(most(grid.end[axis] - grid.begin[axis], 0)) / real(most(grid.extent[axis], 1));
  return share;
}

/// Values that a launch or a round of `levels` levels must read and write, per component.
double valuesOf(const PlanRequest &request, const Plan &plan, std::int64_t levels) {
  const double ofLevel = request.stencil.leastValues;
  if (levels == 1 || request.levelsOfStep == 1) {
    // Launches of diamonds do not advance all points.
    const bool leavesSome = plan.form->copies == Copies::OfLevels;
    return leavesSome ? std::min(ofLevel, 2 * plan.expected.globalShare * real(levels)) : ofLevel;
  }
  return std::min(ofLevel, 2 * request.liveOutShare);
}

} // namespace

Work leastWork(const PlanRequest &request, const Plan &plan) {
  const std::int64_t tiled =
      plan.form->tiling == nullptr ? 1 : most(plan.form->tiling(plan).tileSteps, 1);
  const double turns = real(plan.levels.count) / real(tiled);
  const double components = real(request.components);
  // Values that a launch or round leaves in caches need neither a store nor a load of the next one.
  const double bytes = components * real(request.realSize) * valuesOf(request, plan, tiled) -
                       2 * real(request.device.lastCache);
  return {turns * std::max(bytes, 0.0),
          real(plan.levels.count) * components * insideShare(request.grid) *
              request.leastOperations,
          real(plan.launches)};
}

} // namespace eulerc
