// Planning a run: what a model's planner is asked, and in words why it is unsupported.
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
/// On a grid that may be a slab of the model's.
PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params, const Grid &grid,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t levels);

/// The plan of a request with another tuning; it may be refused.
Plan planOf(const Model &model, PlanRequest request, const Tuning &tuning);

/// How the device of a request takes steps.
Pace paceOf(const Model &model, const PlanRequest &request);

/// Throws Usage when a hint of `tuning` has no effect with the scheme that it names, or, where that
/// is `auto`, when no scheme knows all hints.
void requireKnownHints(const Tuning &tuning);

/// Why a plan was refused, or "": "needs a bounded access distance, …".
std::string unsupportedReason(const Plan &plan);

/// The same with the scheme and what to do.
std::string unsupportedText(const Plan &plan);

/// Throws unsupportedText, as Run when the device is too small, else as Usage.
void requirePlan(const Plan &plan);

} // namespace eulerc
