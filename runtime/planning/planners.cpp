#include "planning/planners.h"
#include "planning/shared.h"

namespace eulerc {
namespace {

Plan planNamed(const PlanRequest &request) {
  switch (request.tuning.scheme) {
  case Scheme::Diamond:
    return planDiamond(request);
  case Scheme::DiamondColumns:
    return planDiamondColumns(request);
  case Scheme::Honeycomb:
    return planHoneycomb(request);
  case Scheme::Overlapped:
    return planOverlapped(request);
  case Scheme::HoneycombColumns:
    return planHoneycombColumns(request);
  case Scheme::Linear:
    return planLinear(request);
  default:
    return planAuto(request);
  }
}

} // namespace

Plan planScheme(const PlanRequest &request) {
  Plan plan = planNamed(request);
  plan.stages = request.levelsOfStep;
  plan.grain = request.stages;
  return plan;
}

Plan withEvenLaunches(Plan plan) {
  const bool isStreamed = plan.scratchBytes > 0;
  if (isStreamed && plan.launches > 0) {
    const std::int64_t share = planning::ceilDiv(plan.steps, plan.launches);
    const std::int64_t whole = planning::roundUp(share, plan.grain); // steps, or parts of them
    plan.tileSteps = plan.stepsPerLaunch = planning::least(plan.tileSteps, whole);
  }
  return plan;
}

} // namespace eulerc
