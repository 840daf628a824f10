#include <eulerc/solver.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "backend/choice.h"
#include "base/refuse.h"
#include "base/text.h"
#include "model/abi.h"
#include "model/model_lists.h"
#include "planning/request.h"
#include "reduction/error.h"
#include "results/checkpoint.h"
#include "results/columns.h"
#include "results/events.h"
#include "results/recorder.h"
#include "results/steady.h"
#include "results/stop_rules.h"
#include "run/solver_impl.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Ends the run, and keeps why.
template <class Impl> auto stopping(Impl &impl) {
  return [&impl](const std::string &why) {
    impl.store.stats.stopped = why;
    impl.loop.isStopping = true;
  };
}

} // namespace

Solver::Solver(const Model &model) {
  requireAbi(model);
  impl_ = std::make_unique<Impl>(model);
  if (model.monitors.stopCount == 0)
    return;
  impl_->loop.observers.add(OutputTimes::everySteps(stopSteps),
                            makeStopRules(impl_->setup.model, stopping(*impl_)));
  impl_->loop.observers.list.back().isOfProgram = true;
}
Solver::~Solver() = default;
Solver::Solver(Solver &&) noexcept = default;
Solver &Solver::operator=(Solver &&) noexcept = default;

const Model &Solver::model() const { return impl_->setup.model; }

// ---- params ---------------------------------------------------------------------------------

void Solver::set(std::string_view name, std::int64_t value) {
  impl_->setParam(name, [&] { impl_->setup.params.set(name, value); });
}

void Solver::set(std::string_view name, double value) {
  impl_->setParam(name, [&] { impl_->setup.params.set(name, value); });
}

void Solver::set(std::string_view name, std::string_view text) {
  impl_->setParam(name, [&] { impl_->setup.params.setText(name, text); });
}

std::vector<ParamValue> Solver::params() const { return impl_->setup.params.values(); }

// ---- where and how --------------------------------------------------------------------------

void Solver::useBackend(Backend backend) {
  impl_->store.dropStepper();
  impl_->setup.backend = backend;
}

void Solver::useDevice(std::string_view indexOrName) {
  const std::size_t chosen = chooseDevice(listDevices(), indexOrName);
  impl_->store.dropStepper();
  impl_->setup.device = chosen;
}

void Solver::tune(const Tuning &tuning) {
  if (tuning.workGroupSize < 0)
    refuse(fmt::format("a work-group needs at least one work-item, not {}", tuning.workGroupSize));
  if (!isVectorWidth(tuning.vectorWidth))
    refuse(fmt::format("a vector has 1, 2, 4, 8 or 16 values, not {}", tuning.vectorWidth));
  requireKnownHints(tuning);
  impl_->setup.tuning = tuning;
  impl_->store.unsettle();
}

void Solver::measure(Measuring measuring) {
  impl_->setup.measuring = measuring;
  impl_->store.unsettle();
}

void Solver::useThreads(int count) {
  const int most = 4096;
  if (count < 0 || count > most)
    refuse(
        fmt::format("the number of threads must be from 0 (all cores) to {}, not {}", most, count));
  impl_->setup.threads = count;
  impl_->store.unsettle();
}

void Solver::useBuildOptions(std::string_view options) {
  impl_->setup.buildOptions = options;
  impl_->store.unsettle();
}

// ---- sizes ----------------------------------------------------------------------------------

std::vector<std::int64_t> Solver::shape() const { return impl_->setup.shape(); }

std::vector<double> Solver::coordinates(int axis) {
  return impl_->setup.coordinates().at(static_cast<std::size_t>(axis)).values;
}

std::int64_t Solver::components() const { return impl_->setup.components(); }

Start Solver::startAt(double t0, double dt) const { return startBehind(timespan().from, t0, dt); }

Timespan Solver::timespan() const {
  return impl_->setup.model.program.timespan(impl_->setup.params.values().data());
}

