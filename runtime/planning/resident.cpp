// Planner of the form `resident` of the linear scheme: the work-groups of a launch take many steps
// and wait for each other in between, while a GPU's cache holds the state.
//
//   seven points, 128³, 132 compute units → eulerc_resident, 128 work-groups of 512, 8 planes each,
//   256 steps a launch

#include "planning/planners.h"
#include "planning/shared.h"

namespace eulerc {
namespace {

using namespace planning;

// Measured on an H200 with an OpenCL kernel by hand, seven points, 128³: waiting for 128
// work-groups takes 1.0 µs; a step of work-groups of 512 with 8 planes 4.5 µs, with 4 planes 4.8,
// of 256 with 8 planes 4.7, of 1,024 with 4 planes 4.6; launches of one step 5.2 to 6.2 µs.
constexpr double waitSeconds = 1e-6;
constexpr std::int64_t workItems = 512;
constexpr double unitBytes = 3.6e10; ///< from and to the cache, a compute unit in a second
/// Of the device's cache, for each compute unit (H200: 50 MB for 132; A100: 40 MB for 108).
constexpr std::int64_t unitCache = 256 << 10;
/// Levels of a launch: so many that it takes a millisecond, and no screen waits.
constexpr std::int64_t launchLevels = 256;

/// Of both copies of the state, and of the fields.
double bytesOf(const PlanRequest &request) {
  return static_cast<double>(request.components) * (request.stateBytes + request.fieldBytes);
}

/// As planLinear takes it for GPUs, of which all work-items march over so many rows or planes.
Plan planDeep(PlanRequest request, std::int64_t deep) {
  request.tuning.linearForm = LinearForm::VectorGroups;
  request.tuning.vectorsDeep = deep;
  if (request.tuning.workGroupSize == 0)
    request.tuning.workGroupSize = least(workItems, request.device.maxWorkGroupSize);
  return planLinear(request);
}

/// Rows or planes that a work-group takes in all, with those beside them.
std::int64_t turns(const PlanRequest &request, const Plan &plan) {
  return ceilDiv(plan.workGroups, request.device.atOnce) *
         (plan.vectorsDeep + most(request.reachAlong[0], 0));
}

} // namespace

bool isCached(const PlanRequest &request) {
  return bytesOf(request) <= static_cast<double>(unitCache * request.device.computeUnits);
}

Plan planResident(const PlanRequest &request) {
  Plan plan = planDeep(request, most(request.tuning.vectorsDeep, 1));
  constexpr std::int64_t deeperOnes[] = {2, 4, 8, 16};
  if (request.tuning.vectorsDeep == 0)
    for (const std::int64_t deep : deeperOnes)
      if (const Plan deeper = planDeep(request, deep);
          turns(request, deeper) < turns(request, plan))
        plan = deeper;
  plan.form = "resident";
  plan.kernel = "eulerc_resident";
  plan.isResident = true;
  plan.workGroups = least(plan.workGroups, request.device.atOnce);
  plan.tileSteps = plan.stepsPerLaunch = request.wholeSteps(launchLevels);
  const double operations = static_cast<double>(request.components) * request.flops;
  const auto units = static_cast<double>(plan.workGroups);
  const gpu::Speed speed = gpu::speedOf(request);
  const double moving = bytesOf(request) / (units * unitBytes * speed.memory);
  const double computing = operations / (units * gpu::unitFlops * speed.arithmetic);
  plan.seconds = waitSeconds + (moving > computing ? moving : computing);
  return withSteps(plan, request.steps);
}

} // namespace eulerc
