// The planners: pure arithmetic from what is asked to a plan, or to a reason with its numbers.
// Each form plans in its own file (runtime/forms/); here a request gets to its form.
//
//   PlanRequest with Scheme::Honeycomb → forms::honeycomb.plan(request)
#pragma once

#include "forms/forms.h"
#include "forms/shared.h"

namespace eulerc {

Plan planAuto(const PlanRequest &request);

/// As many launches, of equal length where the form wants that: 100 steps in 25 + 25 + 25 + 25, not
/// in 28 + 28 + 28 + 16.
Plan withEvenLaunches(Plan plan);

bool sameRun(const Plan &a, const Plan &b);

} // namespace eulerc
