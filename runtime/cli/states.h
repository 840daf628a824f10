// A solver's states as arrays for files and summaries, without a copy: valid as floats() is.
#pragma once

#include <vector>

#include <eulerc/solver.h>

#include "output/array.h"
#include "state/state.h"

namespace eulerc {

inline StateArray stateArray(const Solver &solver, const std::string &name, int first,
                             std::vector<std::int64_t> shape) {
  const Model &model = solver.model();
  const std::int64_t points = solver.components() / model.program.stateCount;
  StateArray array{name, std::move(shape), {}};
  if (model.program.precision == Precision::Float)
    array.values = solver.floats().data() + first * points;
  else
    array.values = solver.doubles().data() + first * points;
  return array;
}

/// Each species by itself.
inline std::vector<StateArray> stateArrays(const Solver &solver) {
  std::vector<StateArray> arrays;
  for (int i = 0; i < solver.model().program.stateCount; i++)
    arrays.push_back(stateArray(solver, solver.model().program.states[i].name, i, solver.shape()));
  return arrays;
}

/// As the program declares them, the species of a state in one array.
inline std::vector<StateArray> declaredArrays(const Solver &solver) {
  std::vector<StateArray> arrays;
  for (const DeclaredState &state : declaredStates(solver.model()))
    arrays.push_back(stateArray(solver, state.name, state.first, state.shape(solver.shape())));
  return arrays;
}

} // namespace eulerc
