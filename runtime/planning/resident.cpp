// Plans of which a launch takes many rounds, and its work-groups wait for each other in between: of
// the form `resident` of the linear scheme, while a GPU's cache holds the state, and what makes
// tiles resident.
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
constexpr std::int64_t workItems = 512;
constexpr double unitBytes = 3.6e10; ///< from and to the cache, a compute unit in a second
/// Of the device's cache, for each compute unit (H200: 50 MB for 132; A100: 40 MB for 108).
constexpr std::int64_t unitCache = 320 << 10;
constexpr std::int64_t mostDeep = 20;
/// A launch takes about a millisecond, so that no screen waits: linear steps so many levels of it.
constexpr double launchSeconds = 1e-3;
constexpr std::int64_t launchLevels = 256;

/// Of both copies of the state, and of the fields.
double bytesOf(const PlanRequest &request) {
  return real(request.components) * (request.stateBytes + request.fieldBytes);
}

/// Of a march: whole rows, if a work-group holds some, so that no lane is idle at their ends.
void fillRows(const PlanRequest &request, Plan &plan) {
  const std::int64_t across = ceilDiv(request.grid.extent[request.grid.rank - 1], plan.vectorWidth);
  const std::int64_t items = request.tuning.workGroupSize;
  if (4 * across > items)
    return;
  plan.vectorsAcross = across;
  plan.workGroupSize = items - items % across;
  plan.workGroups = marchGroups(request, plan);
}

/// As planLinear takes it for GPUs, of which all work-items march over so many rows or planes.
Plan planDeep(PlanRequest request, std::int64_t deep) {
  request.tuning.linearForm = LinearForm::VectorGroups;
  request.tuning.vectorsDeep = deep;
  if (request.tuning.workGroupSize == 0)
    request.tuning.workGroupSize = least(workItems, request.device.maxWorkGroupSize);
  Plan plan = planLinear(request);
  if (plan.alignment == RowAlignment::Grid)
    fillRows(request, plan);
  return plan;
}

/// Parts that a work-group takes in turn.
std::int64_t roundsOf(const PlanRequest &request, const Plan &plan) {
  return ceilDiv(plan.workGroups, request.device.atOnce);
}

/// Rows or planes that a work-group reads of all its parts.
std::int64_t readBy(const PlanRequest &request, const Plan &plan) {
  return roundsOf(request, plan) * (plan.vectorsDeep + most(request.reachAlong[0], 0));
}

/// Seconds of a step: what work-items of all compute units could do over what there is to do counts
/// for all, and what they read of others' rows or planes for what is read, half of what is moved.
double secondsOf(const PlanRequest &request, const Plan &plan) {
  const double units = real(request.device.atOnce);
  const double room = units * real(roundsOf(request, plan) * plan.vectorsDeep * plan.workGroupSize *
                                   plan.vectorWidth);
  const double busy = room / real(request.points);
  const double beside = real(most(request.reachAlong[0], 0));
  const double read = 1 + beside / real(plan.vectorsDeep);
  const gpu::Speed speed = gpu::speedOf(request);
  const double moving = bytesOf(request) * (1 + read) / 2 / (units * unitBytes * speed.memory);
  const double computing =
      real(request.components) * request.flops / (units * gpu::unitFlops * speed.arithmetic);
  return gpu::waitSeconds + busy * (moving > computing ? moving : computing);
}

} // namespace

bool isCached(const PlanRequest &request) {
  return bytesOf(request) <= real(unitCache * request.device.computeUnits);
}

Plan planResident(const PlanRequest &request) {
  Plan plan = planDeep(request, most(request.tuning.vectorsDeep, 1));
  for (std::int64_t deep = 2; deep <= mostDeep && request.tuning.vectorsDeep == 0; deep++)
    if (const Plan deeper = planDeep(request, deep);
        readBy(request, deeper) < readBy(request, plan))
      plan = deeper;
  plan.form = "resident";
  plan.kernel = "eulerc_resident";
  plan.seconds = secondsOf(request, plan);
  plan.workGroups = least(plan.workGroups, request.device.atOnce);
  plan.tileSteps = 1;
  plan.rounds = plan.stepsPerLaunch = request.wholeSteps(launchLevels);
  return withSteps(plan, request.steps);
}

namespace planning {

bool mayWait(const PlanRequest &request) {
  const TileForm form = request.tuning.tileForm;
  return form == TileForm::Resident || (form == TileForm::Auto && request.device.atOnce > 1);
}

bool mayLaunch(const PlanRequest &request) { return request.tuning.tileForm != TileForm::Resident; }

const char *registersForm(const PlanRequest &request) {
  return mayLaunch(request) ? "registers" : "resident";
}

bool waitFor(const PlanRequest &request, std::int64_t tiles) {
  return request.tuning.tileForm == TileForm::Resident || tiles <= request.device.atOnce;
}

void takeRounds(const PlanRequest &request, Plan &plan, const char *kernel, double stepSeconds) {
  const double round = stepSeconds * real(plan.tileSteps);
  plan.form = "resident";
  plan.kernel = kernel;
  plan.rounds = most(static_cast<std::int64_t>(launchSeconds / round), 1);
  plan.stepsPerLaunch = plan.rounds * plan.tileSteps;
  plan.workGroups = least(plan.workGroups, request.device.atOnce);
  plan.tilesPerGroupLeast = plan.tiles / plan.workGroups;
  plan.tilesPerGroupMost = ceilDiv(plan.tiles, plan.workGroups);
  plan.seconds = stepSeconds;
  plan = withSteps(plan, plan.steps);
}

} // namespace planning

} // namespace eulerc
