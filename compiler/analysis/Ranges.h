// Ranges: index sets in numbers, for given values of the params.
#pragma once

#include "ir/Access.h"
#include "ir/Evaluate.h"

#include <functional>

namespace eulerc::compiler {

/// First and last value of an index or loop variable in a set; empty when first > last. Both belong
/// to the set's class if the variable is the set's last grid axis.
struct Range {
  std::int64_t first = 0, last = 0, step = 1;
};
Range rangeOf(const IndexSet &set, int variable, const ParamNumbers &params);

/// Least and largest value of an affine expression over a set; nothing when the set is empty.
struct Extremes {
  std::int64_t least = 0, most = 0;
};
std::optional<Extremes> extremesOf(const Affine &expr, const IndexSet &set,
                                   const ParamNumbers &params);

/// Visits points of a set that differ in some of the variables, the first variables slowest, while
/// `goesOn` returns true. If there are too many points, it visits those near the ends of each
/// variable, and returns false.
bool visitPoints(const IndexSet &set, const std::vector<int> &variables, const ParamNumbers &params,
                 const std::function<bool(const Point &)> &goesOn);

} // namespace eulerc::compiler
