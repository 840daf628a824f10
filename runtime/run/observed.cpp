// Makes the Observation that observers get when a run pauses (components, outputs, monitors, change
// since a remembered state), and the ObservedRun that they get before a run begins.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "base/parallel.h"
#include "model/model_lists.h"
#include "reduction/monitors.h"
#include "results/coordinates.h"
#include "run/job_of_run.h"
#include "run/run_loop.h"
#include "state/state.h"

namespace eulerc {

Observation RunLoop::observation() {
  Observation observation;
  observation.step = store_.begun->run.first + store_.begun->done - (store_.begun->isCut ? 1 : 0);
  observation.time = store_.time();
  observation.controlled = errors.run();
  observation.ranOn = RanOn(store_.stats);
  observation.taken = setup_.control ? store_.stats.steps.accepted : observation.step;
  observation.state = [this]() -> const void * { return store_.shownState().data(); };
  observation.read = std::bind_front(&RunLoop::readComponents, this);
  observation.isInParts = store_.isInParts();
  observation.pieces = [this](std::int64_t state, const UsePiece &use) {
    watch.ensureFinite();
    store_.inPieces(state, use);
  };
  observation.copy = [this](void *first, std::int64_t stateBytes) {
    const Stepper::Copied copied = store_.copyTo({first, stateBytes});
    if (copied.isFinite)
      watch.noteFinite();
    else
      watch.ensureFinite();
    return copied.rest;
  };
  observation.monitors = [this] { return monitors(0, setup_.model.monitors.count); };
  observation.ofStops = std::bind_front(&RunLoop::valuesOfStops, this);
  observation.output = [this, known = std::vector<std::byte>()](
                           int output, std::int64_t begin, std::int64_t end,
                           double *values) mutable { // called for one part after the other
    if (known.empty())
      known = globalsFor(output, setup_.model, *this);
    outputValues(output, begin, end, values, known);
  };
  observation.remember = [this] { isToRemember_ = true; };
  observation.change = [this] { return change(); };
  observation.files = [this] { return observers.files(); };
  observation.steady = store_.begun->steady;
  return observation;
}

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

/// The globals of the shown state in the program's precision.
static std::vector<std::byte> reducedGlobals(const Model &model, RunLoop &loop) {
  const int first = model.monitors.count + model.monitors.outputCount;
  const std::vector<double> values = loop.monitors(first, model.monitors.globalCount)();
  std::vector<std::byte> table(values.size() *
                               static_cast<std::size_t>(realSize(model.program.precision)));
  setGlobals(model, table.data(),
             [&](int number) { return values[static_cast<std::size_t>(number - first)]; });
  return table;
}

std::vector<std::byte> globalsFor(int output, const Model &model, RunLoop &loop) {
  return model.monitors.outputs[output].readsGlobals ? reducedGlobals(model, loop)
                                                     : std::vector<std::byte>();
}

std::vector<double> RunLoop::valuesOfStops() {
  const MonitorTables &tables = setup_.model.monitors;
  std::vector<double> values = monitors(0, tables.count)();
  if (std::ranges::any_of(listOf(tables.stops, tables.stopCount), &StopRule::readsGlobals))
    std::ranges::copy(monitors(tables.count + tables.outputCount, tables.globalCount)(),
                      std::back_inserter(values));
  return values;
}

void RunLoop::outputValues(int output, std::int64_t begin, std::int64_t end, double *values,
                           const std::vector<std::byte> &globals) {
  setup_.fields.check(setup_.params.values(), setup_.shape());
  setup_.prepareFields();
  const ViewedState state = viewOf(store_);
  StateView view = state.view;
  view.y = store_.shownState().data();
  view.globals = globals.data();
  const Model &model = setup_.model;
  const int count = chooseThreads(setup_.threads, end - begin);
  inParallel(count, [&](int index) {
    const Range part = cutRange(end - begin, 64, count, index);
    if (part.begin < part.end)
      model.monitors.values(model.monitors.count + output, view, begin + part.begin,
                            begin + part.end, values + part.begin);
  });
}

std::function<std::vector<double>()> RunLoop::monitors(int first, int count) {
  refuseWhileChanging(store_);
  setup_.fields.check(setup_.params.values(), setup_.shape());
  store_.frames.turnTo(store_.time());
  setup_.prepareFields();
  const MonitorTables &tables = setup_.model.monitors;
  const auto readsGlobals = [&](int k) { return k < tables.count && tables.list[k].readsGlobals; };
  std::vector<std::byte> ofState; // globals
  for (int k = first; k < first + count && ofState.empty(); k++)
    if (readsGlobals(k))
      ofState = reducedGlobals(setup_.model, *this);
  const ViewedState state = viewOf(store_);
  std::vector<std::function<double()>> each;
  for (int k = first; k < first + count; k++) {
    std::function<double()> value;
    if (store_.held && !store_.between && !readsGlobals(k))
      value = store_.withJob(store_.stats.run, true, [&](const Job &job) {
        return store_.stepper->monitor(job, k, state.view);
      });
    if (!value) {
      StateView view = state.view;
      view.y = store_.shownState().data();
      view.globals = ofState.data();
      value = [value = monitorValue(setup_.model, k, view, gridPoints(setup_.shape()),
                                    chooseThreads(setup_.threads, setup_.components()))] {
        return value;
      };
    }
    each.push_back(std::move(value));
  }
  return [this, each, isOfRun = store_.begun.has_value()] {
    std::vector<double> values;
    for (const std::function<double()> &value : each)
      values.push_back(value());
    const bool areFinite =
        std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
    if (isOfRun && !areFinite) {
      if (!store_.begun)
        throw Error(Error::Kind::Run, "the state is no longer there");
      watch.ensureFinite();
    }
    return values;
  };
}

void RunLoop::remember() {
  remembered_.release();
  if (store_.held) {
    store_.finishSteps();
    if (store_.withJob(store_.stats.run, true,
                       [&](const Job &job) { return store_.stepper->remember(job); }))
      return;
  }
  store_.ensureState();
  remembered_.allocate(store_.y.bytes());
  std::memcpy(remembered_.data(), store_.y.data(), static_cast<std::size_t>(store_.y.bytes()));
}

std::optional<double> RunLoop::change() {
  if (remembered_.bytes() == 0 && store_.held) {
    store_.finishSteps();
    return store_.withJob(store_.stats.run, true,
                          [&](const Job &job) { return store_.stepper->change(job); });
  }
  store_.ensureState();
  if (remembered_.bytes() != store_.y.bytes())
    return std::nullopt;
  const std::int64_t n = setup_.components() / setup_.model.program.stateCount *
                         std::ssize(solvedStatesOf(setup_.model));
  Places inFile;
  inFile.fileRow = inFile.pitch = inFile.plane = inFile.values = n;
  return largestChange(setup_.model.program.precision, inFile, remembered_.data(), store_.y.data(),
                       chooseThreads(setup_.threads, n));
}

ObservedRun RunLoop::observedRun() {
  const BegunRun &begun = *store_.begun;
  return {.model = setup_.model,
          .params = setup_.params.values(),
          .shape = setup_.shape(),
          .run = begun.run,
          .step = begun.run.first + begun.done,
          .fieldHashes = [this] { return setup_.fieldHashes(); },
          .isControlled = setup_.control.has_value(),
          .isAmid = begun.amid.has_value(),
          .time = begun.time(),
          .isResumed = begun.isResumed,
          .control = setup_.control,
          .choosesStages = setup_.model.method.stageLevels > 0 && sizes.askedStages() == 0,
          .coordinates = [this] { return setup_.coordinates(); },
          .read = std::bind_front(&RunLoop::readComponents, this),
          .note = setup_.note,
          .steady = begun.steady};
}

std::vector<AxisCoordinates> Setup::coordinates() {
  if (!model.program.coordinates)
    return std::vector<AxisCoordinates>(static_cast<std::size_t>(model.program.rank));
  prepareFields();
  return coordinatesOf(model, params.values(), shape(), fields.pointers());
}

} // namespace eulerc
