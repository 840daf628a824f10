// Lanes: which nodes of a step function differ between the lanes of a vector, neighbouring points
// of a row. The window's entries and the index along the last axis differ, and so does every
// operation on them. Everything else (uniforms, time, indices of the other axes) is one scalar for
// all lanes.
#pragma once

#include "ir/Expr.h"

#include <unordered_map>

namespace eulerc::compiler {

class Lanes {
public:
  explicit Lanes(int lastAxis) : lastAxis_(lastAxis) {}

  int lastAxis() const { return lastAxis_; }
  bool vary(const ExprPtr &node) const;
  /// Whether a loop runs over another range for each lane.
  bool varyRange(const ExprPtr &loop) const {
    return vary(loop->operands[1]) || vary(loop->operands[2]);
  }

  /// The first node that lanes cannot compute together: a read of one place for each lane, or a
  /// loop over a range that varies. Null when the whole expression can be computed in vectors.
  ExprPtr reason(const ExprPtr &expr) const;

private:
  int lastAxis_;
  mutable std::unordered_map<const Expr *, bool> known_; ///< of nodes kept alive by the caller
};

} // namespace eulerc::compiler
