// Lanes: finds the nodes of a step function that differ between the lanes of a vector, which are
// neighbouring points of a row. The window's entries and the index along the last axis differ, and
// so does every operation on them. All other nodes (uniforms, time, indices of the other axes) are
// one scalar for all lanes.
#pragma once

#include "ir/Expr.h"

#include <unordered_map>

namespace eulerc::compiler {

class Lanes {
public:
  explicit Lanes(int lastAxis) : lastAxis_(lastAxis) {}

  int lastAxis() const { return lastAxis_; }
  bool vary(const ExprPtr &node) const;
  /// Whether a loop runs over a different range in each lane.
  bool varyRange(const ExprPtr &loop) const {
    return vary(loop->operands[1]) || vary(loop->operands[2]);
  }

  /// The first node that lanes cannot compute together: a read at a different place in each lane,
  /// or a loop over a range that varies. Null if the whole expression can be computed in vectors.
  ExprPtr reason(const ExprPtr &expr) const;

private:
  int lastAxis_;
  mutable std::unordered_map<const Expr *, bool> known_; ///< of nodes kept alive by the caller
};

} // namespace eulerc::compiler
