// What `auto` is asked for in tests: a line and a plane of points, on a GPU or a processor.
//
//   candidatesOf(string(10000000, h200)) → tiles of other shapes
#pragma once

#include "forms/form.h"
#include "planning/candidate_list.h"
#include "planning/planners.h"

namespace candidate_requests {

using namespace eulerc;

inline PlanRequest string(std::int64_t n, const DeviceLimits &device) {
  PlanRequest request;
  request.components = n;
  request.stencil.componentsPerPoint = request.grid.components = request.grid.classes = 2;
  request.points = request.grid.extent[0] = (n + 1) / 2;
  request.grid.begin[0] = 1;
  request.grid.end[0] = request.points - 1;
  request.steps = 10000;
  request.accessDistance = 3;
  request.reach = 1;
  request.stencil.overlaps = true;
  request.flops = 4;
  request.device = device;
  return request;
}

inline PlanRequest plane(const DeviceLimits &device) {
  PlanRequest request = string(1 << 20, device);
  request.grid = {};
  request.grid.rank = 2;
  request.grid.extent[0] = request.grid.extent[1] = 1024;
  request.grid.begin[0] = request.grid.begin[1] = 1;
  request.grid.end[0] = request.grid.end[1] = 1023;
  request.stencil.componentsPerPoint = 1;
  request.points = request.components;
  request.accessDistance = 1024;
  request.stencil.overlaps = false;
  return request;
}

inline const DeviceLimits h200 = {132, 1024, 49152, 16, false};
inline const DeviceLimits processor = {2, 4096, 1 << 20, 64, true};

inline Plan planOf(PlanRequest request, const Tuning &tuning) {
  request.tuning = tuning;
  return planScheme(request);
}

} // namespace candidate_requests
