// Planner of overlapped tiles on processors, the form `delayed` (delayed.h): a tile in a core's
// cache, several steps in flight in registers. Pure arithmetic; emitted verbatim into a solver's
// host code, included by tests.
//
//   String, n = 100,000,000, 2 cores, 16 floats a vector → tiles that store 30,720 points, with
//   room for 33,104, 1,024 steps a launch, 4 in flight
#pragma once
#define EULERC_DELAYED_PLANNER

#ifndef EULERC_TILE_PLANNER
#include "tile_planner.h"
#endif

#ifndef EULERC_OVERLAP
#include "overlap.h"
#endif

namespace eulerc {
namespace tiling {

/// As many steps as the registers hold, next to what each of them computes with: 32 of the widest
/// vectors, 16 of others. Tried with 32 registers alone: String 4 and 5, 1-D heat 6 and 8, one run
/// each on a loaded machine; the fewer were the faster by 3 and 18 %.
constexpr std::int64_t stepsInFlight(std::int64_t vectors, bool many) {
  return most((many ? 20 : 9) / most(vectors, 1), 1);
}

/// Planes a power of two apart would share the sets of a cache.
inline std::int64_t planeOf(std::int64_t points, const PlanRequest &request) {
  const std::int64_t page = 4096 / request.realSize, beside = 1344 / request.realSize;
  if (request.grid.components == 1 || points < page)
    return points;
  return points + (beside - points % page + page) % page;
}

} // namespace tiling

/// Refuses what no overlapped tiles of lines can compute, with vectors of so many points.
inline void requireLine(const PlanRequest &request, Plan &plan) {
  if (plan.refusal != Refusal::None)
    return;
  if (!request.overlaps || request.grid.rank > 1)
    tiling::refuse(plan, Refusal::NoOverlap, 0, 0);
  else if (request.reach > plan.vectorWidth)
    tiling::refuse(plan, Refusal::Reach, request.reach, plan.vectorWidth);
  else if (request.wraps && request.components % request.componentsPerPoint != 0)
    tiling::refuse(plan, Refusal::CutRing, request.componentsPerPoint, request.components);
}

inline Plan planDelayed(const PlanRequest &request) {
  using namespace tiling;
  const Tuning &tuning = request.tuning;
  Plan plan = startOverlapped(request, "delayed", "eulerc_delayed");
  plan.vectorWidth = linear::vectorWidth(request);
  requireLine(request, plan);
  if (plan.refusal != Refusal::None)
    return plan;

  const std::int64_t lanes = plan.vectorWidth, reach = most(request.reach, 1);
  plan.kept = tuning.kept;
  if (plan.kept == 0)
    plan.kept = stepsInFlight(request.vectorsInFlight, lanes * request.realSize >= 64);

  // A quarter of the cache: what comes next and what was stored last is there as well.
  const std::int64_t bytes =
      least(request.device.coreCache / 4, request.device.localMemory * 3 / 4);
  const std::int64_t points = most(bytes / plan.pointBytes / lanes, 4) * lanes;
  // On average half of the margins is computed twice: a 32nd of a tile.
  plan.tileSteps = tuning.tileSteps;
  if (plan.tileSteps == 0) {
    const std::int64_t steps = least(most(points / 32 / reach, 1), request.steps);
    plan.tileSteps = most(steps / plan.kept, 1) * plan.kept;
  }
  plan.margin = roundUp(plan.tileSteps * reach, lanes);
  if (tuning.box[0] > 0) {
    plan.blockUnits = roundUp(tuning.box[0], lanes);
  } else {
    // As many tiles for each core, if there are few.
    const std::int64_t cores = most(request.device.computeUnits, 1);
    const std::int64_t largest = most(points - 2 * plan.margin, 4 * lanes);
    const std::int64_t tiles = roundUp(ceilDiv(plan.units, largest), cores);
    plan.blockUnits = roundUp(ceilDiv(plan.units, tiles), lanes);
  }
  plan.tileWidth = planeOf(plan.blockUnits + 2 * plan.margin, request);
  plan.localBytes = plan.tileWidth * plan.pointBytes;
  if (plan.localBytes >= request.device.localMemory) {
    refuse(plan, Refusal::LocalMemory, plan.localBytes + 1, request.device.localMemory);
    return plan;
  }
  const std::int64_t tiles = ceilDiv(plan.units, plan.blockUnits);
  finishOverlapped(plan, tiles, tiles);
  plan.globalShare =
      (2 + 2 * static_cast<double>(plan.margin) / static_cast<double>(plan.blockUnits)) /
      (2 * static_cast<double>(plan.tileSteps));
  return plan;
}

} // namespace eulerc
