// What the forms of the linear scheme share.
#pragma once

#include "forms/shared.h"

namespace eulerc::forms {

/// What plans of linear steps begin with.
template <class Shape> Plan startLinear(const PlanRequest &request, const Form &form) {
  Plan plan = planOf<Shape>(request, form);
  plan.launches = request.steps;
  // On a CPU a work-group is a task; on a GPU it fills a multiprocessor's lanes.
  plan.workGroupSize = itemsOf(request, request.device.isCpu ? 1 : 256);
  const bool interleaved = request.tuning.arrangement == ArrangementHint::AoS;
  plan.arrangement = interleaved ? Arrangement::AoS : Arrangement::SoA;
  return plan;
}

Plan planLinear(const PlanRequest &request);

Plan planSums(const PlanRequest &request);

/// Loops over many points: on GPUs unless another form or width is asked for, elsewhere if asked.
bool takesSums(const PlanRequest &request);

std::string macrosOfSteps(const Plan &plan, const Linear &shape);

/// Whether a GPU's cache holds what the steps of the request read and write.
bool isCached(const PlanRequest &request);

/// Work-groups of a linear step that streams along the slowest axis, with that shape.
std::int64_t streamingGroups(const PlanRequest &request, const Plan &plan, const Linear &shape);

} // namespace eulerc::forms
