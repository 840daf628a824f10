// Runs whose steps are as long as their error allows: a step of the run is a stride then, which
// steps of their own lead over, and whose end they meet.
#include "solver_impl.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "host/parallel.h"
#include "state.h"
#include "stepsize/error.h"
#include "times.h"

namespace eulerc {
namespace {

/// Of a run that says nothing of its first step.
constexpr double firstShare = 1e-3;

} // namespace

void Solver::Impl::advanceControlled(const Run &strides) {
  if (!controller) {
    const Timespan span = model.timespan(params.values().data());
    const double whole = begun->run.to - timeOfStep(begun->run, 0);
    const double guess = span.hasDt && span.dt > 0 ? span.dt : firstShare * whole;
    controller.emplace(*control, model.errorOrder,
                       std::min(control->first > 0 ? control->first : guess, whole));
  }
  before.allocate(y.bytes());
  if (!onHost)
    save();
  std::memcpy(before.data(), y.data(), static_cast<std::size_t>(y.bytes()));
  for (std::int64_t k = 0; k < strides.steps; k++)
    stride(timeOfStep(strides, k), k + 1 < strides.steps ? timeOfStep(strides, k + 1) : strides.to,
           strides);
}

/// Steps from one time to another.
void Solver::Impl::stride(double from, double to, const Run &rest) {
  const int team = chooseThreads(threads, components());
  const std::int64_t points = gridPoints(shape());
  for (double t = from; t < to;) {
    const double next = controller->proposed(t, to);
    const double length = next - t;
    tryStep({t, length, 1, length, next, 0});
    const Trial taken{model, *control, points, before.data(), y.data()};
    if (controller->judge(errorNorm(taken, team))) {
      ControlledSteps &steps = stats.steps;
      steps.shortest = steps.accepted == 0 ? length : std::min(steps.shortest, length);
      steps.longest = std::max(steps.longest, length);
      steps.accepted++;
      std::memcpy(before.data(), y.data(), static_cast<std::size_t>(y.bytes()));
      t = next;
      continue;
    }
    stats.steps.rejected++;
    if (controller->isTooShort(t))
      refuseShortSteps(t);
    goBackTo(before, rest);
  }
}

/// The state behind the step that was rejected is in `y`.
void Solver::Impl::refuseShortSteps(double t) const {
  const Trial trial{model, *control, gridPoints(shape()), before.data(), y.data()};
  throw Error(Error::Kind::Run,
              fmt::format("at t = {} steps would have to be shorter than {}: {} in one of {:.3g}; "
                          "allow shorter ones, or a larger tolerance",
                          t,
                          control->least > 0 ? fmt::format("{} (--dt-min)", control->least)
                                             : "time can tell",
                          worstText(trial, shape()), controller->tried()));
}

} // namespace eulerc
