#include "run/solver_impl.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "backend/choice.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/refuse.h"
#include "layout/layout.h"
#include "layout/whole.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {

double Solver::Impl::startTime() const {
  return start ? *start : model.program.timespan(params.values().data()).from;
}

double BegunRun::time() const {
  return amid ? *amid : left() == 0 ? run.to : timeOfStep(run, done);
}

void BegunRun::endHere() {
  const double start = timeOfStep(run, done);
  run = pieceOf(run, 0, done);
  if (amid) {
    run.steps = ++done;
    run.lastStep = *amid - start;
    run.to = *amid;
    isCut = true;
  }
  amid.reset();
}

std::vector<std::int64_t> Solver::Impl::shape() const {
  params.checkFinite();
  return checkedShape(model, params.values());
}

std::int64_t Solver::Impl::components() const {
  return times(gridPoints(shape()), model.program.stateCount);
}

Grid Solver::Impl::grid() const {
  Grid grid;
  model.host.grid(params.values().data(), &grid);
  return grid;
}

DeclaredState Solver::Impl::stateNamed(std::string_view name) const {
  if (const auto state = declaredState(model, name))
    return *state;
  std::string known;
  for (const DeclaredState &state : declaredStates(model))
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", state.name);
  refuse(fmt::format("there is no state '{}'; there are: {}", name, known));
}

// ---- the state ------------------------------------------------------------------------------

void Solver::Impl::ensureState() {
  if (!current)
    computeInitialState();
  else if (!onHost)
    save();
}

void Solver::Impl::makeRoom() {
  const std::int64_t n = components();
  const std::int64_t size = realSize(model.program.precision);
  const std::int64_t room = times(stateValues(grid()), size); // host backends step in it
  requireMemory(componentsText(n), room, plus(availableHostMemory(), y.room()), "of main memory");
  y.allocate(n * size, room);
  placePages(placesOf(grid(), makeLayout(grid(), Arrangement::Apart), model.program.stateCount,
                      shape().back()),
             size, y.data(), chooseThreads(threads, n));
}

void Solver::Impl::computeInitialState() {
  if (model.data.count > 0)
    prepareFields(); // of which initial values may be made
  const Stopwatch watch;
  makeRoom();
  computeInitial(model, params.values(), fields.pointers(), y,
                 chooseThreads(threads, components()));
  forgetSlopes(model, components(), y.data());
  initialiseSeconds += watch.seconds();
  current = onHost = isInitial = true;
  held = false;
}

void Solver::Impl::forgetState() {
  current = onHost = held = false;
  begun.reset();
  between.reset();
  looked.reset();
  good.y.release();
  good.done = -1;
  spectrum.reset();
  chosenFor = 0;
  unsettle();
}

void Solver::Impl::paramsChanged() {
  forgetState();
  fields.paramsChanged();
}

void Solver::Impl::dropStepper() {
  if (current)
    ensureState();
  stepper.reset();
  held = false;
  unsettle();
}

void Solver::Impl::replaceState(const DeclaredState &state, const HostArray &values) {
  goOnFromShown();
  ensureState();
  isInitial = held = false;
  startsAnew();
  std::memcpy(static_cast<std::byte *>(y.data()) + state.first * (values.bytes() / state.count),
              values.data(), static_cast<std::size_t>(values.bytes()));
}

void Solver::Impl::startsAnew() {
  good.done = -1;
  spectrum.reset();
  chosenFor = 0;
  if (begun)
    begun->fromInitial = false;
  forgetPast();
}

void Solver::Impl::forgetPast() {
  if (model.method.unknownSlope == 0 || !current)
    return;
  ensureState();
  held = false;
  forgetSlopes(model, components(), y.data());
}

void Solver::Impl::save() {
  finishSteps();
  const Stopwatch reading;
  withJob(stats.run, false, [&](const Job &job) { stepper->save(job, y); });
  stats.transfer += reading.seconds();
  stats.saves++;
  onHost = true;
}

Stepper::Copied Solver::Impl::copyTo(const CopyTarget &target) {
  if (between || !held || onHost) {
    const HostArray &shown = shownState();
    const std::int64_t each = y.bytes() / model.program.stateCount;
    for (std::int64_t state = 0; state < model.program.stateCount; state++)
      std::memcpy(static_cast<std::byte *>(target.first) + state * target.stateBytes,
                  static_cast<const std::byte *>(shown.data()) + state * each,
                  static_cast<std::size_t>(each));
    return {};
  }
  finishSteps();
  const Stopwatch reading;
  Stepper::Copied copied =
      withJob(stats.run, false, [&](const Job &job) { return stepper->copyTo(job, target); });
  stats.transfer += reading.seconds();
  stats.saves++;
  return copied;
}

void Solver::Impl::prepareFields() {
  const Stopwatch watch;
  fields.prepare(params.values(), shape(), chooseThreads(threads, components()));
  initialiseSeconds += watch.seconds();
}

// ---- running --------------------------------------------------------------------------------

