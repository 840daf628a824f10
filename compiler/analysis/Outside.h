// Outside: the points of the default grid at which an index leaves its array, found by trying the
// points at which its guard is open.
//
//   i != 3 ? y[i - 4] : 0   →   for i = 0, 1, 2
#pragma once

#include "analysis/Guards.h"
#include "ir/Evaluate.h"

namespace eulerc::compiler {

struct Outside {
  std::vector<int> variables;        ///< of the index and its guard
  std::vector<Point> points;         ///< the first ones
  std::vector<std::int64_t> indices; ///< at these points
  bool more = false;                 ///< there are further points
  bool sure = true;                  ///< the guard is open there for all states
  bool everywhere = true; ///< all points were tried; else those near the ends of each variable
};

/// The points for which the check fails. If it certainly fails for some points, only these.
Outside findOutside(const RangeCheck &check, const Guard &guard, const ParamNumbers &params);

/// "entry 4", "entries 3, 4, ...": the values of the index at the points in whereText().
std::string entriesText(const Outside &outside);

/// " for i = 0, 1", " for j = 0, i = 4 and other points"
std::string whereText(const Outside &outside, const std::vector<std::string> &variableNames);

} // namespace eulerc::compiler
