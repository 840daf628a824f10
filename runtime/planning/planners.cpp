#include "planning/planners.h"

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

} // namespace eulerc
