#include <eulerc/solver.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "backend.h"
#include "choice.h"
#include "fields.h"
#include "host/parallel.h"
#include "input/values.h"
#include "layout/layout.h"
#include "layout/whole.h"
#include "memory.h"
#include "params.h"
#include "planning.h"
#include "state.h"
#include "stopwatch.h"
#include "times.h"

namespace eulerc {
namespace {

[[noreturn]] void refuse(const std::string &message) { throw Error(Error::Kind::Usage, message); }

} // namespace

struct Solver::Impl {
  explicit Impl(const Model &theModel) : model(theModel), params(theModel), fields(theModel) {}

  const Model &model;
  Params params;
  std::optional<double> start; ///< given by restart(t0)

  // Where and how. The stepper is made anew when the backend or the device changes.
  Backend backend = Backend::Auto;
  std::optional<std::size_t> device;
  Tuning tuning;
  Measuring measuring = Measuring::WhenItPays;
  int threads = 0;
  std::string buildOptions;
  std::unique_ptr<Stepper> stepper;

  Fields fields;

  // The state; what `y` holds counts only while `current`.
  HostArray y;
  bool current = false;
  bool isInitial = false; ///< as the program computes it, untouched since
  double now = 0;
  double initialiseSeconds = 0; ///< of values computed or read since the last run

  RunStats stats;
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::function<void(const std::string &)> note;

  double startTime() const { return start ? *start : model.timespan(params.values().data()).from; }

  std::vector<std::int64_t> shape() const {
    params.checkFinite();
    return checkedShape(model, params.values());
  }
  std::int64_t components() const { return times(gridPoints(shape()), model.stateCount); }

  Grid grid() const {
    Grid grid;
    model.grid(params.values().data(), &grid);
    return grid;
  }

  /// Computes the initial values unless there is a state already.
  void ensureState() {
    if (current)
      return;
    const std::int64_t n = components();
    const std::int64_t size = realSize(model.precision);
    const std::int64_t room = times(stateValues(grid()), size); // host backends step in it
    requireMemory(n, room, plus(availableHostMemory(), y.room()), "of main memory");
    const Stopwatch watch;
    const int team = chooseThreads(threads, n);
    y.allocate(n * size, room);
    placePages(
        placesOf(grid(), makeLayout(grid(), Arrangement::Apart), model.stateCount, shape().back()),
        size, y.data(), team);
    computeInitial(model, params.values(), y, team);
    initialiseSeconds += watch.seconds();
    now = startTime();
    current = isInitial = true;
  }

  void prepareFields() {
    const Stopwatch watch;
    fields.prepare(params.values(), shape(), chooseThreads(threads, components()));
    initialiseSeconds += watch.seconds();
  }

  void paramsChanged() {
    current = false;
    fields.paramsChanged();
  }

  Footprint footprint() const {
    const std::int64_t size = realSize(model.precision);
    const std::int64_t field = times(gridPoints(shape()), size);
    return {components(), times(stateValues(grid()), size), times(field, model.fieldCount),
            times(times(fieldValues(grid()), size), model.fieldCount),
            plus(y.room(), fields.bytes())};
  }

  /// Values for a field or a state: `fill` puts them where they then are taken from.
  template <class Fill> HostArray filled(Fill &&fill) {
    const Stopwatch watch;
    HostArray values;
    fill(Target{model.precision, shape(), values});
    initialiseSeconds += watch.seconds();
    return values;
  }
  void replaceState(int state, const HostArray &values);

  /// Measurements of a run that begins.
  void startStats(std::int64_t n, const Run &run) {
    stats = RunStats();
    stats.components = n;
    stats.run = run;
    stats.initialise = std::exchange(initialiseSeconds, 0);
  }

