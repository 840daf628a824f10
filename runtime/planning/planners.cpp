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

/// Levels of a launch, somewhat fewer than planned, of which the launches between two stops have as
/// many, if the last one would lack many: it takes longer for a step than the others, and as long
/// as they do unless it has a kernel of its own. 0: as planned.
std::int64_t evenLevels(const PlanRequest &request, const Plan &plan) {
  const bool isFree = request.tuning.tileSteps == 0 && plan.isPossible() &&
                      plan.form->shortIsAsLong && !request.device.isCpu;
  const std::int64_t planned = plan.levelsPerLaunch.count;
  const std::int64_t whole = isFree ? forms::roundUp(request.interval, planned) : 0;
  if (20 * whole <= 21 * request.interval) // by a twentieth
    return 0;
  for (std::int64_t levels = planned - request.stages; 4 * levels >= 3 * planned;
       levels -= request.stages)
    if (levels > 0 && request.interval % levels == 0)
      return levels;
  return 0;
}

/// Of NVIDIA's GPUs, the only ones whose work-groups are known to run at once. Work-groups that
/// wait for each other are one of a compute unit at most: registers need not be saved.
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

/// A launch of a slab that is longer than from exchange to exchange never ends: one as long is
/// planned.
Plan planOfPieces(const PlanRequest &request) {
  const Plan plan = planNamed(request);
  if (!isInPieces(request) || plan.levelsPerLaunch.count <= request.interval)
    return plan;
  PlanRequest piece = request;
  piece.steps = request.interval;
  const Plan shorter = planNamed(piece);
  return shorter.isPossible() ? shorter : plan;
}

/// The launches of all pieces of a slab's run.
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
