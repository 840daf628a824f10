// Access: which components a right-hand side reads, how far away they are, and the proof.
//
//   Problem --analysis--> Access --transform--> System
#pragma once

#include "ir/Affine.h"

#include <algorithm>

namespace eulerc::compiler {

/// Bounds of one index or loop variable: every low <= variable <= every high.
struct Bounds {
  std::vector<Affine> low, high; ///< over params and, for loops, variables of outer loops
};

/// The points at which an expression is evaluated: a box, of which only indices ≡ residue (mod
/// period) along the last axis of the grid belong to the set.
struct IndexSet {
  std::array<Bounds, kMaxVariables> along; ///< grid axes, then loops
  int classAxis = 0;                       ///< the last axis of the grid
  std::int64_t residue = 0, period = 1;
  std::vector<Affine> sums;   ///< of several variables, each sum >= 0 in the set: N - 1 - i - k
  std::vector<ExprPtr> loops; ///< around the expression, the outermost first
};

/// An interval of distances, which do not depend on indices.
struct Span {
  Affine least, most;
};

/// A read of the right-hand side. A read under several conditions appears once for each of them.
struct ReadAccess {
  std::string array; ///< state or field
  bool isField = false;
  std::size_t reader = 0;    ///< the state whose derivative it is
  std::vector<Affine> index; ///< along each axis
  IndexSet when;             ///< the points at which it is evaluated
  SourceRange where;
  std::string text; ///< "y[i - 3]"
  /// The index minus the point's index along each axis, if this does not depend on the point; else
  /// the read is far.
  std::optional<std::vector<Affine>> offset;
  /// The least and the greatest distance of the index along each axis, over the loops around. Both
  /// equal the offset of a near read. nullopt if they depend on the point.
  std::optional<std::vector<Span>> reach;
  /// The same in the flat vector, where states are interleaved point by point. For reads of states
  /// only.
  std::optional<Span> distance;
  std::vector<bool> leaves; ///< along each axis, unless it is proved to stay in the grid

  /// Whether it is proved to stay in the grid for all params.
  bool staysInside() const { return std::ranges::find(leaves, true) == leaves.end(); }
  /// The offset along one axis, if it is a number.
  std::optional<std::int64_t> numberAlong(std::size_t axis) const {
    const Affine distance = distanceAlong(axis, index[axis]);
    return distance.isConstant() ? std::optional(distance.constant) : std::nullopt;
  }
};

/// A read without boundary rule that stays in the grid only for some values of the params. The
/// solver checks it at its start.
struct RangeCheck {
  Affine index;
  IndexSet when;
  Affine extent;                ///< the index must be in [0, extent)
  bool low = true, high = true; ///< which of the two ends has no rule
  bool ofTable = false;         ///< the read is an entry of a table, and `extent` the table's
  std::string array;            ///< state, field or data that is read
  SourceRange where;
  std::string text;
  ExprPtr condition = nullptr; ///< on indices and params: the read is made only where it holds
  bool triedEverywhere = true; ///< with the defaults; else only near the ends of a large grid
};

/// A check at each point when data are loaded. Either an index that depends on data must be in [0,
/// extent), or a loop whose bounds depend on data must not end before it begins.
struct DataCheck {
  ExprPtr first; ///< begin of a loop that ends at `index`; null: the check is of an index
  ExprPtr index, extent;
  ExprPtr condition; ///< on indices, params and data: the check applies where it holds
  IndexSet when;
  std::string array; ///< state, field or data that is read
  SourceRange where;
  std::string text;
};

struct Access {
  std::vector<ReadAccess> reads;
  std::vector<RangeCheck> checks;
  std::vector<DataCheck> dataChecks;  ///< in the order of checking
  std::int64_t period = 1;            ///< the right-hand side distinguishes i % period (last axis)
  std::vector<ExprPtr> remainders;    ///< that make the period: one for each divisor
  bool bounded = true;                ///< every read of a state has a reach
  std::optional<std::size_t> witness; ///< the read that causes the access distance, if any
  std::int64_t distance = 0;          ///< in components, for the default params; valid if bounded
  std::vector<std::int64_t> reach;    ///< along each axis, for the default params; -1: unbounded
};

std::string print(const Access &access, const std::vector<std::string> &indexNames);

} // namespace eulerc::compiler
