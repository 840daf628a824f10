// The planners: pure arithmetic from what is asked to a plan, or to a refusal with its numbers.
// planScheme, candidatesOf and stepTime (plan.h) are the door for everyone else.
//
//   PlanRequest with Scheme::Honeycomb → planHoneycombs(request, false)
#pragma once

#include "planning/plan.h"

namespace eulerc {

Plan planLinear(const PlanRequest &request);
Plan planResident(const PlanRequest &request);               ///< its form of that name
Plan planDiamonds(const PlanRequest &request, bool columns); ///< by columns, or by rows
Plan planHoneycombs(const PlanRequest &request, bool columns);
Plan planOverlapped(const PlanRequest &request);
Plan planAuto(const PlanRequest &request);

// The forms of overlapped tiles.
Plan planRegisters(const PlanRequest &request); ///< lines on GPUs
Plan planKept(const PlanRequest &request);      ///< planes on GPUs, kept whole
Plan planStrips(const PlanRequest &request);    ///< planes on GPUs
Plan planSpace(const PlanRequest &request);     ///< grids of three axes on GPUs
Plan planDelayed(const PlanRequest &request);   ///< lines on processors
Plan planStreamed(const PlanRequest &request);  ///< grids on processors

/// Whether a plan of planKept is not refused and few enough tiles hold the grid.
bool holdsGrid(const PlanRequest &request, const Plan &plan);

/// How many times as long as all tiles of a plan of planStrips() compute a launch takes, for their
/// levels fill and drain, and units wait for the last tiles.
double delayOfStrips(const PlanRequest &request, const Plan &plan);

/// Work-groups of a linear step that marches along the slowest axis, with the shape of the plan.
std::int64_t marchGroups(const PlanRequest &request, const Plan &plan);

/// Whether a GPU's cache holds what the steps of the request read and write.
bool isCached(const PlanRequest &request);

/// Of planKept: values of 32 bits that a work-item keeps at most, and work-items of a work-group.
constexpr std::int64_t mostKeptValues = 64, mostKeptItems = 256;

/// The same plan for another number of steps: other launches of the same kernels, of which the last
/// one may advance fewer steps. For a piece of a run.
Plan withSteps(Plan plan, std::int64_t steps);

/// As many launches, of equal length where tiles take any number of steps up to the planned one, in
/// the form `streamed`: 100 steps in 25 + 25 + 25 + 25, not in 28 + 28 + 28 + 16.
Plan withEvenLaunches(Plan plan);

/// Whether two plans run alike.
bool sameRun(const Plan &a, const Plan &b);

} // namespace eulerc
