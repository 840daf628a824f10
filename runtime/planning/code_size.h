// How much code a kernel is, before it is built: what its building takes.
//
//   D3Q19 in streaming tiles of four steps → 120,000 operations → some 50 s of NVIDIA's compiler
//
// Compilers write loops out over the vectors of a work-item, the lanes of a vector on GPUs and, in
// some forms, the levels of a launch. Each of these contains all operations of a point.
#pragma once

#include "forms/plan.h"

namespace eulerc {

/// Operations in the kernel of a plan.
double codeOf(const PlanRequest &request, const Plan &plan);

/// Seconds that a driver takes to build them, mostly within a factor of two (first builds on an
/// H200 with driver 580).
double secondsToBuild(const PlanRequest &request, const Plan &plan);

/// Operations of a kernel that a GPU's driver is given, unless a user names the way: about 5 s.
constexpr double mostCode = 14000;

/// Whether `auto` may choose a plan.
bool isSoonBuilt(const PlanRequest &request, const Plan &plan);

/// A tuning of less code, in what is left open: fewer levels a launch, narrower vectors where they
/// are wide, fewer vectors of a work-item. The same if nothing is left.
Tuning withLessCode(const PlanRequest &request, const Tuning &tuning, const Plan &plan);

} // namespace eulerc
