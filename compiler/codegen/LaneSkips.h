// LaneSkips: branches that no lane of a vector takes are not computed.
//
//   i < W ? f(u) : u  →  first < W ? (i < W ? f(u) : u) : u      first: the index of the first lane
//
// A condition on the index along a row is open in few vectors mostly: at a frame of the grid, in a
// layer, a region. A branch of a choice that varies over the lanes is computed for all of them,
// whoever takes it; where bounds of the condition over all lanes say that nobody does, a scalar
// decides. Values are the same: bounds are of the operations of the condition, which are rounded
// alike and grow with the index. Integers that become reals are chosen as reals.
#pragma once

#include "ir/Lanes.h"

namespace eulerc::compiler {

/// Leaves of the condition over all lanes: indices of axes that no grid has (Op::Index).
/// IsFull: no guard is open (TileFunctions.h).
enum class LaneLeaf { First = -1, Last = -2, AreOrdered = -3, IsFull = -4 };

/// The body of a step function for vectors. `goRound`: lanes may begin at the end of a row, and end
/// at its beginning.
ExprPtr withLaneSkips(const ExprPtr &body, const Lanes &lanes, bool goRound);

/// How such a leaf is written, of the name of the index along the row; empty: it is none.
std::string laneLeaf(const Expr &node, const std::string &index);

} // namespace eulerc::compiler
