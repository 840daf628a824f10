#include "planning/planners.h"
#include "planning/shared.h"

#include "boxes.h"

namespace eulerc::planning {

std::int64_t lowBox(const TileShape &shape) { return wished(shape.low, shape.box[0]); }

std::int64_t boxesAlong(const PlanRequest &request, const TileShape &shape, int axis) {
  const std::int64_t extent = request.grid.extent[axis];
  return axis == 0 ? eulerc_boxes_down(extent, shape.box[0], shape.tallBoxes, lowBox(shape))
                   : eulerc_boxes_along(extent, shape.box[axis]);
}

std::int64_t tilesOf(const PlanRequest &request, const TileShape &shape) {
  std::int64_t tiles = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    tiles *= boxesAlong(request, shape, axis);
  return tiles;
}

std::int64_t valuesOf(const PlanRequest &request, const TileShape &shape) {
  return shape.kept * shape.lanes * request.grid.components * most(request.realSize / 4, 1);
}

std::int64_t shownLanes(const PlanRequest &request, const TileShape &shape) {
  const std::int64_t reach = request.reachAlong[request.grid.rank - 1];
  return reach > 0 ? least(2 * reach, shape.lanes) : shape.lanes;
}

void takeShape(Plan &plan, const TileShape &shape) {
  plan.vectorWidth = shape.lanes;
  plan.workGroupSize = shape.group();
  plan.vectorsAcross = shape.across;
  plan.kept = shape.kept;
  plan.tileSteps = shape.levels;
  plan.tileWidth = shape.points();
}

std::int64_t periodOf(const PlanRequest &request) { return 2 * request.reachAlong[0] + 1; }

std::int64_t stripMargin(const PlanRequest &request, const TileShape &shape, int axis) {
  const bool isRow = axis == request.grid.rank - 1;
  return roundUp(shape.levels * request.reachAlong[axis], isRow ? shape.lanes : 1);
}

std::int64_t iterationsOf(const PlanRequest &request, const TileShape &shape, std::int64_t box) {
  return roundUp(box + shape.levels * periodOf(request), periodOf(request));
}

std::int64_t stripBytes(const PlanRequest &request, const TileShape &shape, std::int64_t buffers) {
  const std::int64_t ends = request.grid.rank == 3 ? 2 * request.reachAlong[1] : 0; // rows
  const std::int64_t whole = least(ends, shape.kept);
  const std::int64_t lanes =
      whole * shape.lanes + (shape.kept - whole) * shownLanes(request, shape);
  constexpr std::int64_t timeValues =
      16; // of a level that depend on the time alone, and their room
  const std::int64_t shown = buffers * shownAcross(request) * lanes * shape.group();
  return shape.levels * (shown + (request.stencil.usesTime ? timeValues : 0)) * request.realSize;
}

std::int64_t stripBuffers(const PlanRequest &request, const TileShape &shape) {
  return stripBytes(request, shape, 2) <= request.device.localMemory ? 2 : 1;
}

void finishStrips(const PlanRequest &request, Plan &plan, const TileShape &shape) {
  const int last = request.grid.rank - 1;
  takeShape(plan, shape);
  plan.levels = shape.levels;
  plan.margin = stripMargin(request, shape, last);
  for (int axis = 0; axis <= last; axis++)
    plan.box[axis] = shape.box[axis];
  plan.box[0] = least(plan.box[0], request.grid.extent[0]);
  plan.tallBoxes = shape.tallBoxes;
  plan.lowBox = lowBox(shape);
  plan.buffers = stripBuffers(request, shape);
  plan.localBytes = stripBytes(request, shape, plan.buffers);
  plan.parts = request.grid.extent[last] % shape.lanes != 0 || shape.lanes > 4;
  splitStrips(request, plan);
  const std::int64_t tiles = tilesOf(request, shape);
  const std::int64_t boxes = boxesAlong(request, shape, 0);
  const std::int64_t layers =
      shape.tallBoxes * iterationsOf(request, shape, shape.box[0]) +
      (boxes - shape.tallBoxes) * iterationsOf(request, shape, lowBox(shape));
  finishBoxes(request, plan, tiles, real(tiles / boxes * plan.tileWidth) * real(layers));
}

} // namespace eulerc::planning
