// Outside: at which points of the default grid an index leaves the array it is of, tried out where
// its guard is open.
//
//   i != 3 ? y[i - 4] : 0   →   for i = 0, 1, 2
#pragma once

#include "analysis/Guards.h"
#include "ir/Evaluate.h"

namespace eulerc::compiler {

struct Outside {
  std::vector<int> variables;        ///< that the index and its guard depend on
  std::vector<Point> points;         ///< the first ones
  std::vector<std::int64_t> indices; ///< there
  bool more = false;                 ///< there are others
  bool sure = true;                  ///< the guard is open there, whatever the states are
  bool everywhere = true; ///< all points were tried; else those near the ends of each variable
};

/// The points for which the check fails; of those for which that is sure if there are any.
Outside findOutside(const RangeCheck &check, const Guard &guard, const ParamNumbers &params);

/// "entry 4", "entries 3, 4, ...": those that the index is at the points that whereText names.
std::string entriesText(const Outside &outside);

/// " for i = 0, 1", " for j = 0, i = 4 and other points"
std::string whereText(const Outside &outside, const std::vector<std::string> &variableNames);

} // namespace eulerc::compiler
