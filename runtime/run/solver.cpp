#include <eulerc/solver.h>

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
    impl.stats.stopped = why;
    impl.isStopping = true;
  };
}

} // namespace

Solver::Solver(const Model &model) {
  requireAbi(model);
  impl_ = std::make_unique<Impl>(model);
  if (model.monitors.stopCount == 0)
    return;
  impl_->observe(Moments::everySteps(stopSteps), makeStopRules(impl_->model, stopping(*impl_)));
  impl_->observing.back().isOfProgram = true;
}
Solver::~Solver() = default;
Solver::Solver(Solver &&) noexcept = default;
Solver &Solver::operator=(Solver &&) noexcept = default;

const Model &Solver::model() const { return impl_->model; }

// ---- params ---------------------------------------------------------------------------------

void Solver::set(std::string_view name, std::int64_t value) {
  impl_->params.set(name, value);
  impl_->paramsChanged();
}

void Solver::set(std::string_view name, double value) {
  impl_->params.set(name, value);
  impl_->paramsChanged();
}

void Solver::set(std::string_view name, std::string_view text) {
  impl_->params.setText(name, text);
  impl_->paramsChanged();
}

std::vector<ParamValue> Solver::params() const { return impl_->params.values(); }

// ---- where and how --------------------------------------------------------------------------

void Solver::useBackend(Backend backend) {
  impl_->dropStepper();
  impl_->backend = backend;
}

void Solver::useDevice(std::string_view indexOrName) {
  const std::size_t chosen = chooseDevice(listDevices(), indexOrName);
  impl_->dropStepper();
  impl_->device = chosen;
}

void Solver::tune(const Tuning &tuning) {
  if (tuning.workGroupSize < 0)
    refuse(fmt::format("a work-group needs at least one work-item, not {}", tuning.workGroupSize));
  if (!isVectorWidth(tuning.vectorWidth))
    refuse(fmt::format("a vector has 1, 2, 4, 8 or 16 values, not {}", tuning.vectorWidth));
  requireKnownWishes(tuning);
  impl_->tuning = tuning;
  impl_->unsettle();
}

void Solver::measure(Measuring measuring) {
  impl_->measuring = measuring;
  impl_->unsettle();
}

void Solver::useThreads(int count) {
  const int most = 4096;
  if (count < 0 || count > most)
    refuse(
        fmt::format("the number of threads must be from 0 (all cores) to {}, not {}", most, count));
  impl_->threads = count;
  impl_->unsettle();
}

void Solver::useBuildOptions(std::string_view options) {
  impl_->buildOptions = options;
  impl_->unsettle();
}

// ---- sizes ----------------------------------------------------------------------------------

void Solver::control(const std::optional<StepControl> &control) {
  if (control)
    requireControl(impl_->model, *control);
  impl_->controlBy(control);
}

std::vector<std::int64_t> Solver::shape() const { return impl_->shape(); }

std::int64_t Solver::components() const { return impl_->components(); }

Start Solver::startAt(double t0, double dt) const { return startBehind(timespan().from, t0, dt); }

Timespan Solver::timespan() const {
  return impl_->model.program.timespan(impl_->params.values().data());
}

// ---- fields ---------------------------------------------------------------------------------

void Solver::setField(std::string_view field, std::span<const double> values) {
  impl_->giveField(
      impl_->fields.findField(field), "setField",
      [&](const Target &target, const std::string &what) { takeValues(values, what, target); });
}

void Solver::loadField(std::string_view field, const std::string &path) {
  impl_->giveField(
      impl_->fields.findField(field), fmt::format("'{}'", path),
      [&](const Target &target, const std::string &what) { readValues(path, what, target); });
}

void Solver::setData(std::string_view data, std::span<const double> values) {
  impl_->giveField(
      impl_->fields.findData(data), "setData",
      [&](const Target &target, const std::string &what) { takeValues(values, what, target); });
}

void Solver::loadData(std::string_view data, const std::string &path) {
  impl_->giveField(
      impl_->fields.findData(data), fmt::format("'{}'", path),
      [&](const Target &target, const std::string &what) { readValues(path, what, target); });
}

// ---- state ----------------------------------------------------------------------------------

void Solver::setValues(std::string_view state, std::span<const double> values) {
  const DeclaredState declared = impl_->stateNamed(state);
  impl_->replaceState(declared, impl_->filled(declared.shape(shape()), [&](const Target &target) {
    takeValues(values, fmt::format("state '{}'", state), target);
  }));
}

void Solver::loadValues(std::string_view state, const std::string &path) {
  const DeclaredState declared = impl_->stateNamed(state);
  impl_->replaceState(declared, impl_->filled(declared.shape(shape()), [&](const Target &target) {
    readValues(path, fmt::format("state '{}'", state), target);
  }));
}

std::vector<double> Solver::values(std::string_view state) const {
  const DeclaredState declared = impl_->stateNamed(state);
  const HostArray &shown = impl_->shownState();
  const std::int64_t points = gridPoints(impl_->shape());
  const auto copy = [&](const auto *y) {
    const auto *begin = y + declared.first * points;
    return std::vector<double>(begin, begin + declared.count * points);
  };
  return impl_->model.program.precision == Precision::Float
             ? copy(static_cast<const float *>(shown.data()))
             : copy(static_cast<const double *>(shown.data()));
}

std::span<const float> Solver::floats() const {
  if (impl_->model.program.precision != Precision::Float)
    refuse("this solver computes with double: take doubles()");
  const HostArray &shown = impl_->shownState();
  return {static_cast<const float *>(shown.data()), static_cast<std::size_t>(shown.bytes()) / 4};
}

