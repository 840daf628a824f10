// Finds the operation of the program that first made a value that is not finite:
//
//   program, a stage, u[3][4]  →  "'a / (b - c)' at program.ode:12:9 divides by 0"
//
// A point is computed once more, from the tables of the program (Traced), operation by operation.
#pragma once

#include <string>

#include <eulerc/model.h>

namespace eulerc {

/// TakenStage: a stage that was computed, from the state `before` (the view's `y`) to `after`, both
/// with the same places.
struct TakenStage {
  StateView before;
  const void *after;
  std::int64_t step;
  double h;
};

/// The first operation of a state's function at a point whose value is not finite although all its
/// operands are. "": the function's value is finite.
std::string causeAt(const Model &model, const TakenStage &stage, int state, const std::int64_t *at);

} // namespace eulerc
