// Planner of the overlapped scheme: tiles in registers that overlap by what a launch's steps spoil
// at their ends. Pure arithmetic; emitted verbatim into a solver's host code, included by tests.
//
//   String, n = 100,000,000, 132 compute units → tiles of 4096 points (8 float4 of each component a
//   work-item, 128 work-items), 128 steps a launch, 3 % computed twice
//
// Tile w stores points [w * blockUnits, (w + 1) * blockUnits) and computes `margin` more on both
// sides. Every launch reads one copy of the state and writes the other.
#pragma once
#define EULERC_OVERLAPPED_PLANNER

#ifndef EULERC_TILE_PLANNER
#include "tile_planner.h"
#endif

namespace eulerc {
namespace tiling {

/// Values of 32 bits that a work-item keeps in registers: few enough for several work-groups to be
/// resident at once and hide each other's waiting. Measured on an H200: 32 are best by 2 %, 64 and
/// 16 worse.
constexpr std::int64_t keptValues = 32;

/// Shape of a tile: points, and vectors of each component that a work-item keeps.
struct OverlappedShape {
  std::int64_t group, kept;
};

/// The largest tiles that still give every compute unit one, for few points are computed twice.
inline OverlappedShape overlappedShape(const PlanRequest &request, std::int64_t lanes) {
  const Tuning &tuning = request.tuning;
  const std::int64_t perVector = lanes * request.grid.components * most(request.realSize / 4, 1);
  OverlappedShape shape = {tuning.workGroupSize, tuning.kept};
  if (shape.group == 0)
    shape.group = 128;
  shape.group = least(shape.group, request.device.maxWorkGroupSize);
  if (shape.kept > 0)
    return shape;
  shape.kept = 8;
  while (shape.kept > 1 && shape.kept * perVector > keptValues)
    shape.kept /= 2;
  const std::int64_t share = ceilDiv(request.grid.extent[0], most(request.device.computeUnits, 1));
  while (shape.kept > 1 && shape.kept * shape.group * lanes > share)
    shape.kept /= 2;
  return shape;
}

} // namespace tiling

inline Plan planOverlapped(const PlanRequest &request) {
  using namespace tiling;
  Plan plan;
  plan.scheme = "overlapped";
  plan.form = "vector";
  plan.kernel = "eulerc_overlapped";
  plan.steps = request.steps;
  plan.shifts = true;
  plan.vectorWidth = least(linear::vectorWidth(request), 4);
  if (request.accessDistance < 0 || request.reach < 0)
    refuse(plan, Refusal::Unbounded, 0, 0);
  else if (!request.overlaps)
    refuse(plan, Refusal::NoOverlap, 0, 0);
  else if (request.reach > plan.vectorWidth)
    refuse(plan, Refusal::Reach, request.reach, plan.vectorWidth);
  if (plan.refusal != Refusal::None)
    return plan;

  const OverlappedShape shape = overlappedShape(request, plan.vectorWidth);
  const std::int64_t lanes = plan.vectorWidth, reach = most(request.reach, 1);
  plan.workGroupSize = shape.group;
  plan.kept = shape.kept;
  plan.tileWidth = shape.group * shape.kept * lanes;

  // Of a large system a 32nd of the tile on each side is computed in vain. A small one does not
  // fill the device with such tiles: then each compute unit has one, which advances as many steps
  // as the rest of the tile allows, for launches are dear.
  plan.tileSteps = request.tuning.tileSteps;
  if (plan.tileSteps == 0) {
    const std::int64_t share =
        ceilDiv(request.grid.extent[0], most(request.device.computeUnits, 1));
    const std::int64_t rest = most((plan.tileWidth - roundUp(share, lanes)) / 2, 0);
    plan.tileSteps =
        most(least(most(plan.tileWidth / 32, rest), plan.tileWidth * 3 / 8) / reach, 1);
  }
  plan.margin = roundUp(plan.tileSteps * reach, lanes);
  plan.blockUnits = plan.tileWidth - 2 * plan.margin;
  plan.units = request.grid.extent[0];
  plan.unitBytes = plan.pointBytes = request.grid.components * request.realSize;
  if (plan.blockUnits < lanes) {
    refuse(plan, Refusal::TileShape, 2 * plan.margin + lanes, plan.tileWidth);
    return plan;
  }
  plan.swaps = true;
  plan.stepsPerLaunch = plan.tileSteps;
  plan.launches = ceilDiv(plan.steps, plan.tileSteps);
  plan.blocks = plan.tiles = ceilDiv(plan.units, plan.blockUnits);
  plan.workGroups = plan.tiles;
  plan.tilesPerGroupLeast = plan.tilesPerGroupMost = 1;
  plan.localBytes = 4 * shape.group * lanes * plan.pointBytes;
  plan.globalShare =
      (1 + static_cast<double>(plan.tileWidth) / static_cast<double>(plan.blockUnits)) /
      (2 * static_cast<double>(plan.tileSteps));
  return plan;
}

} // namespace eulerc