// ---- fields ---------------------------------------------------------------------------------

void Solver::setField(std::string_view field, std::span<const double> values) {
  impl_->giveField(
      impl_->setup.fields.findField(field), "setField",
      [&](const Target &target, const std::string &what) { takeValues(values, what, target); });
}

void Solver::loadField(std::string_view field, const std::string &path) {
  impl_->giveField(
      impl_->setup.fields.findField(field), fmt::format("'{}'", path),
      [&](const Target &target, const std::string &what) { readValues(path, what, target); });
}

void Solver::setData(std::string_view data, std::span<const double> values) {
  impl_->giveField(
      impl_->setup.fields.findData(data), "setData",
      [&](const Target &target, const std::string &what) { takeValues(values, what, target); });
}

void Solver::loadData(std::string_view data, const std::string &path) {
  impl_->giveField(
      impl_->setup.fields.findData(data), fmt::format("'{}'", path),
      [&](const Target &target, const std::string &what) { readValues(path, what, target); });
}

// ---- state ----------------------------------------------------------------------------------

void Solver::setValues(std::string_view state, std::span<const double> values) {
  const DeclaredState declared = impl_->setup.stateNamed(state);
  impl_->store.replaceState(declared,
                            impl_->setup.filled(declared.shape(shape()), [&](const Target &target) {
                              takeValues(values, fmt::format("state '{}'", state), target);
                            }));
}

void Solver::loadValues(std::string_view state, const std::string &path) {
  const DeclaredState declared = impl_->setup.stateNamed(state);
  impl_->store.replaceState(declared,
                            impl_->setup.filled(declared.shape(shape()), [&](const Target &target) {
                              readValues(path, fmt::format("state '{}'", state), target);
                            }));
}

std::vector<double> Solver::values(std::string_view state) const {
  const DeclaredState declared = impl_->setup.stateNamed(state);
  const HostArray &shown = impl_->store.shownState();
  const std::int64_t points = gridPoints(impl_->setup.shape());
  const auto copy = [&](const auto *y) {
    const auto *begin = y + declared.first * points;
    return std::vector<double>(begin, begin + declared.count * points);
  };
  return impl_->setup.model.program.precision == Precision::Float
             ? copy(static_cast<const float *>(shown.data()))
             : copy(static_cast<const double *>(shown.data()));
}

std::vector<double> Solver::output(std::string_view name) const {
  const Model &model = impl_->setup.model;
  const auto outputs = listOf(model.monitors.outputs, model.monitors.outputCount);
  const std::optional<int> place = placeOf(name, outputs);
  if (!place)
    refuse(fmt::format("there is no output '{}'; {}", name, suggestion(name, namesOf(outputs))));
  std::vector<double> values(static_cast<std::size_t>(gridPoints(impl_->setup.shape())));
  impl_->loop.outputValues(*place, 0, static_cast<std::int64_t>(values.size()), values.data());
  return values;
}

std::span<const float> Solver::floats() const {
  if (impl_->setup.model.program.precision != Precision::Float)
    refuse("this solver computes with double: take doubles()");
  const HostArray &shown = impl_->store.shownState();
  return {static_cast<const float *>(shown.data()), static_cast<std::size_t>(shown.bytes()) / 4};
}

std::span<const double> Solver::doubles() const {
  if (impl_->setup.model.program.precision != Precision::Double)
    refuse("this solver computes with float: take floats()");
  const HostArray &shown = impl_->store.shownState();
  return {static_cast<const double *>(shown.data()), static_cast<std::size_t>(shown.bytes()) / 8};
}

double Solver::time() const { return impl_->store.time(); }

void Solver::restart() {
  impl_->setup.start.reset();
  impl_->store.forgetState();
}

void Solver::restart(double t0) {
  if (!std::isfinite(t0))
    refuse(fmt::format("the start time must be a finite number, not {}", t0));
  impl_->setup.start = t0;
  impl_->store.forgetState();
}