Footprint Solver::Impl::footprint() const {
  const std::int64_t size = realSize(model.program.precision);
  const std::int64_t field = times(gridPoints(shape()), size);
  const std::vector<std::int64_t> each = dataBytes(model, params.values());
  std::int64_t data = 0;
  for (const std::int64_t bytes : each)
    data = plus(data, bytes);
  const auto largest = std::max_element(each.begin(), each.end());
  return {components(),
          times(stateValues(grid()), size),
          times(field, model.program.fieldCount),
          times(times(fieldValues(grid()), size), model.program.fieldCount),
          data,
          each.empty() ? "" : model.data.list[largest - each.begin()].name,
          each.empty() ? 0 : *largest,
          plus(y.room(), fields.bytes())};
}

/// Measurements of a run that begins; where and how it runs stays what it was, if that is settled.
void Solver::Impl::startStats(std::int64_t n, bool isSettled) {
  if (!isSettled)
    stats = RunRecord();
  stats.components = n;
  stats.initialise = stats.build = stats.transfer = stats.estimate = stats.watch = stats.seconds =
      stats.deviceSeconds = 0;
  stats.tuning.seconds = 0;
  stats.spectrum = {};
  stats.stabilityLimit = 0;
  stats.steps = {};
  stats.loads = stats.saves = 0;
}

void Solver::Impl::load(const Run &rest, bool isHeld, bool told) {
  withJob(rest, told, [&](const Job &job) {
    try {
      held = stepper->load(job, y, isHeld, stats);
    } catch (const Unusable &unusable) {
      if (backend != Backend::Auto || device || !buildOptions.empty())
        throw;
      if (isHeld)
        stepper->save(job, y);
      stepper = insteadOf(unusable, note);
      stepper->checkMemory(footprint());
      held = stepper->load(job, y, false, stats);
    }
  });
  onHost = !held;
  settledFor = held ? rest.steps : 0;
}

void Solver::Impl::advance(const Run &piece, bool told) {
  if (held && piece.steps > 0)
    withJob(piece, told, [&](const Job &job) { stepper->advance(job, y, stats); });
  onHost = onHost && piece.steps == 0;
}

void Solver::Impl::turnTo(const Run &run) {
  constexpr double closeness = 1e-6; // of a step
  if (std::abs(timeOfStep(run, 0) - time()) > closeness * run.dt)
    forgetPast();
}

void Solver::Impl::check(const Run &run) const {
  checkRun(run);
  if (model.program.precision == Precision::Float)
    checkRunInFloat(run, model.stencil.usesTime);
}

Start Solver::Impl::startOfNext(double dt) const {
  if (begun)
    return {time(), begun->taken()};
  return startBehind(model.program.timespan(params.values().data()).from, time(), dt);
}

Run Solver::Impl::counted(Run run) const {
  if (numberOf(run) == 0 && begun)
    run.before = begun->taken();
  return run;
}

const BegunRun *Solver::Impl::countedBy(double dt) const {
  if (!begun || begun->run.dt != dt || (begun->left() == 0 && begun->run.lastStep != dt))
    return nullptr;
  return &*begun;
}

void Solver::Impl::checkProblem() const {
  components();
  fields.check(params.values(), shape());
}

void Solver::Impl::takePiece(BegunRun next, std::int64_t steps) {
  const Run rest = pieceOf(next.run, next.done, next.left());
  const Run piece = pieceOf(next.run, next.done, steps);
  const std::int64_t n = components(); // refuses params that make no problem
  fields.check(params.values(), shape());
  if (next.done == 0 && !next.isStarted)
    chooseStages(next.run);
  if (!stepper)
    stepper = makeStepper(model.program.precision, backend, device, note);
  const bool isSettled = held && rest.steps <= settledFor;
  if (!isSettled) {
    stepper->checkMemory(footprint());
    prepareFields();
    if (!held)
      ensureState();
  }

  const bool isFirst = next.done == 0 && !std::exchange(next.isStarted, true);
  if (isFirst) {
    startStats(n, isSettled);
    next.fromInitial = next.fromInitial || isInitial;
  }
  stats.initialise += std::exchange(initialiseSeconds, 0);
  stats.estimate += std::exchange(estimateSeconds, 0);
  begun = next;
  if (good.done < 0 && onHost && !begun->fromInitial && mayKeepGood())
    keepGood();
  if (isFirst && onHost)
    largestAtStart = largestValue();
  isInitial = false;
  try {
    if (!isSettled)
      load(rest, held);
    if (isFirst && held && !control)
      checkStep(rest);
    if (control && steps > 0)
      steps = advanceControlled(piece) ? 1 : 0;
    else
      advance(piece);
    if (piece.steps > 0)
      spectrum.reset();
    begun->done += steps;
    stats.run = pieceOf(begun->run, 0, begun->done);
    if (piece.steps == 0)
      checkFinite(stats.run);
  } catch (...) {
    forgetState();
    throw;
  }
  if (progress)
    progress(begun->done, begun->run.steps);
}

} // namespace eulerc
