// What observers are told beside states: derived quantities, coordinates, and where steps are
// taken.
#include "run/solver_impl.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "results/coordinates.h"

namespace eulerc {

void Solver::Impl::outputValues(int output, std::int64_t begin, std::int64_t end, double *values) {
  fields.check(params.values(), shape());
  prepareFields();
  const ViewedState state = viewed();
  StateView view = state.view;
  view.y = shownState().data();
  const int count = chooseThreads(threads, end - begin);
  inParallel(count, [&](int index) {
    const Range part = cutRange(end - begin, 64, count, index);
    if (part.begin < part.end)
      model.monitors.values(model.monitors.count + output, view, begin + part.begin,
                            begin + part.end, values + part.begin);
  });
}

std::vector<AxisCoordinates> Solver::Impl::coordinates() {
  if (!model.program.coordinates)
    return std::vector<AxisCoordinates>(static_cast<std::size_t>(model.program.rank));
  prepareFields();
  return coordinatesOf(model, params.values(), shape(), fields.pointers());
}

ObservedRun Solver::Impl::observedRun() {
  const std::int64_t step = begun->run.first + begun->done;
  return {model,
          params.values(),
          shape(),
          begun->run,
          step,
          [this] { return fieldHashes(); },
          control.has_value(),
          begun->amid.has_value(),
          stats.steps.accepted,
          begun->time(),
          begun->isResumed,
          control,
          coordinates()};
}

/// What files that a run completes are compared with.
void Solver::Impl::tellTimes(const Observing &each, const ObservedRun &run, Dues &dues) const {
  dues.now = run.time;
  if (each.times && !each.moments.steps)
    dues.timeOf = [times = *each.times](std::int64_t number) { return times.timeOf(number); };
  if (each.times || each.isOnCall)
    return;
  dues.timeOf = [moments = *each.schedule](std::int64_t number) { return moments.timeOf(number); };
  dues.takesNow = begun->endedHere && each.due == run.step;
  dues.slack = 1e-6 * run.run.dt;
}

RanOn Solver::Impl::ranOn() const {
  return {stats.backend, stats.deviceName,
          fmt::format("{} ({})", stats.plan.scheme(), stats.plan.name())};
}

} // namespace eulerc
