// Takes steps whose length follows their error, goes back to the state before rejected steps, and
// interpolates within steps for outputs and events (error_control.h).

#include "run/error_control.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/parallel.h"
#include "model/model_lists.h"
#include "reduction/error.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "state/state.h"
#include "stepsize/event_times.h"

namespace eulerc {
namespace {

/// After so many steps in a row whose result is not finite, each a fifth of the one before, the
/// length of the steps is not the reason. At times other than 0 about twenty are possible.
constexpr int mostBroken = 40, manyBroken = 10;

/// The first step as a share of the run, if the program does not give one.
constexpr double firstShare = 1e-3;

Run stepBetween(double from, double to) {
  return {
      .from = from, .dt = to - from, .steps = 1, .lastStep = to - from, .to = to, .isExact = true};
}

} // namespace

void ErrorControl::begin() {
  controller_.reset();
  looked_.reset();
  last_.reset();
}

/// Drops the stepper if steps with an error estimate have other levels.
void ErrorControl::controlBy(const std::optional<StepControl> &asked) {
  if (asked.has_value() != setup_.control.has_value() && setup_.model.method.errorLevels > 0) {
    store_.dropStepper();
    setup_.model = withError(setup_.model, asked.has_value());
  }
  setup_.control = asked;
}

void ErrorControl::makeController() {
  const Timespan span = setup_.model.program.timespan(setup_.params.values().data());
  const double whole = store_.begun->run.to - store_.begun->time();
  const double first = firstStep(*setup_.control, span);
  controller_.emplace(*setup_.control, setup_.model.method.errorOrder,
                      std::min(first > 0 ? first : firstShare * whole, whole));
  if (setup_.model.method.changesBehind && !endsAtEvents() && setup_.control->most == 0 &&
      setup_.note)
    setup_.note("a 'when' acts at the end of a step, up to a step late, and no tolerance bounds "
                "that: declare an event where it comes due, at which steps end, or give the "
                "longest step by --dt-max");
  const bool isRelative = setup_.control->tolerance.relative > 0 &&
                          std::ranges::all_of(setup_.control->of, [](const auto &own) {
                            return own.second.relative > 0;
                          });
  if (isRelative || !setup_.note)
    return;
  HostArray start;
  start.allocate(store_.y.bytes());
  if (const auto rest =
          store_.copyTo({start.data(), store_.y.bytes() / setup_.model.program.stateCount}).rest)
    rest();
  const std::string text =
      tooFineText(setup_.model, *setup_.control, start, gridPoints(setup_.shape()));
  if (!text.empty())
    setup_.note(text);
}

bool ErrorControl::advance(const Run &intervals, double nextOutput) {
  if (!controller_)
    makeController();
  const double end = intervals.steps > 1 ? timeOfStep(intervals, 1) : intervals.to;
  // A state that jumps at the end of a step cannot be interpolated: steps end at output times.
  const double goal = setup_.model.method.actsBehind && nextOutput > store_.begun->time()
                          ? std::min(end, nextOutput)
                          : end;
  const double met = takeStep(store_.begun->time(), goal, intervals, nextOutput);
  const bool isEnd = !(met < end);
  if (isEnd)
    store_.begun->amid.reset();
  else
    store_.begun->amid = met;
  return isEnd;
}

/// Takes one step, as long as its error and the frames of fields allow. Returns the time at its
/// end.
double ErrorControl::takeStep(double from, double to, const Run &rest, double nextOutput) {
  store_.frames.meet(from);
  to = std::min(to, setup_.frames.until()); // the error does not show later frames
  const bool isHere = !beginTrial(rest);
  for (int broken = 0;;) {
    Run step = stepBetween(from, controller_->proposed(from, to));
    const double error = errorOf(step, isHere);
    ControlledSteps &steps = store_.stats.steps;
    if (controller_->judge(error)) {
      isHere_ = isHere;
      if (const double end = endAtEvent(step); end < step.to) {
        steps.rejected++;
        goBack(isHere, rest);
        step = stepBetween(from, end);
        errorOf(step, isHere); // a shorter step has a smaller error
      }
      endStep(step, rest, nextOutput);
      steps.shortest = steps.accepted == 0 ? step.dt : std::min(steps.shortest, step.dt);
      steps.longest = std::max(steps.longest, step.dt);
      steps.latest = step.dt;
      steps.accepted++;
      return step.to;
    }
    steps.rejected++;
    broken = std::isfinite(error) ? 0 : broken + 1;
    if (broken > mostBroken || controller_->isTooShort(from))
      refuseShortSteps(from, isHere,
                       broken > (setup_.control->least > 0 ? mostBroken : manyBroken));
    goBack(isHere, rest);
  }
}

/// Whether steps end at events, so that states that jump at the end of a step jump at the right
/// time.
bool ErrorControl::endsAtEvents() const {
  return setup_.model.method.changesBehind &&
         std::ranges::any_of(statesOf(setup_.model), &State::isEvent);
}

/// The end of a step whose error is small enough: just after its first event, or unchanged.
double ErrorControl::endAtEvent(const Run &step) {
  if (!endsAtEvents())
    return step.to;
  forgetLooked(); // of the previous step
  const std::vector<EventNote> events = locatedEventsOf(step);
  forgetLooked();
  if (events.empty())
    return step.to;
  const double first = std::ranges::min(events, {}, &EventNote::time).time;
  // The step ends later by the relative tolerance, and by the rounding of times.
  const bool isFloat = setup_.model.program.precision == Precision::Float;
  const double share = std::max(setup_.control->tolerance.relative, isFloat ? 1e-5 : 1e-12);
  const double close = share * step.dt + (isFloat ? 1e-7 * std::abs(first) : 0);
  const double end = std::max(first + close, step.from + setup_.control->least);
  return end + close < step.to ? end : step.to;
}

/// Restores the state before a step that was tried.
void ErrorControl::goBack(bool isHere, const Run &rest) {
  if (isHere)
    goBackTo(before_, rest);
  else
    endTrial(rest, false);
}

/// Takes one step, and copies the state here, followed by its error.
void ErrorControl::tryStep(const Run &step) {
  store_.advance(step, false);
  bringTrial(step);
  store_.onHost = true;
}

void ErrorControl::bringTrial(const Run &step) {
  store_.finishSteps();
  const Stopwatch reading;
  store_.withJob(step, false, [&](Job job) {
    job.savedStates = 2 * setup_.model.program.stateCount;
    store_.stepper->save(job, store_.y);
  });
  store_.stats.transfer += reading.seconds();
}

void ErrorControl::bringHeld(const Run &run, HostArray &to) {
  store_.withJob(run, false, [&](const Job &job) { store_.stepper->save(job, to); });
}

void ErrorControl::endTrial(const Run &run, bool isTaken) {
  store_.withJob(run, false, [&](const Job &job) { store_.stepper->endTrial(job, isTaken); });
}

/// Restores a given state.
void ErrorControl::goBackTo(const HostArray &before, const Run &rest) {
  std::memcpy(store_.y.data(), before.data(), static_cast<std::size_t>(store_.y.bytes()));
  store_.load(rest, false, false);
}

/// Keeps the state before a step, in the stepper if that is possible (true), else in before_.
bool ErrorControl::beginTrial(const Run &rest) {
  if (store_.held &&
      store_.withJob(rest, false, [&](const Job &job) { return store_.stepper->beginTrial(job); }))
    return true;
  before_.allocate(store_.y.bytes());
  if (!store_.onHost)
    store_.save();
  std::memcpy(before_.data(), store_.y.data(), static_cast<std::size_t>(store_.y.bytes()));
  return false;
}

/// Takes a step, and returns its error in units of the tolerance.
double ErrorControl::errorOf(const Run &step, bool isHere) {
  if (!isHere) {
    store_.advance(step, false);
    return store_.withJob(step, false, [&](const Job &job) {
      return store_.stepper->errorOfTrial(job, *setup_.control);
    });
  }
  tryStep(step);
  const std::int64_t points = gridPoints(setup_.shape());
  return errorNorm(
      {setup_.model, *setup_.control, points, before_.data(), store_.y.data(), inFileOrder(points)},
      chooseThreads(setup_.threads, setup_.components()));
}

std::optional<ControlledRun> ErrorControl::run() const {
  if (!setup_.control)
    return std::nullopt;
  return ControlledRun{*setup_.control, store_.stats.steps, store_.begun->time(),
                       controller_ ? controller_->length() : 0,
                       controller_ ? controller_->error() : 0};
}

void ErrorControl::goOn(const std::optional<ControlledRun> &from) {
  controlBy(from ? std::optional(from->control) : std::nullopt);
  if (!from)
    return;
  store_.stats.steps = from->steps;
  store_.stats.resumedAt = from->steps.accepted + from->steps.rejected;
  if (from->time != store_.begun->time())
    store_.begun->amid = from->time;
  if (from->length > 0)
    controller_.emplace(*setup_.control, setup_.model.method.errorOrder, from->length, from->error);
}

/// Throws Error(Run). The stepper holds the state after the rejected step.
void ErrorControl::refuseShortSteps(double t, bool isHere, bool isBroken) {
  const Run now = {t, 1, 1, 1, t + 1, 0};
  if (!isHere) {
    bringTrial(now);
    endTrial(now, false);
    before_.allocate(store_.y.bytes());
    bringHeld(now, before_);
  }
  const std::int64_t points = gridPoints(setup_.shape());
  const Trial trial{setup_.model,   *setup_.control, points,
                    before_.data(), store_.y.data(), inFileOrder(points)};
  const double tried = controller_->tried();
  const std::int64_t bad =
      firstNonFinite(setup_.model.program.precision, store_.y.data(), setup_.components(),
                     chooseThreads(setup_.threads, setup_.components()));
  const std::string found = bad < 0 ? "" : nonFiniteIn(store_),
                    worst = worstText(trial, setup_.shape());
  std::string operation;
  if (bad >= 0)
    operation = watch_.operationIn({t, tried, 1, tried, t + tried, 0}, bad, before_);
  if (!operation.empty())
    operation = "; " + operation;
  if (isBroken && bad >= 0)
    throw Error(
        Error::Kind::Run,
        fmt::format("at t = {} no step leads to a finite state, however short: {} behind one "
                    "of {:.3g}{}",
                    t, found, tried, operation));
  const double least = setup_.control->least;
  throw Error(
      Error::Kind::Run,
      fmt::format("at t = {} steps would have to be shorter than {}: {} in one of {:.3g}{}; {}", t,
                  least > 0 ? fmt::format("{} (--dt-min)", least) : "time can tell", worst, tried,
                  operation,
                  least > 0 ? "allow shorter ones, or a larger tolerance"
                            : "the solution may end there: end the run before, or allow a larger "
                              "tolerance"));
}

/// Ends an accepted step. The state before it is kept until the next step.
void ErrorControl::endStep(const Run &step, const Run &rest, double nextOutput) {
  forgetLooked();
  last_ = step;
  if (nextOutput < step.to)
    lookInto(step);
  if (!isHere_)
    endTrial(rest, true);
  if (setup_.model.method.actsBehind)
    placeEventsOf(step, rest);
}

void ErrorControl::forgetLooked() {
  interpolant_.reset();
  looked_.reset();
}

void ErrorControl::lookInto(const Run &step) {
  if (looked_)
    return;
  looked_ = step;
  stateBefore_.allocate(store_.y.bytes(), store_.y.room());
  if (isHere_)
    std::memcpy(stateBefore_.data(), before_.data(), static_cast<std::size_t>(store_.y.bytes()));
  else
    store_.withJob(step, false,
                   [&](const Job &job) { store_.stepper->saveBefore(job, stateBefore_); });
}

/// The events of a step, with times by linear interpolation.
std::vector<EventNote> ErrorControl::eventsOf(const Run &step) {
  const Model &model = setup_.model;
  const std::int64_t points = gridPoints(setup_.shape());
  if (isHere_)
    return eventsBetween(model, points, before_.data(), store_.y.data());
  auto noted = store_.withJob(step, false,
                              [&](const Job &job) { return store_.stepper->eventsOfTrial(job); });
  if (noted)
    return *std::move(noted);
  lookInto(step);
  store_.save();
  return eventsBetween(model, points, stateBefore_.data(), store_.y.data());
}

/// The events of a step, with times where the interpolated values cross zero.
std::vector<EventNote> ErrorControl::locatedEventsOf(const Run &step) {
  if (std::ranges::none_of(statesOf(setup_.model), &State::isEvent))
    return {};
  std::vector<EventNote> events = eventsOf(step);
  if (events.empty())
    return events;
  lookInto(step);
  const ViewedState state = viewOf(store_);
  store_.withJob(step, false,
                 [&](const Job &job) { locateEvents(job, state.view, interpolant(), events); });
  return events;
}

void ErrorControl::placeEventsOf(const Run &step, const Run &rest) {
  const std::vector<EventNote> events = locatedEventsOf(step);
  if (events.empty())
    return;
  const bool arePlaced = store_.withJob(step, false, [&](const Job &job) {
    return !isHere_ && store_.stepper->placeEvents(job, events);
  });
  interpolant_->setEvents(events);
  if (arePlaced)
    return;
  if (!isHere_)
    store_.save();
  placeEvents(setup_.model, gridPoints(setup_.shape()), events, store_.y.data());
  store_.load(rest, false, false);
}

const Interpolant &ErrorControl::interpolant() {
  if (!interpolant_)
    store_.frames.turnTo(looked_->from);
  if (!interpolant_)
    store_.withJob(*looked_, false,
                   [&](const Job &job) { interpolant_.emplace(job, stateBefore_); });
  return *interpolant_;
}

void ErrorControl::showAt(double time) {
  store_.finishSteps();
  store_.between.emplace();
  store_.between->time = time;
  store_.between->y.allocate(store_.y.bytes());
  interpolant().at(time, store_.between->y, chooseThreads(setup_.threads, setup_.components()));
}

} // namespace eulerc
