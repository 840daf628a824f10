// Access: which components a right-hand side reads, how far away they are, and the proof.
//
//   Problem --analysis--> Access --transform--> System
#pragma once

#include "ir/Affine.h"

namespace eulerc::compiler {

/// Bounds of one index or loop variable: every low <= it <= every high.
struct Bounds {
  std::vector<Affine> low, high; ///< of params and, for loops, of variables around
};

/// The points for which an expression is evaluated, a box. Along the last axis of the grid only
/// indices ≡ residue (mod period).
struct IndexSet {
  std::array<Bounds, kMaxVariables> along; ///< grid axes, then loops
  int classAxis = 0;                       ///< the last axis of the grid
  std::int64_t residue = 0, period = 1;
  std::vector<Affine> sums;   ///< of several variables, not negative in the set: N - 1 - i - k
  std::vector<ExprPtr> loops; ///< around, the outermost first
};

/// An interval of distances; free of indices.
struct Span {
  Affine least, most;
};

/// One read of the right-hand side. A read that several conditions guard appears once for each.
struct ReadAccess {
  std::string array; ///< state or field
  bool isField = false;
  std::size_t reader = 0;    ///< the state whose derivative it is
  std::vector<Affine> index; ///< one an axis
  IndexSet when;             ///< for which points it is evaluated
  SourceRange where;
  std::string text; ///< "y[i - 3]"
  /// index − own index along each axis, when that does not depend on the point; else the read is
  /// far.
  std::optional<std::vector<Affine>> offset;
  /// Least and most the index may be beyond the own one along each axis, over the loops around;
  /// both are the offset of a near read. Nothing when that depends on the point.
  std::optional<std::vector<Span>> reach;
  /// The same in the flat vector, states interleaved point by point. Of reads of states.
  std::optional<Span> distance;
  bool staysInside = false; ///< proved to stay in the grid for all params
};

/// A read without boundary rule that stays in the grid only for some values of the params: the
/// solver checks it when it starts.
struct RangeCheck {
  Affine index;
  IndexSet when;
  Affine extent;                ///< the index must be in [0, extent)
  bool low = true, high = true; ///< which of the two ends has no rule
  bool ofTable = false;         ///< an entry of a table, whose extent it must not leave
  std::string array;            ///< state, field or data that is read
  SourceRange where;
  std::string text;
  ExprPtr condition = nullptr; ///< on indices and params: the read is made where it holds alone
  bool triedEverywhere = true; ///< with the defaults; else near the ends of a large grid
};

/// A check of each point when data are loaded. Either an index that depends on data has to lie in
/// [0, extent), or a loop whose bounds depend on data must not end before it begins.
struct DataCheck {
  ExprPtr first; ///< of a loop, which ends at `index`; null: an index
  ExprPtr index, extent;
  ExprPtr condition; ///< on indices, params and data, under which it is evaluated
  IndexSet when;
  std::string array; ///< state, field or data that is read
  SourceRange where;
  std::string text;
};

struct Access {
  std::vector<ReadAccess> reads;
  std::vector<RangeCheck> checks;
  std::vector<DataCheck> dataChecks;  ///< in the order in which they are to be made
  std::int64_t period = 1;            ///< the right-hand side distinguishes i % period (last axis)
  bool bounded = true;                ///< every read of a state has a reach
  std::optional<std::size_t> witness; ///< the read that causes the access distance, if any
  std::int64_t distance = 0;          ///< in components, for the default params; valid if bounded
  std::vector<std::int64_t> reach;    ///< along each axis, for the default params; -1: unbounded
};

std::string print(const Access &access, const std::vector<std::string> &indexNames);

} // namespace eulerc::compiler
