// A solver's states as arrays for files and summaries, without a copy: valid as floats() is.
#pragma once

#include <vector>

#include <eulerc/solver.h>

#include "output/array.h"

namespace eulerc {

inline std::vector<StateArray> stateArrays(const Solver &solver) {
  const Model &model = solver.model();
  const bool isFloat = model.precision == Precision::Float;
  const std::vector<std::int64_t> shape = solver.shape();
  const std::int64_t points = solver.components() / model.stateCount;
  std::vector<StateArray> arrays;
  for (int i = 0; i < model.stateCount; i++) {
    StateArray array{model.states[i].name, shape, {}};
    if (isFloat)
      array.values = solver.floats().data() + i * points;
    else
      array.values = solver.doubles().data() + i * points;
    arrays.push_back(array);
  }
  return arrays;
}

} // namespace eulerc
