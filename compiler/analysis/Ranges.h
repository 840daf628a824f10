// Ranges: index sets in numbers, for given values of the params.
#pragma once

#include "analysis/Evaluate.h"
#include "ir/Access.h"

#include <functional>

namespace eulerc::compiler {

/// First and last value of an index or loop variable in a set; empty when first > last. Both are of
/// the set's class if the variable is its last grid axis.
struct Range {
  std::int64_t first = 0, last = 0, step = 1;
};
Range rangeOf(const IndexSet &set, int variable, const ParamNumbers &params);

/// The values at both ends of a range for which something holds, in order, at most four of either
/// end; `more` if there are others next to them.
struct Some {
  std::vector<std::int64_t> values;
  bool more = false;
};
Some someAtTheEnds(const Range &range, const std::function<bool(std::int64_t)> &holds);

/// Least and largest value of an affine expression over a set; nothing when the set is empty.
struct Extremes {
  std::int64_t least = 0, most = 0;
};
std::optional<Extremes> extremesOf(const Affine &expr, const IndexSet &set,
                                   const ParamNumbers &params);

} // namespace eulerc::compiler
