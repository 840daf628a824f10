// LaneSkips: branches that no lane of a vector takes are not computed.
//
//   i < W ? f(u) : u  →  first < W ? (i < W ? f(u) : u) : u      first: the index of the first lane
//
// Most vectors take one branch of a condition on the index along a row, such as a frame, a layer or
// a region. Without this, both branches are computed for all lanes. A scalar test over all lanes
// skips a branch that no lane takes. Its bounds are of the operations of the condition, which are
// rounded alike and grow with the index, so values are the same. Integers that become reals are
// chosen as reals.
//
//   u > 0.5 ? exp(-u) : u  →  u > 0.5 ? (u > 0.5 in some lane ? exp(-u) : 0) : u
//
// Of conditions on values each expensive branch is computed where some lane takes it: most vectors
// lie on one side of a front.
#pragma once

#include "ir/Lanes.h"

namespace eulerc::compiler {

/// Leaves of the condition over all lanes: indices of axes that no grid has (Op::Index).
/// IsFull: no guard is open (TileFunctions.h).
enum class LaneLeaf { First = -1, Last = -2, AreOrdered = -3, IsFull = -4 };

/// The body of a step function for vectors. `goRound`: lanes may begin at the end of a row, and end
/// at its beginning. `ofValues`: also branches of conditions on values, which hide from compilers
/// what equations have in common.
ExprPtr withLaneSkips(const ExprPtr &body, const Lanes &lanes, bool goRound, bool ofValues);

/// How such a leaf is written, of the name of the index along the row; empty: it is none.
std::string laneLeaf(const Expr &node, const std::string &index);

} // namespace eulerc::compiler
