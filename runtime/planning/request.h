// Planning a run of a model: makes the request, and turns an unsupported plan into an error text.
//
//   Model, params, device, tuning, steps → planRequest → Planner → requirePlan → Plan
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "forms/forms.h"
#include "planning/planner.h"

namespace eulerc {

PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t levels);
/// The same on a grid that may be a slab of the model's grid.
PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params, const Grid &grid,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t levels);

/// The plan of a request with another tuning; it may be unsupported.
Plan planOf(const Model &model, PlanRequest request, const Tuning &tuning);

/// How fast the device of a request takes steps.
Pace paceOf(const Model &model, const PlanRequest &request);

/// Throws Usage if the scheme that `tuning` names does not read one of its hints, or, with `auto`,
/// if no scheme reads all of them.
void requireKnownHints(const Tuning &tuning);

/// Why a plan is unsupported, or "": "needs a bounded access distance, …".
std::string unsupportedReason(const Plan &plan);

/// The reason with the name of the scheme and advice what to change.
std::string unsupportedText(const Plan &plan);

/// Throws unsupportedText(): as Run if the device is too small, else as Usage.
void requirePlan(const Plan &plan);

} // namespace eulerc
