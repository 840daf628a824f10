// Values that are not finite: found between two pieces of a run, and traced to the step where they
// came up.
//
//   a piece ends with NaN → the last good state → shorter and shorter pieces → step 812: u[3][4]
//   → that step, stage by stage (tracing/tracer.h) → the operation that made it
//
// Good states are kept in memory now and then, so seldom that it costs under a hundredth of the
// run, and where there is memory for it; the initial values can be had at any time.
#include "run/solver_impl.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "results/recorder.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "state/state.h"
#include "tracing/tracer.h"

namespace eulerc {
namespace {

constexpr double shareOfKeeping = 0.01;
constexpr double leastBetween = 1; ///< seconds: what is shorter is computed once more in no time
/// Bytes a second at which a state is brought here and copied, before that was measured.
constexpr double slowCopy = 1e9;
/// A good state may take this share of the memory that is left.
constexpr std::int64_t leastShare = 4;
/// Pieces that a stretch with a bad end is cut into.
constexpr std::int64_t cuts = 8;

std::string valueText(Precision precision, const void *values, std::int64_t k) {
  return precision == Precision::Float ? exact(static_cast<const float *>(values)[k])
                                       : exact(static_cast<const double *>(values)[k]);
}

} // namespace

std::string Solver::Impl::nonFinite() const {
  return nonFiniteText(model, shape(), y, chooseThreads(threads, components()));
}

bool Solver::Impl::isFinite(const Run &run) {
  if (!held)
    return false; // perhaps
  return withJob(run, false, [&](const Job &job) { return stepper->isFinite(job); });
}

void Solver::Impl::keepGood() {
  const Stopwatch keeping;
  ensureState();
  good.y.allocate(travellingBytes());
  std::memcpy(good.y.data(), y.data(), static_cast<std::size_t>(travellingBytes()));
  good.done = begun->done;
  good.seconds = keeping.seconds();
  good.kept = Stopwatch();
}

bool Solver::Impl::mayKeepGood() const {
  return good.y.bytes() == travellingBytes() ||
         travellingBytes() < availableHostMemory() / leastShare;
}

/// Of a state that is finite.
void Solver::Impl::keepGoodIfDue() {
  const double seconds =
      good.seconds > 0 ? good.seconds : 0.01 + static_cast<double>(y.bytes()) / slowCopy;
  const double due = std::max(leastBetween, seconds / shareOfKeeping);
  if (!control && good.kept.seconds() > due && mayKeepGood())
    keepGood();
}

void Solver::Impl::ensureFinite() {
  const bool isChecked = begun->watched == begun->done;
  if (isChecked || control) // what is not finite is beyond all tolerances
    return;
  try {
    checkFinite(stats.run);
  } catch (...) {
    forgetState();
    throw;
  }
  noteFinite();
  noteGrowth();
}

void Solver::Impl::noteFinite() {
  keepGoodIfDue();
  begun->watched = begun->done;
  watched = Stopwatch();
}

void Solver::Impl::checkFinite(const Run &run) {
  finishSteps();
  const Stopwatch watching;
  const bool areFinite = isFinite(run);
  watchSeconds = watching.seconds();
  stats.watch += watchSeconds;
  if (areFinite)
    return;
  if (!onHost)
    save();
  const std::string found = nonFinite();
  if (found.empty())
    return;
  const NonFinite traced = trace(begun->done);
  std::string message = traced.where;
  if (message.empty())
    message =
        fmt::format("{} at t = {}, after {} steps of dt = {}", found, run.to, run.steps, run.dt);
  for (const std::string &more : {traced.operation, likelyCause(run, !traced.operation.empty())})
    message += (more.empty() ? "" : "; ") + more;
  throw Error(Error::Kind::Run, "the result is not finite: " + message);
}

/// Whether there is a good state to start from, should it have to be computed.
bool Solver::Impl::findGood() {
  if (good.done >= 0)
    return true;
  if (!begun->fromInitial)
    return false;
  computeInitialState();
  isInitial = false; // for it is stepped on
  if (!nonFinite().empty())
    return false;
  good.y.allocate(travellingBytes());
  std::memcpy(good.y.data(), y.data(), static_cast<std::size_t>(travellingBytes()));
  good.done = 0;
  return true;
}

/// Takes steps from the good state. If they end well, their end is the good state then; else `y`
/// holds the bad one.
bool Solver::Impl::takesToGood(std::int64_t steps) {
  std::memcpy(y.data(), good.y.data(), static_cast<std::size_t>(travellingBytes()));
  onHost = true;
  held = false;
  const Run &run = begun->run;
  load(pieceOf(run, good.done, run.steps - good.done), false, false);
  advance(pieceOf(run, good.done, steps), false);
  if (!onHost)
    save();
  if (!nonFinite().empty())
    return false;
  std::memcpy(good.y.data(), y.data(), static_cast<std::size_t>(travellingBytes()));
  good.done += steps;
  return true;
}

/// Nothing where it cannot be found. The bad state is one after `bad` steps.
NonFinite Solver::Impl::trace(std::int64_t bad) {
  if (bad == 0 || !findGood())
    return {};
  while (bad - good.done > 1) {
    const std::int64_t steps = std::max<std::int64_t>(1, (bad - good.done) / cuts);
    if (!takesToGood(steps))
      bad = good.done + steps;
  }
  if (good.done == bad || takesToGood(1))
    return {};
  const std::int64_t n = y.bytes() / realSize(model.program.precision);
  const std::int64_t component =
      firstNonFinite(model.program.precision, y.data(), n, chooseThreads(threads, n));
  const Run taken = pieceOf(begun->run, good.done, 1);
  return {fmt::format("step {}, t = {}: {}; the step before it was {}{}", taken.first + 1, taken.to,
                      nonFinite(), valueText(model.program.precision, good.y.data(), component),
                      writeLastGood()),
          operationIn(taken, component, good.y)};
}

/// The operation that made the value, if it can be told.
std::string Solver::Impl::operationIn(const Run &step, std::int64_t component,
                                      const HostArray &from) {
  constexpr int copies = 3;
  if (copies * y.room() > availableHostMemory())
    return "";
  HostArray start;
  start.allocate(y.bytes(), y.room());
  std::memcpy(start.data(), from.data(), static_cast<std::size_t>(travellingBytes()));
  const ViewedState state = viewed();
  return withJob(step, false, [&](const Job &job) {
    return traceStep(job.linearOnHost(step), state.view, start, component);
  });
}

/// What a message says of the file of the last good state.
std::string Solver::Impl::writeLastGood() const {
  if (lastGoodPath.empty())
    return "";
  const Run run = pieceOf(begun->run, 0, good.done);
  try {
    recordState(lastGoodPath, {model, params.values(), shape(), run, run.first + good.done, {}},
                good.done == 0 ? timeOfStep(begun->run, 0) : run.to, good.y.data());
  } catch (const std::exception &error) {
    return fmt::format(" (the state then is lost: {})", error.what());
  }
  return fmt::format(" (the state then is in '{}')", lastGoodPath);
}

/// Why a result is not finite. One step from the initial values, so short that nothing overflows
/// but the right-hand side itself, tells a wrong right-hand side from steps that are too long. Of
/// the right-hand side nothing is said where the operation `isKnown`.
std::string Solver::Impl::likelyCause(const Run &run, bool isKnown) {
  constexpr double shortStep = 1e-3;
  std::string broken = brokenRequirement(model, params.values(), false);
  if (!broken.empty())
    return broken;
  if (begun->fromInitial) {
    computeInitialState();
    isInitial = false; // for it is stepped on below
    if (const std::string first = nonFinite(); !first.empty())
      return fmt::format("it is not initially either: {}", first);
    const double dt = std::min(run.dt, shortStep);
    const Run step = {timeOfStep(run, 0), dt, 1, dt, timeOfStep(run, 0) + dt};
    load(step, false, false);
    advance(step, false);
    save();
    if (const std::string first = nonFinite(); !first.empty())
      return isKnown
                 ? ""
                 : fmt::format(
                       "so it is after the first step already ({}): the right-hand side divides "
                       "by 0 there, takes a root or logarithm of a negative number, or overflows",
                       first);
  }
  if (const std::string tooLong = whyTooLong(run); !tooLong.empty())
    return "dt is too large: " + tooLong;
  if (isKnown)
    return "dt may be too large";
  return "dt may be too large, or the right-hand side divides by 0 or takes a root or logarithm of "
         "a negative number on the way";
}

} // namespace eulerc
