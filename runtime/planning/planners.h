// Entry to the planners: passes a request to its form, or lets `auto` choose one. Planners are pure
// functions of the request; each form has its planner in its own file (runtime/forms/).
//
//   PlanRequest with Scheme::Honeycomb → forms::honeycomb.plan(request)
#pragma once

#include "forms/forms.h"
#include "forms/shared.h"

namespace eulerc {

Plan planAuto(const PlanRequest &request);

/// The same number of launches with equal lengths, if the form asks for that (evensLaunches): 100
/// steps in 25 + 25 + 25 + 25, not in 28 + 28 + 28 + 16.
Plan withEvenLaunches(Plan plan);

/// Whether two plans launch the same, whatever times are expected of them.
bool sameRun(const Plan &a, const Plan &b);

} // namespace eulerc