// ---- results over time ------------------------------------------------------------------------

namespace {

class Callback : public Observer {
public:
  Callback(std::function<void()> callback, bool &hasFailed)
      : callback_(std::move(callback)), hasFailed_(hasFailed) {}
  void take(const Observation &) override {
    try {
      callback_();
    } catch (...) {
      hasFailed_ = true;
      throw;
    }
  }

private:
  std::function<void()> callback_;
  bool &hasFailed_;
};

} // namespace

void Solver::observe(const OutputTimes &outputTimes, std::function<void()> callback) {
  impl_->loop.observers.add(
      outputTimes, std::make_unique<Callback>(std::move(callback), impl_->loop.callbackFailed));
}

void Solver::stop() { impl_->loop.isStopping = true; }

void Solver::save(const std::string &path, const OutputTimes &outputTimes,
                  const Selection &selection) {
  impl_->loop.observers.add(outputTimes, makeRecorder(path, selection));
}

void Solver::probe(const std::string &path, const OutputTimes &outputTimes,
                   const std::vector<std::string> &components) {
  impl_->loop.observers.add(outputTimes, makeColumns(path, components));
}

void Solver::recordEvents(const std::string &path, const OutputTimes &outputTimes) {
  if (std::ranges::none_of(statesOf(impl_->setup.model), &State::isEvent))
    refuse("the program has no event; declare one: 'event NAME(int i, real t) = VALUE;', which is "
           "where VALUE becomes positive");
  impl_->loop.observers.add(outputTimes, makeEventList(path));
}

void Solver::stopWhenSteady(double rate) {
  if (!(rate >= 0))
    refuse(fmt::format("the rate of a steady state must be zero or above, not {}", rate));
  impl_->loop.observers.add(OutputTimes::everySteps(steadySteps),
                            makeSteadyStop(rate, stopping(*impl_)));
}

void Solver::checkpoint(const std::string &path, double everyMinutes) {
  impl_->loop.observers.add({}, makeCheckpointer(path, everyMinutes), true);
}

Run Solver::resume(const std::string &path, const Extension &extension) {
  try {
    impl_->loop.resume(path, extension);
  } catch (const DamagedCheckpoint &damaged) {
    const std::string previous = path + ".previous";
    if (!std::filesystem::exists(previous))
      throw;
    if (impl_->setup.note)
      impl_->setup.note(fmt::format("{}; the one before it is taken", damaged.what()));
    impl_->loop.resume(previous, extension);
  }
  return impl_->store.begun->run;
}

void Solver::keepLastGood(const std::string &path) { impl_->loop.watch.lastGoodPath = path; }

double Solver::monitor(std::string_view name) const {
  const Model &model = impl_->setup.model;
  if (const std::optional<int> place = placeOf(name, monitorsOf(model)))
    return impl_->loop.monitors(*place, 1)().front();
  const std::vector<std::string> known = namesOf(monitorsOf(model));
  refuse(known.empty()
             ? fmt::format("there is no monitor '{}'; the program has none", name)
             : fmt::format("there is no monitor '{}'; {}", name, suggestion(name, known)));
}

std::vector<double> Solver::monitors() const {
  return impl_->loop.monitors(0, impl_->setup.model.monitors.count)();
}

void Solver::unobserve() {
  if (impl_->loop.isRunning) // a callback: what was recorded is to be written
    for (const Observing &each : impl_->loop.observers.list)
      each.observer->settle();
  std::erase_if(impl_->loop.observers.list,
                [](const Observing &each) { return !each.isOfProgram; });
  impl_->loop.watch.lastGoodPath.clear();
}

void Solver::onProgress(std::function<void(std::int64_t, std::int64_t)> callback) {
  impl_->setup.progress = std::move(callback);
}

void Solver::onNote(std::function<void(const std::string &)> callback) {
  impl_->setup.note = std::move(callback);
}

} // namespace eulerc
