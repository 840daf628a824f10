// A solver's states as arrays for files and summaries, without a copy: valid as long as
// Solver::floats().
#pragma once

#include <vector>

#include <eulerc/solver.h>

#include "backend/record.h"
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

/// An array for each state; each species has its own.
inline std::vector<StateArray> stateArrays(const Solver &solver) {
  std::vector<StateArray> arrays;
  for (int i = 0; i < solver.model().program.stateCount; i++)
    arrays.push_back(stateArray(solver, solver.model().program.states[i].name, i, solver.shape()));
  return arrays;
}

/// An array for each declared state, with all of its species.
inline std::vector<StateArray> declaredArrays(const Solver &solver) {
  std::vector<StateArray> arrays;
  for (const DeclaredState &state : declaredStates(solver.model()))
    arrays.push_back(stateArray(solver, state.name, state.first, state.shape(solver.shape())));
  return arrays;
}

/// The same; the arrays give their values in pieces if the state is spread over ranks.
inline std::vector<StateArray> declaredPieces(const Solver &solver) {
  const RunRecord &record = recordOf(solver);
  if (!record.pieces)
    return declaredArrays(solver);
  const std::int64_t points = solver.components() / solver.model().program.stateCount;
  std::vector<StateArray> arrays;
  for (const DeclaredState &state : declaredStates(solver.model())) {
    StateArray array{state.name, state.shape(solver.shape()), {}};
    if (solver.model().program.precision == Precision::Double)
      array.values = static_cast<const double *>(nullptr);
    array.pieces = [&record, state, points](const UsePiece &use) {
      for (int k = 0; k < state.count; k++)
        record.pieces(state.first + k, [&](std::int64_t begin, std::int64_t some, const void *of) {
          use(k * points + begin, some, of);
        });
    };
    arrays.push_back(std::move(array));
  }
  return arrays;
}

} // namespace eulerc
