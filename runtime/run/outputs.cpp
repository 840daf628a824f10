// What observers are told beside states: derived quantities, coordinates, and where steps are
// taken.
#include <cstring>

#include <fmt/format.h>

#include "base/parallel.h"
#include "results/coordinates.h"
#include "run/job_of_run.h"
#include "run/run_loop.h"
#include "state/state.h"

namespace eulerc {

void RunLoop::readComponents(std::span<const std::int64_t> components, void *to) {
  const Precision precision = setup_.model.program.precision;
  const auto count = static_cast<std::int64_t>(components.size());
  if (store_.held && !store_.onHost && !store_.between) {
    store_.finishSteps();
    const bool isRead = store_.withJob(store_.stats.run, false, [&](const Job &job) {
      return store_.stepper->read(job, components, to);
    });
    if (isRead && firstNonFinite(precision, to, count, 1) < 0)
      return;
  }
  watch.ensureFinite();
  const auto *all = static_cast<const std::byte *>(store_.shownState().data());
  const auto size = static_cast<std::size_t>(realSize(precision));
  for (std::size_t k = 0; k < components.size(); k++)
    std::memcpy(static_cast<std::byte *>(to) + k * size,
                all + static_cast<std::size_t>(components[k]) * size, size);
}

void RunLoop::outputValues(int output, std::int64_t begin, std::int64_t end, double *values) {
  setup_.fields.check(setup_.params.values(), setup_.shape());
  setup_.prepareFields();
  const ViewedState state = viewOf(store_);
  StateView view = state.view;
  view.y = store_.shownState().data();
  const Model &model = setup_.model;
  const int count = chooseThreads(setup_.threads, end - begin);
  inParallel(count, [&](int index) {
    const Range part = cutRange(end - begin, 64, count, index);
    if (part.begin < part.end)
      model.monitors.values(model.monitors.count + output, view, begin + part.begin,
                            begin + part.end, values + part.begin);
  });
}

std::vector<AxisCoordinates> Setup::coordinates() {
  if (!model.program.coordinates)
    return std::vector<AxisCoordinates>(static_cast<std::size_t>(model.program.rank));
  prepareFields();
  return coordinatesOf(model, params.values(), shape(), fields.pointers());
}

ObservedRun RunLoop::observedRun() {
  const BegunRun &begun = *store_.begun;
  return {setup_.model,
          setup_.params.values(),
          setup_.shape(),
          begun.run,
          begun.run.first + begun.done,
          [this] { return setup_.fieldHashes(); },
          setup_.control.has_value(),
          begun.amid.has_value(),
          store_.stats.steps.accepted,
          begun.time(),
          begun.isResumed,
          setup_.control,
          setup_.coordinates()};
}

RanOn RunLoop::ranOn() const {
  const RunStats &stats = store_.stats;
  return {stats.backend, stats.deviceName, fmt::format("{} ({})", stats.scheme, stats.form)};
}

} // namespace eulerc
