// LaneSkips: skips the branches that no lane of a vector takes.
//
//   i < W ? f(u) : u  →  first < W ? (i < W ? f(u) : u) : u      first: the index of the first lane
//
// Most vectors take one branch of a condition on the index along a row, such as a frame, a layer or
// a region. Without this, both branches are computed for all lanes. A scalar test over all lanes
// skips a branch that no lane takes. The test applies the condition's own operations to the first
// and the last lane. They are monotonic in the index and rounded in the same way, so values do not
// change. A choice of integers that is converted to reals becomes a choice of reals.
//
//   u > 0.5 ? exp(-u) : u  →  u > 0.5 ? (u > 0.5 in some lane ? exp(-u) : 0) : u
//
// In a condition on values, each expensive branch is computed only where some lane takes it,
// because most vectors lie on one side of a front.
#pragma once

#include "ir/Lanes.h"

namespace eulerc::compiler {

/// Leaves of a test over all lanes, stored as indices of axes that no grid has (Op::Index). IsFull:
/// no guard is open (TileFunctions.h).
enum class LaneLeaf { First = -1, Last = -2, AreOrdered = -3, IsFull = -4 };

/// The body of a step function for vectors. `goRound`: lanes may begin at the end of a row and
/// continue at its beginning. `ofValues`: also skips branches of conditions on values, which hides
/// from compilers what equations have in common.
ExprPtr withLaneSkips(const ExprPtr &body, const Lanes &lanes, bool goRound, bool ofValues);

/// The text of such a leaf, given the name of the index along the row; empty for other nodes.
std::string laneLeaf(const Expr &node, const std::string &index);

} // namespace eulerc::compiler
