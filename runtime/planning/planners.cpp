// planScheme(): finds the form of a request, lets it plan, and adjusts the plan: launches of equal
// length, occupancy, and the pieces of slabs between exchanges.

#include "planning/planners.h"

namespace eulerc {
namespace {

Plan planNamed(const PlanRequest &request) {
  if (request.tuning.scheme == Scheme::Auto)
    return planAuto(request);
  Plan plan = formFor(request).plan(request);
  if (request.listsEvents && plan.isPossible() && !plan.form->listsEvents)
    forms::refuse(plan, Reason::NoEvents);
  return plan;
}

/// A smaller number of levels a launch, down to 75 % of the planned one, that divides the interval
/// between two stops; 0: keep the plan. A short last launch takes longer for each step, or as long
/// as a whole launch. So if it would lack many levels, equal launches are faster.
std::int64_t evenLevels(const PlanRequest &request, const Plan &plan) {
  const bool isFree = request.tuning.tileSteps == 0 && plan.isPossible() &&
                      plan.form->shortIsAsLong && !request.device.isCpu;
  const std::int64_t planned = plan.levelsPerLaunch.count;
  const std::int64_t whole = isFree ? forms::roundUp(request.interval, planned) : 0;
  if (20 * whole <= 21 * request.interval) // the last launch wastes 5 % of the interval or less
    return 0;
  for (std::int64_t levels = planned - request.stages; 4 * levels >= 3 * planned;
       levels -= request.stages)
    if (levels > 0 && request.interval % levels == 0)
      return levels;
  return 0;
}

/// Work-groups of a compute unit that registers are limited for; 0: no limit. Only for NVIDIA's
/// GPUs (coResident > 1). Persistent kernels have one work-group a unit, which may use all
/// registers.
std::int64_t groupsPerUnit(const PlanRequest &request, const Plan &plan) {
  if (request.device.coResident <= 1)
    return 0;
  if (request.tuning.groupsPerUnit > 0)
    return request.tuning.groupsPerUnit;
  if (plan.form->copies == Copies::OfRounds)
    return 1;
  return plan.form->groupsPerUnit && plan.isPossible() ? plan.form->groupsPerUnit(request, plan)
                                                       : 0;
}

bool isInPieces(const PlanRequest &request) {
  return request.grid.isSlab() && request.interval > 0 && request.interval < request.steps;
}

/// The plan of a request. A slab stops for an exchange after each interval, so its launches are
/// planned no longer than that.
Plan planOfPieces(const PlanRequest &request) {
  const Plan plan = planNamed(request);
  if (!isInPieces(request) || plan.levelsPerLaunch.count <= request.interval)
    return plan;
  PlanRequest piece = request;
  piece.steps = request.interval;
  const Plan shorter = planNamed(piece);
  return shorter.isPossible() ? shorter : plan;
}

/// Sets levels and launches of a slab's plan to the sums over all pieces between exchanges.
Plan withLaunchesOfPieces(const PlanRequest &request, Plan plan) {
  if (!isInPieces(request) || !plan.isPossible())
    return plan;
  const auto launchesOf = [&](std::int64_t levels) {
    return levels > 0 ? withLevels(plan, levels).launches : 0;
  };
  const std::int64_t launches = request.steps / request.interval * launchesOf(request.interval) +
                                launchesOf(request.steps % request.interval);
  if (request.device.isHost)
    plan.levelsPerLaunch = withEvenLaunches(withLevels(plan, request.interval)).levelsPerLaunch;
  plan.levels = request.steps;
  plan.launches = launches;
  return plan;
}

} // namespace

Plan planScheme(const PlanRequest &request) {
  Plan plan = planOfPieces(request);
  if (const std::int64_t levels = evenLevels(request, plan); levels > 0) {
    PlanRequest even = request;
    even.tuning.tileSteps = levels / request.stages;
    even.tuning.tileForm = plan.form->tileForm;
    if (const Plan other = planNamed(even); other.isPossible())
      plan = other;
  }
  plan.groupsPerUnit = groupsPerUnit(request, plan);
  plan.levelsOfStep = request.levelsOfStep;
  plan.grain = request.stages;
  return withLaunchesOfPieces(request, plan);
}

double secondsOfStep(const PlanRequest &request, const Plan &plan) {
  return plan.form->cost(request, plan);
}

Plan withEvenLaunches(Plan plan) {
  if (plan.form->evensLaunches && plan.launches > 0) {
    const std::int64_t share = forms::ceilDiv(plan.levels.count, plan.launches);
    const std::int64_t whole = forms::roundUp(share, plan.grain.count); // steps, or parts of them
    plan.levelsPerLaunch = forms::least(plan.levelsPerLaunch.count, whole);
  }
  return plan;
}

} // namespace eulerc
