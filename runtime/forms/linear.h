// Helpers that the planners of the linear scheme share (linear.cpp, sums.cpp, persistent.cpp).
#pragma once

#include "forms/shared.h"

namespace eulerc::forms {

/// The beginning of every plan of linear steps.
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

/// Whether a request takes the form `sums`: the program loops over many points, and the device is a
/// GPU with no other form or vector width asked for, or the user asks for `sums`.
bool takesSums(const PlanRequest &request);

std::string macrosOfSteps(const Plan &plan, const Linear &shape);

/// Whether a GPU's cache holds what the steps of the request read and write.
bool isCached(const PlanRequest &request);

/// Lanes of the columns of a 3-D grid. Columns of four floats need many registers: on a GPU, points
/// with more operations than `manyOperations` have two. Points that look farther than two points
/// need wider vectors; steps of three or more levels that look one point away were measured to be
/// faster with them ("Vectors of columns" in bench/notes.md).
std::int64_t lanesOfColumns(const PlanRequest &request, double manyOperations);

/// Work-groups of a linear step whose work-items stream along the slowest axis.
std::int64_t streamingGroups(const PlanRequest &request, const Plan &plan, const Linear &shape);

} // namespace eulerc::forms
