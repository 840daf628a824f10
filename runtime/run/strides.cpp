// Runs whose steps are as long as their error allows: a step of the run is a stride then, which
// steps of their own lead over, and whose end they meet.
#include "run/solver_impl.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/parallel.h"
#include "reduction/error.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Steps that are not finite, one after the other and each a fifth of the one before: then it is no
/// matter of their length. At times that are not 0 there are no more than some twenty.
constexpr int mostBroken = 40, manyBroken = 10;

/// Of a run that says nothing of its first step.
constexpr double firstShare = 1e-3;

} // namespace

/// The stepper has to go where steps have other levels then.
void Solver::Impl::controlBy(const std::optional<StepControl> &asked) {
  if (asked.has_value() != control.has_value() && model.method.errorLevels > 0) {
    dropStepper();
    model = withError(model, asked.has_value());
  }
  control = asked;
}

void Solver::Impl::makeController() {
  const Timespan span = model.program.timespan(params.values().data());
  const double whole = begun->run.to - begun->time();
  const double guess = span.hasDt && span.dt > 0 ? span.dt : firstShare * whole;
  controller.emplace(*control, model.method.errorOrder,
                     std::min(control->first > 0 ? control->first : guess, whole));
  const bool isRelative =
      control->tolerance.relative > 0 &&
      std::ranges::all_of(control->of, [](const auto &own) { return own.second.relative > 0; });
  if (isRelative || !note)
    return;
  HostArray start;
  start.allocate(y.bytes());
  if (const auto rest = copyTo({start.data(), y.bytes() / model.program.stateCount}).rest)
    rest();
  const std::string text = tooFineText(model, *control, start, gridPoints(shape()));
  if (!text.empty())
    note(text);
}

bool Solver::Impl::advanceControlled(const Run &strides) {
  if (!controller)
    makeController();
  const double end = strides.steps > 1 ? timeOfStep(strides, 1) : strides.to;
  const double met = takeControlled(begun->time(), end, strides);
  const bool isEnd = !(met < end);
  if (isEnd)
    begun->amid.reset();
  else
    begun->amid = met;
  return isEnd;
}

/// One step, as long as its error allows: the time that it leads to.
double Solver::Impl::takeControlled(double from, double to, const Run &rest) {
  const bool isHere = !beginTrial(rest);
  for (int broken = 0;;) {
    const double next = controller->proposed(from, to);
    const double length = next - from;
    const double error = errorOf({from, length, 1, length, next, 0}, isHere);
    ControlledSteps &steps = stats.steps;
    if (controller->judge(error)) {
      keepForOutput({from, length, 1, length, next, 0}, isHere);
      if (!isHere)
        endTrial(rest, true);
      steps.shortest = steps.accepted == 0 ? length : std::min(steps.shortest, length);
      steps.longest = std::max(steps.longest, length);
      steps.accepted++;
      return next;
    }
    steps.rejected++;
    broken = std::isfinite(error) ? 0 : broken + 1;
    if (broken > mostBroken || controller->isTooShort(from))
      refuseShortSteps(from, isHere, broken > (control->least > 0 ? mostBroken : manyBroken));
    if (isHere)
      goBackTo(before, rest);
    else
      endTrial(rest, false);
  }
}

/// Takes one step from the state held, and brings it here with its error behind it.
void Solver::Impl::tryStep(const Run &step) {
  advance(step, false);
  bringTrial(step);
  onHost = true;
}

void Solver::Impl::bringTrial(const Run &step) {
  finishSteps();
  const Stopwatch reading;
  withJob(step, false, [&](Job job) {
    job.savedStates = 2 * model.program.stateCount;
    stepper->save(job, y);
  });
  stats.transfer += reading.seconds();
}

void Solver::Impl::bringHeld(const Run &run, HostArray &to) {
  withJob(run, false, [&](const Job &job) { stepper->save(job, to); });
}

void Solver::Impl::endTrial(const Run &run, bool isTaken) {
  withJob(run, false, [&](const Job &job) { stepper->endTrial(job, isTaken); });
}

/// Back to another state.
void Solver::Impl::goBackTo(const HostArray &before, const Run &rest) {
  std::memcpy(y.data(), before.data(), static_cast<std::size_t>(y.bytes()));
  load(rest, false, false);
}

/// Keeps the state that a step is from, where it is held if that can be: else it comes here.
bool Solver::Impl::beginTrial(const Run &rest) {
  if (held && withJob(rest, false, [&](const Job &job) { return stepper->beginTrial(job); }))
    return true;
  before.allocate(y.bytes());
  if (!onHost)
    save();
  std::memcpy(before.data(), y.data(), static_cast<std::size_t>(y.bytes()));
  return false;
}

/// Takes a step, and says its error in tolerances.
double Solver::Impl::errorOf(const Run &step, bool isHere) {
  if (!isHere) {
    advance(step, false);
    return withJob(step, false,
                   [&](const Job &job) { return stepper->errorOfTrial(job, *control); });
  }
  tryStep(step);
  const std::int64_t points = gridPoints(shape());
  return errorNorm({model, *control, points, before.data(), y.data(), inFileOrder(points)},
                   chooseThreads(threads, components()));
}

std::optional<ControlledRun> Solver::Impl::controlledRun() const {
  if (!control)
    return std::nullopt;
  return ControlledRun{*control, stats.steps, begun->time(), controller ? controller->length() : 0,
                       controller ? controller->error() : 0};
}

/// The run that was begun is one that a checkpoint is of.
void Solver::Impl::goOnControlled(const std::optional<ControlledRun> &from) {
  controlBy(from ? std::optional(from->control) : std::nullopt);
  if (!from)
    return;
  stats.steps = from->steps;
  stats.resumedAt = from->steps.accepted + from->steps.rejected;
  if (from->time != begun->time())
    begun->amid = from->time;
  if (from->length > 0)
    controller.emplace(*control, model.method.errorOrder, from->length, from->error);
}

/// The state is the one behind the step that was rejected.
void Solver::Impl::refuseShortSteps(double t, bool isHere, bool isBroken) {
  const Run now = {t, 1, 1, 1, t + 1, 0};
  if (!isHere) {
    bringTrial(now);
    endTrial(now, false);
    before.allocate(y.bytes());
    bringHeld(now, before);
  }
  const std::int64_t points = gridPoints(shape());
  const Trial trial{model, *control, points, before.data(), y.data(), inFileOrder(points)};
  const double tried = controller->tried();
  const std::int64_t bad = firstNonFinite(model.program.precision, y.data(), components(),
                                          chooseThreads(threads, components()));
  const std::string found = bad < 0 ? "" : nonFinite(), worst = worstText(trial, shape());
  std::string operation;
  if (bad >= 0)
    operation = operationIn({t, tried, 1, tried, t + tried, 0}, bad, before);
  if (!operation.empty())
    operation = "; " + operation;
  if (isBroken && bad >= 0)
    throw Error(
        Error::Kind::Run,
        fmt::format("at t = {} no step leads to a finite state, however short: {} behind one "
                    "of {:.3g}{}",
                    t, found, tried, operation));
  throw Error(
      Error::Kind::Run,
      fmt::format(
          "at t = {} steps would have to be shorter than {}: {} in one of {:.3g}{}; "
          "allow shorter ones, or a larger tolerance",
          t, control->least > 0 ? fmt::format("{} (--dt-min)", control->least) : "time can tell",
          worst, tried, operation));
}

} // namespace eulerc
