// What planners of overlapped tiles are asked for a plane or a space on a GPU, in tests.
//
//   plane(500, 500, 2) → 500 x 500 points of two components that read their neighbours, on an H200
#pragma once

#include "forms/form.h"

namespace tiling_test {

inline eulerc::PlanRequest plane(std::int64_t rows, std::int64_t columns,
                                 std::int64_t components = 1) {
  eulerc::PlanRequest request;
  request.grid.rank = 2;
  request.grid.components = request.stencil.componentsPerPoint = components;
  request.grid.extent[0] = rows;
  request.grid.extent[1] = columns;
  request.points = rows * columns;
  request.components = request.points * components;
  request.steps = 1000;
  request.accessDistance = columns;
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 1;
  request.stencil.vectorsInFlight = 3 * components;
  request.stencil.overlaps = true;
  request.device = {132, 1024, 49152, 16, false};
  request.tuning.scheme = eulerc::Scheme::Overlapped;
  return request;
}

/// Boxes of a plan along the slowest axis, of which the last ones may be lower.
inline std::int64_t boxesDown(const eulerc::PlanRequest &request, const eulerc::Plan &plan) {
  const eulerc::Tiling tiles = plan.form->tiling(plan);
  const std::int64_t rest = request.grid.extent[0] - tiles.tallBoxes * tiles.box[0];
  const std::int64_t low = tiles.lowBox > 0 ? tiles.lowBox : tiles.box[0];
  return tiles.tallBoxes + (rest + low - 1) / low;
}

/// Heat of seven points.
inline eulerc::PlanRequest space(std::int64_t planes, std::int64_t rows, std::int64_t columns,
                                 std::int64_t components = 1) {
  eulerc::PlanRequest request = plane(rows, columns, components);
  request.grid.rank = 3;
  request.grid.extent[0] = planes;
  request.grid.extent[1] = rows;
  request.grid.extent[2] = columns;
  request.points *= planes;
  request.components *= planes;
  request.accessDistance = rows * columns;
  request.reachAlong[2] = 1;
  request.flops = request.instructions = 10;
  return request;
}

} // namespace tiling_test
