// Planner of overlapped tiles on processors, the form `delayed` (delayed.h): a tile in a core's
// cache, several steps in flight in registers.
//
//   String, n = 100,000,000, 2 cores, 16 floats a vector → tiles that store 30,720 points, with
//   room for 33,104, 1,024 steps a launch, 4 in flight

#include "planning/planners.h"
#include "planning/shared.h"

#include <eulerc/model/processors.h>

#include <numeric>

namespace eulerc {
namespace {

using namespace planning;

/// Planes a power of two apart would share the sets of a cache.
std::int64_t planeOf(std::int64_t points, const PlanRequest &request) {
  const std::int64_t page = 4096 / request.realSize, beside = 1344 / request.realSize;
  if (request.grid.components == 1 || points < page)
    return points;
  return points + (beside - points % page + page) % page;
}

} // namespace

Plan planDelayed(const PlanRequest &request) {
  const Tuning &tuning = request.tuning;
  Plan plan = startOverlapped(request, "delayed", "eulerc_delayed");
  plan.vectorWidth = widestVector(request);
  requireLine(request, plan);
  if (plan.refusal != Refusal::None)
    return plan;

  const std::int64_t reach = most(request.reach, 1);
  const std::int64_t block = plan.vectorWidth * request.stencil.vectorsTogether; // in points
  plan.kept = tuning.kept;
  if (plan.kept == 0)
    plan.kept = processors::stepsInFlight(request.stencil.vectorsInFlight,
                                          plan.vectorWidth * request.realSize >= 64);

  // A quarter of the cache: what comes next and what was stored last is there as well.
  const std::int64_t bytes =
      least(request.device.coreCache / 4, request.device.localMemory * 3 / 4);
  const std::int64_t points = most(bytes / plan.pointBytes / block, 4) * block;
  // On average half of the margins is computed twice: a 32nd of a tile.
  plan.tileSteps = request.wishedSteps();
  if (plan.tileSteps == 0) {
    const std::int64_t steps = least(most(points / 32 / reach, 1), request.steps);
    const std::int64_t unit = std::lcm(plan.kept, request.stages); // whole passes of whole steps
    plan.tileSteps = steps < unit ? request.wholeSteps(steps) : steps / unit * unit;
  }
  plan.margin = roundUp(plan.tileSteps * reach, block);
  if (tuning.box[0] > 0) {
    plan.blockUnits = roundUp(tuning.box[0], block);
  } else {
    // As many tiles for each core, if there are few.
    const std::int64_t cores = most(request.device.computeUnits, 1);
    const std::int64_t largest = most(points - 2 * plan.margin, 4 * block);
    const std::int64_t tiles = roundUp(ceilDiv(plan.units, largest), cores);
    plan.blockUnits = roundUp(ceilDiv(plan.units, tiles), block);
  }
  plan.tileWidth = planeOf(plan.blockUnits + 2 * plan.margin, request);
  plan.localBytes = plan.tileWidth * plan.pointBytes;
  if (plan.localBytes >= request.device.localMemory) {
    refuse(plan, Refusal::LocalMemory, plan.localBytes + 1, request.device.localMemory);
    return plan;
  }
  const std::int64_t tiles = ceilDiv(plan.units, plan.blockUnits);
  finishOverlapped(plan, tiles, tiles);
  plan.globalShare = request.lastingShare * (2 + 2 * real(plan.margin) / real(plan.blockUnits)) /
                     (2 * real(plan.tileSteps));
  return plan;
}

} // namespace eulerc
