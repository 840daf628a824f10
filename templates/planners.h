// All planners behind one door: the scheme that the request names.
//
//   PlanRequest with Scheme::Honeycomb → planHoneycomb(request)
#pragma once

#ifndef EULERC_DIAMOND_PLANNER
#include "diamond_planner.h"
#include "honeycomb_planner.h"
#include "linear_planner.h"
#include "overlapped_planner.h"
#endif

namespace eulerc {

/// The scheme of someone who names none: overlapped on GPUs wherever it applies, for there it was 6
/// to 48 times as fast as linear (H200, String of 10⁴ to 10⁸ components); else linear. Wishes that
/// only linear knows ask for it.
inline Plan planAuto(const PlanRequest &request) {
  const Tuning &tuning = request.tuning;
  const bool plain = tuning.linearForm == LinearForm::Auto &&
                     tuning.arrangement == ArrangementWish::Auto && tuning.vectorsDeep == 0;
  constexpr std::int64_t fewSteps = 8; // are done before a tile pays for its margin
  if (!request.device.isCpu && plain && request.steps >= fewSteps) {
    const Plan plan = planOverlapped(request);
    if (plan.refusal == Refusal::None)
      return plan;
  }
  return planLinear(request);
}

inline Plan planScheme(const PlanRequest &request) {
  switch (request.tuning.scheme) {
  case Scheme::Diamond:
    return planDiamond(request);
  case Scheme::DiamondColumns:
    return planDiamondColumns(request);
  case Scheme::Honeycomb:
    return planHoneycomb(request);
  case Scheme::Overlapped:
    return planOverlapped(request);
  case Scheme::HoneycombColumns:
    return planHoneycombColumns(request);
  case Scheme::Linear:
    return planLinear(request);
  default:
    return planAuto(request);
  }
}

} // namespace eulerc
