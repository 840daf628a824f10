// All planners behind one door: the scheme that the request names.
//
//   PlanRequest with Scheme::Honeycomb → planHoneycomb(request)
#pragma once

#ifndef EULERC_CANDIDATES
#include "candidates.h"
#include "diamond_planner.h"
#include "honeycomb_planner.h"
#include "linear_planner.h"
#include "overlapped_planner.h"
#endif

namespace eulerc {

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