std::span<const double> Solver::doubles() const {
  if (impl_->model.program.precision != Precision::Double)
    refuse("this solver computes with float: take floats()");
  const HostArray &shown = impl_->shownState();
  return {static_cast<const double *>(shown.data()), static_cast<std::size_t>(shown.bytes()) / 8};
}

double Solver::time() const { return impl_->time(); }

void Solver::restart() {
  impl_->start.reset();
  impl_->forgetState();
}

void Solver::restart(double t0) {
  if (!std::isfinite(t0))
    refuse(fmt::format("the start time must be a finite number, not {}", t0));
  impl_->start = t0;
  impl_->forgetState();
}

// ---- running --------------------------------------------------------------------------------

void Solver::runTo(double tEnd) {
  if (impl_->control && tEnd > time()) {
    runTo(tEnd, tEnd - time());
    return;
  }
  const Timespan span = timespan();
  if (!span.hasDt)
    refuse(fmt::format("{} gives no dt; give one", impl_->model.source));
  runTo(tEnd, span.dt);
}

void Solver::runTo(double tEnd, double dt) {
  Run run = planTimes(impl_->startOfNext(dt), tEnd, dt);
  if (const BegunRun *before = impl_->countedBy(dt)) {
    const std::int64_t done = before->run.first + before->done;
    const Run whole = planTimes(startOf(before->run), tEnd, dt);
    if (whole.steps == done + run.steps) // it may differ by rounding
      run = pieceOf(whole, done, run.steps);
  }
  this->run(run);
}

void Solver::runSteps(std::int64_t steps, double dt) {
  Run run = planSteps(impl_->startOfNext(dt), dt, steps);
  if (const BegunRun *before = impl_->countedBy(dt)) {
    const std::int64_t done = before->run.first + before->done;
    run = pieceOf(planSteps(startOf(before->run), dt, done + steps), done, steps);
  }
  this->run(run);
}

void Solver::run(const Run &run) {
  impl_->check(run);
  impl_->checkProblem();
  impl_->turnTo(run);
  impl_->begin(impl_->counted(run));
  impl_->takeSteps(run.steps);
}

void Solver::begin(const Run &run) {
  impl_->check(run);
  impl_->turnTo(run);
  impl_->begin(impl_->counted(run));
}

std::int64_t Solver::stepsLeft() const { return impl_->begun ? impl_->begun->left() : 0; }

void Solver::advance(std::int64_t steps) {
  if (steps < 0)
    refuse(fmt::format("the number of steps must not be negative, as {} is", steps));
  if (steps > stepsLeft())
    refuse(fmt::format("{} steps are more than the {} that are left of the run begun", steps,
                       stepsLeft()));
  if (steps > 0)
    impl_->takeSteps(steps);
}

const RunStats &Solver::stats() const { return impl_->stats; }

// ---- results over time ------------------------------------------------------------------------

namespace {

class Callback : public Observer {
public:
  Callback(std::function<void()> callback, bool &hasFailed)
      : callback_(std::move(callback)), hasFailed_(hasFailed) {}
  void take(const Moment &) override {
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

void Solver::observe(const Moments &moments, std::function<void()> callback) {
  impl_->observe(moments, std::make_unique<Callback>(std::move(callback), impl_->callbackFailed));
}

void Solver::stop() { impl_->isStopping = true; }

void Solver::save(const std::string &path, const Moments &moments, const Selection &selection) {
  impl_->observe(moments, makeRecorder(path, selection));
}

void Solver::probe(const std::string &path, const Moments &moments,
                   const std::vector<std::string> &components) {
  impl_->observe(moments, makeColumns(path, components));
}

void Solver::stopWhenSteady(double rate) {
  if (!(rate >= 0))
    refuse(fmt::format("the rate of a steady state must be zero or above, not {}", rate));
  impl_->observe(Moments::everySteps(steadySteps), makeSteadyStop(rate, stopping(*impl_)));
}

void Solver::checkpoint(const std::string &path, double everyMinutes) {
  impl_->observe({}, makeCheckpointer(path, everyMinutes), true);
}

Run Solver::resume(const std::string &path) {
  try {
    impl_->resume(path);
  } catch (const DamagedCheckpoint &damaged) {
    const std::string previous = path + ".previous";
    if (!std::filesystem::exists(previous))
      throw;
    if (impl_->note)
      impl_->note(fmt::format("{}; the one before it is taken", damaged.what()));
    impl_->resume(previous);
  }
  return impl_->begun->run;
}

void Solver::keepLastGood(const std::string &path) { impl_->lastGoodPath = path; }

double Solver::monitor(std::string_view name) const {
  const Model &model = impl_->model;
  if (const std::optional<int> place = placeOf(name, monitorsOf(model)))
    return impl_->monitors(*place, 1)().front();
  const std::vector<std::string> known = namesOf(monitorsOf(model));
  refuse(known.empty()
             ? fmt::format("there is no monitor '{}'; the program has none", name)
             : fmt::format("there is no monitor '{}'; {}", name, suggestion(name, known)));
}

std::vector<double> Solver::monitors() const {
  return impl_->monitors(0, impl_->model.monitors.count)();
}

void Solver::unobserve() {
  if (impl_->isRunning) // a callback: what was recorded is to be written
    for (const Observing &each : impl_->observing)
      each.observer->settle();
  std::erase_if(impl_->observing, [](const Observing &each) { return !each.isOfProgram; });
  impl_->lastGoodPath.clear();
}

void Solver::onProgress(std::function<void(std::int64_t, std::int64_t)> callback) {
  impl_->progress = std::move(callback);
}

void Solver::onNote(std::function<void(const std::string &)> callback) {
  impl_->note = std::move(callback);
}

} // namespace eulerc
