// Computes the right-hand side of a program, points.ode in double, at each point from its tables
// (tracing/evaluator.h), and compares it with what a step of the serial backend adds.
#include <cmath>
#include <cstdio>
#include <vector>

#include <eulerc/solver.h>

#include "reduction/monitors.h"
#include "tracing/evaluator.h"

namespace points {
const eulerc::Model &model();
}

int main() {
  const eulerc::Model &model = points::model();
  constexpr double h = 1e-6, t = 0.25;
  eulerc::Solver solver(model);
  solver.useBackend(eulerc::Backend::Serial);
  solver.restart(t);
  const auto state = [&] {
    std::vector<double> all;
    for (int k = 0; k < model.program.stateCount; k++)
      for (const double value : solver.values(model.program.states[k].name))
        all.push_back(value);
    return all;
  };
  const std::vector<double> before = state();
  solver.runSteps(1, h);
  const std::vector<double> after = state();

  const std::vector<std::int64_t> shape = solver.shape();
  const std::vector<eulerc::ParamValue> params = solver.params();
  eulerc::Grid grid;
  model.host.grid(params.data(), &grid);
  const eulerc::ValuePlaces places = eulerc::filePlaces(shape, grid.classes);
  std::vector<double> table = {0, 4, 6}; // what the program gives its data
  const void *fields[] = {table.data()};
  eulerc::TakenStage stage{
      {params.data(), before.data(), fields, places, places, {}, t}, after.data(), 0, h};
  for (std::size_t axis = 0; axis < shape.size(); axis++)
    stage.before.extent[axis] = shape[axis];
  const std::size_t ofState = before.size() / static_cast<std::size_t>(model.program.stateCount);
  double least = 1e300, most = 0;
  for (std::size_t k = 0; k < before.size(); k++) {
    eulerc::Point at = {};
    std::size_t rest = k % ofState;
    for (std::size_t axis = shape.size(); axis-- > 0; rest /= static_cast<std::size_t>(shape[axis]))
      at[axis] = static_cast<std::int64_t>(rest % static_cast<std::size_t>(shape[axis]));
    const int which = static_cast<int>(k / ofState);
    const double found = eulerc::Evaluator(model, stage, which).valueAt(which, at).real;
    const double taken = (after[k] - before[k]) / h;
    if (!(std::fabs(found - taken) < 1e-6 * (1 + std::fabs(taken)))) {
      std::printf("state %d, point %zu: %.12g, a step says %.12g\n", which, k % ofState, found,
                  taken);
      return 1;
    }
    least = std::fmin(least, taken);
    most = std::fmax(most, taken);
  }
  std::printf("%zu components, slopes from %.3g to %.3g\n", before.size(), least, most);
}
