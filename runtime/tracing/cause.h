// Which operation of the program made a value that is not finite:
//
//   program, a stage, u[3][4]  →  "'a / (b - c)' at program.ode:12:9 divides by 0"
//
// A point is computed once more, from the tables of the program (Traced), operation by operation.
#pragma once

#include <string>

#include <eulerc/model.h>

namespace eulerc {

/// A stage that was taken: from `before` to `after`, of the same places. The view's `y` is
/// `before`.
struct TakenStage {
  StateView before;
  const void *after;
  std::int64_t step;
  double h;
};

/// Of a state's function at a point, the first operation whose value is not finite although all its
/// operands are. "": the value is finite.
std::string causeAt(const Model &model, const TakenStage &stage, int state, const std::int64_t *at);

} // namespace eulerc
