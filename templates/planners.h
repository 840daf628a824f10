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
  default: // Auto, until measurements choose
    return planLinear(request);
  }
}

} // namespace eulerc