  int stateIndex(std::string_view name) const;
  void checkFinite(const Run &run, bool fromInitial);
  std::string likelyCause(const Run &run, bool fromInitial);
  std::string nonFinite() const {
    return nonFiniteText(model, shape(), y, chooseThreads(threads, components()));
  }
  /// A run that is not `told` calls nobody back and measures nothing.
  void compute(const Run &run, bool told = true);
};

int Solver::Impl::stateIndex(std::string_view name) const {
  std::string known;
  for (int i = 0; i < model.stateCount; i++) {
    if (name == model.states[i].name)
      return i;
    known += fmt::format("{}'{}'", i > 0 ? ", " : "", model.states[i].name);
  }
  refuse(fmt::format("there is no state '{}'; there are: {}", name, known));
}

void Solver::Impl::replaceState(int state, const HostArray &values) {
  ensureState();
  isInitial = false;
  std::memcpy(static_cast<std::byte *>(y.data()) + state * values.bytes(), values.data(),
              static_cast<std::size_t>(values.bytes()));
}

void Solver::Impl::checkFinite(const Run &run, bool fromInitial) {
  const std::string found = nonFinite();
  if (!found.empty())
    throw Error(Error::Kind::Run,
                fmt::format("the result is not finite: {} at t = {}, after {} steps of dt = {}; {}",
                            found, run.to, run.steps, run.dt, likelyCause(run, fromInitial)));
}

/// Why a result is not finite. One step from the initial values, so short that nothing overflows
/// but the right-hand side itself, tells a wrong right-hand side from steps that are too long.
std::string Solver::Impl::likelyCause(const Run &run, bool fromInitial) {
  constexpr double shortStep = 1e-3;
  const std::string broken = brokenRequirement(model, params.values(), false);
  if (!broken.empty())
    return broken;
  if (fromInitial) {
    ensureState();
    current = isInitial = false; // for it is stepped on below
    if (const std::string start = nonFinite(); !start.empty())
      return fmt::format("it is not initially either: {}", start);
    const double dt = std::min(run.dt, shortStep);
    compute({run.from, dt, 1, dt, run.from + dt}, false);
    if (const std::string first = nonFinite(); !first.empty())
      return fmt::format("so it is after the first step already ({}): the right-hand side divides "
                         "by 0 there, takes a root or logarithm of a negative number, or overflows",
                         first);
  }
  return "dt may be too large, or the right-hand side divides by 0 or takes a root or logarithm of "
         "a negative number on the way";
}

void Solver::Impl::compute(const Run &run, bool told) {
  const std::vector<ParamValue> values = params.values();
  const Grid points = grid();
  const std::int64_t n = y.bytes() / realSize(model.precision);
  Job job{model,
          values,
          points,
          shape().back(),
          n,
          pointsOf(points),
          fields.pointers(),
          fields.revisions(),
          n / model.stateCount * realSize(model.precision),
          run,
          threads,
          tuning,
          buildOptions,
          {},
          told ? note : nullptr,
          told ? measuring : Measuring::Never};
  if (progress && told)
    job.progress = [&](std::int64_t done) { progress(done, run.steps); };
  try {
    stepper->run(job, y, stats);
  } catch (const Unusable &unusable) {
    if (backend != Backend::Auto || device || !buildOptions.empty())
      throw;
    stepper = insteadOf(unusable, note);
    stepper->checkMemory(footprint());
    initialiseSeconds = stats.initialise;
    startStats(n, run);
    stepper->run(job, y, stats);
  }
}

Solver::Solver(const Model &model) : impl_(std::make_unique<Impl>(model)) {}
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
  impl_->backend = backend;
  impl_->stepper.reset();
}

void Solver::useDevice(std::string_view indexOrName) {
  impl_->device = chooseDevice(listDevices(), indexOrName);
  impl_->stepper.reset();
}

void Solver::tune(const Tuning &tuning) {
  if (tuning.workGroupSize < 0)
    refuse(fmt::format("a work-group needs at least one work-item, not {}", tuning.workGroupSize));
  if (!isVectorWidth(tuning.vectorWidth))
    refuse(fmt::format("a vector has 1, 2, 4, 8 or 16 values, not {}", tuning.vectorWidth));
  requireKnownWishes(tuning);
  impl_->tuning = tuning;
}

void Solver::measure(Measuring measuring) { impl_->measuring = measuring; }

void Solver::useThreads(int count) {
  const int most = 4096;
  if (count < 0 || count > most)
    refuse(
        fmt::format("the number of threads must be from 0 (all cores) to {}, not {}", most, count));
  impl_->threads = count;
}

void Solver::useBuildOptions(std::string_view options) { impl_->buildOptions = options; }

// ---- sizes ----------------------------------------------------------------------------------

std::vector<std::int64_t> Solver::shape() const { return impl_->shape(); }

std::int64_t Solver::components() const { return impl_->components(); }

Timespan Solver::timespan() const { return impl_->model.timespan(impl_->params.values().data()); }

