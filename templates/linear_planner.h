// Planner of the linear scheme (thesis, ch. 5): one launch a step, the launch is the global
// barrier. Pure arithmetic; emitted verbatim into a solver's host code, included by tests.
//
//   n = 80,000, String, GPU with 132 compute units → eulerc_linear_strided, 157 work-groups of 256
#pragma once

#include <eulerc/plan.h>

namespace eulerc {

inline Plan planLinear(const PlanRequest &request) {
  const auto ceilDiv = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const DeviceLimits &device = request.device;

  Plan plan;
  plan.scheme = "linear";
  plan.launches = request.steps;

  LinearForm form = request.tuning.linearForm;
  if (form == LinearForm::Auto)
    form = device.isCpu ? LinearForm::ScalarBlocked : LinearForm::ScalarStrided;
  const bool blocked = form == LinearForm::ScalarBlocked;
  plan.form = blocked ? "scalar-blocked" : "scalar-strided";
  plan.kernel = blocked ? "eulerc_linear_blocked" : "eulerc_linear_strided";

  // A work-item of the strided form takes four components at a time (listing 5.3): neighbouring
  // lanes of a GPU then read neighbouring memory. On a CPU a work-item is a loop of its own, which
  // must be long enough for vectors and whole cache lines (16 points are a multiple of 64 bytes);
  // four components at a time are 30 times slower there.
  const std::int64_t chunkComponents = device.isCpu ? 8192 : 4;
  plan.pointsPerChunk = ceilDiv(chunkComponents, request.componentsPerPoint);
  if (device.isCpu)
    plan.pointsPerChunk = ceilDiv(plan.pointsPerChunk, 16) * 16;
  const std::int64_t chunks = ceilDiv(request.points, plan.pointsPerChunk);

  // On a CPU a work-group is a task; on a GPU it fills a multiprocessor's lanes.
  std::int64_t size = request.tuning.workGroupSize;
  if (size == 0)
    size = device.isCpu ? 1 : 256;
  plan.workGroupSize = size < device.maxWorkGroupSize ? size : device.maxWorkGroupSize;

  // Enough work-groups to fill the device, no more than there is work for.
  const std::int64_t filled = device.computeUnits * (device.isCpu ? 4 : 64);
  const std::int64_t useful = ceilDiv(chunks, plan.workGroupSize);
  plan.workGroups = useful < filled ? useful : filled;
  return plan;
}

} // namespace eulerc
