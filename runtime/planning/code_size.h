// Estimates how much code a kernel has before it is built, and how long a driver takes to build it.
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

/// Seconds that a driver takes to build the kernel of a plan, mostly within a factor of two (first
/// builds on an H200 with driver 580).
double secondsToBuild(const PlanRequest &request, const Plan &plan);

/// The most operations of a kernel that `auto` gives to a driver: about 5 s of building.
constexpr double mostCode = 14000;

/// Whether a plan has at most `mostCode` operations, so that `auto` may choose it.
bool isSoonBuilt(const PlanRequest &request, const Plan &plan);

/// A tuning with less code, changed in one size without a hint: fewer levels a launch, narrower
/// vectors, or fewer vectors of a work-item. The same tuning if hints fix all sizes.
Tuning withLessCode(const PlanRequest &request, const Tuning &tuning, const Plan &plan);

} // namespace eulerc