// ---- fields ---------------------------------------------------------------------------------

void Solver::setField(std::string_view field, std::span<const double> values) {
  const int index = impl_->fields.find(field);
  HostArray taken = impl_->filled(
      [&](const Target &target) { takeValues(values, fmt::format("field '{}'", field), target); });
  impl_->fields.give(index, shape(), taken);
}

void Solver::loadField(std::string_view field, const std::string &path) {
  const int index = impl_->fields.find(field);
  HostArray taken = impl_->filled(
      [&](const Target &target) { readValues(path, fmt::format("field '{}'", field), target); });
  impl_->fields.give(index, shape(), taken);
}

// ---- state ----------------------------------------------------------------------------------

void Solver::setValues(std::string_view state, std::span<const double> values) {
  const int index = impl_->stateIndex(state);
  impl_->replaceState(index, impl_->filled([&](const Target &target) {
    takeValues(values, fmt::format("state '{}'", state), target);
  }));
}

void Solver::loadValues(std::string_view state, const std::string &path) {
  const int index = impl_->stateIndex(state);
  impl_->replaceState(index, impl_->filled([&](const Target &target) {
    readValues(path, fmt::format("state '{}'", state), target);
  }));
}

std::vector<double> Solver::values(std::string_view state) const {
  const int index = impl_->stateIndex(state);
  impl_->ensureState();
  const std::int64_t points = gridPoints(impl_->shape());
  const auto copy = [&](const auto *y) {
    return std::vector<double>(y + index * points, y + (index + 1) * points);
  };
  return impl_->model.precision == Precision::Float
             ? copy(static_cast<const float *>(impl_->y.data()))
             : copy(static_cast<const double *>(impl_->y.data()));
}

std::span<const float> Solver::floats() const {
  if (impl_->model.precision != Precision::Float)
    refuse("this solver computes with double: take doubles()");
  impl_->ensureState();
  return {static_cast<const float *>(impl_->y.data()),
          static_cast<std::size_t>(impl_->y.bytes()) / 4};
}

std::span<const double> Solver::doubles() const {
  if (impl_->model.precision != Precision::Double)
    refuse("this solver computes with float: take floats()");
  impl_->ensureState();
  return {static_cast<const double *>(impl_->y.data()),
          static_cast<std::size_t>(impl_->y.bytes()) / 8};
}

double Solver::time() const { return impl_->current ? impl_->now : impl_->startTime(); }

void Solver::restart() {
  impl_->start.reset();
  impl_->current = false;
}

void Solver::restart(double t0) {
  if (!std::isfinite(t0))
    refuse(fmt::format("the start time must be a finite number, not {}", t0));
  impl_->start = t0;
  impl_->current = false;
}

// ---- running --------------------------------------------------------------------------------

void Solver::runTo(double tEnd) {
  const Timespan span = timespan();
  if (!span.hasDt)
    refuse(fmt::format("{} gives no dt; give one", impl_->model.source));
  runTo(tEnd, span.dt);
}

void Solver::runTo(double tEnd, double dt) { run(planTimes(time(), tEnd, dt)); }

void Solver::runSteps(std::int64_t steps, double dt) { run(planSteps(time(), dt, steps)); }

void Solver::run(const Run &run) {
  Impl &s = *impl_;
  checkRun(run);
  if (s.model.precision == Precision::Float)
    checkRunInFloat(run, s.model.usesTime);
  const std::int64_t n = s.components();
  s.fields.check(s.shape());
  if (!s.stepper)
    s.stepper = makeStepper(s.model.precision, s.backend, s.device, s.note);
  s.stepper->checkMemory(s.footprint());
  s.prepareFields();
  s.ensureState();

  s.startStats(n, run);
  const bool fromInitial = std::exchange(s.isInitial, false);
  s.current = false; // until the run has succeeded
  s.compute(run);
  s.checkFinite(run, fromInitial);
  s.current = true;
  s.now = run.to;
  if (s.progress)
    s.progress(run.steps, run.steps);
}

const RunStats &Solver::stats() const { return impl_->stats; }

void Solver::onProgress(std::function<void(std::int64_t, std::int64_t)> callback) {
  impl_->progress = std::move(callback);
}

void Solver::onNote(std::function<void(const std::string &)> callback) {
  impl_->note = std::move(callback);
}

} // namespace eulerc
