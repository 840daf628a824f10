// Point sources: thin boxes of the grid in which conditions on indices have other values than
// elsewhere.
//
//   i == N / 2 && j == M / 2 ? s : 0   →   0 elsewhere, and one box: N/2 <= i <= N/2, M/2 <= j <=
//   M/2
#pragma once

#include "analysis/IndexSets.h"

namespace eulerc::compiler {

/// The most indices of an edge, or of a point source along its thin axis.
constexpr std::int64_t kThin = 32;

/// An expression without its conditions on thin boxes, and these boxes.
struct PointSources {
  ExprPtr elsewhere; ///< equal to the expression at all points of the set outside of the boxes
  std::vector<IndexSet> boxes; ///< bounds along the grid's axes; an axis without bounds: all of it
};

/// `set`: the points that matter. A box is thin if along some axis its bounds, or one of them and
/// one of the set's, are close. If there are more than a few boxes, none is returned, because
/// testing them at each point costs too much.
PointSources findPointSources(const ExprPtr &expr, const IndexSet &set, std::size_t axes);

/// Adds boxes that are not among the point sources yet.
void addPointSources(std::vector<IndexSet> &sources, std::vector<IndexSet> more, std::size_t axes);

} // namespace eulerc::compiler
