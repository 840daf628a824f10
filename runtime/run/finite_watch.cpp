// Checks states for values that are not finite, keeps good states, and searches the first bad step
// (finite_watch.h).

#include "run/finite_watch.h"

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
constexpr double leastBetween = 1; ///< seconds between good states; repeating them costs little
/// Bytes a second for copying a state to the host, assumed until it is measured.
constexpr double slowCopy = 1e9;
/// A good state may take a quarter of the free memory.
constexpr std::int64_t leastShare = 4;
/// The search cuts steps between a good and a bad state into so many pieces.
constexpr std::int64_t cuts = 8;

std::string valueText(Precision precision, const void *values, std::int64_t k) {
  return precision == Precision::Float ? exact(static_cast<const float *>(values)[k])
                                       : exact(static_cast<const double *>(values)[k]);
}

} // namespace

/// Texts about a value that is not finite.
struct FiniteWatch::Found {
  std::string where;     ///< "step 812, t = 0.0812: u[3][4] is nan; the step before it was 3.1e38"
  std::string operation; ///< "'a / (b - c)' at wrong.ode:5:10 divides by 0"
};

void FiniteWatch::begin() {
  store_.good.done = -1;
  store_.good.kept = watched_ = Stopwatch();
}

bool FiniteWatch::isDue(double leastSeconds, double share) const {
  return watched_.seconds() > std::max(leastSeconds, seconds_ / share);
}

void FiniteWatch::keepStart() {
  if (store_.good.done < 0 && store_.onHost && !store_.begun->fromInitial && mayKeepGood())
    keepGood();
}

bool FiniteWatch::isFinite(const Run &run) {
  if (!store_.held)
    return false; // not known
  return store_.withJob(run, false, [&](const Job &job) { return store_.stepper->isFinite(job); });
}

void FiniteWatch::keepGood() {
  const Stopwatch keeping;
  store_.ensureState();
  store_.good.y.allocate(store_.travellingBytes());
  std::memcpy(store_.good.y.data(), store_.y.data(),
              static_cast<std::size_t>(store_.travellingBytes()));
  store_.good.done = store_.begun->done;
  store_.good.seconds = keeping.seconds();
  store_.good.kept = Stopwatch();
}

bool FiniteWatch::mayKeepGood() const {
  if (store_.isInParts())
    return false;
  return store_.good.y.bytes() == store_.travellingBytes() ||
         store_.travellingBytes() < availableHostMemory() / leastShare;
}

/// Keeps the current state, which is finite, if the last good state is old enough.
void FiniteWatch::keepGoodIfDue() {
  const double seconds = store_.good.seconds > 0
                             ? store_.good.seconds
                             : 0.01 + static_cast<double>(store_.y.bytes()) / slowCopy;
  const double due = std::max(leastBetween, seconds / shareOfKeeping);
  if (!setup_.control && store_.good.kept.seconds() > due && mayKeepGood())
    keepGood();
}

void FiniteWatch::ensureFinite() {
  const bool isChecked = store_.begun->watched == store_.begun->done;
  if (isChecked || setup_.control) // step control rejects values that are not finite
    return;
  try {
    checkFinite(store_.stats.run);
  } catch (...) {
    store_.forgetState();
    throw;
  }
  noteFinite();
  sizes_.noteGrowth();
}

void FiniteWatch::noteFinite() {
  keepGoodIfDue();
  store_.begun->watched = store_.begun->done;
  watched_ = Stopwatch();
}

void FiniteWatch::checkFinite(const Run &run) {
  store_.finishSteps();
  const Stopwatch watching;
  const bool areFinite = isFinite(run);
  seconds_ = watching.seconds();
  store_.stats.watch += seconds_;
  if (areFinite)
    return;
  if (!store_.onHost)
    store_.save();
  const std::string found = nonFiniteIn(store_);
  if (found.empty())
    return;
  const Found traced = trace(store_.begun->done);
  std::string message = traced.where;
  if (message.empty())
    message = fmt::format("{} at t = {}, after {}", found, run.to, stepsText(run));
  for (const std::string &more : {traced.operation, likelyCause(run, !traced.operation.empty())})
    message += (more.empty() ? "" : "; ") + more;
  throw Error(Error::Kind::Run, "the result is not finite: " + message);
}

/// Whether there is a good state to start from. Computes the initial state if needed.
bool FiniteWatch::findGood() {
  if (store_.good.done >= 0)
    return true;
  if (!store_.begun->fromInitial)
    return false;
  store_.computeInitialState();
  store_.isInitial = false; // steps will change it
  if (!nonFiniteIn(store_).empty())
    return false;
  store_.good.y.allocate(store_.travellingBytes());
  std::memcpy(store_.good.y.data(), store_.y.data(),
              static_cast<std::size_t>(store_.travellingBytes()));
  store_.good.done = 0;
  return true;
}

/// Takes steps from the good state. If their end is finite, it becomes the good state; else `y`
/// holds the bad state.
bool FiniteWatch::takesToGood(std::int64_t steps) {
  std::memcpy(store_.y.data(), store_.good.y.data(),
              static_cast<std::size_t>(store_.travellingBytes()));
  store_.onHost = true;
  store_.held = false;
  const Run &run = store_.begun->run;
  store_.load(pieceOf(run, store_.good.done, run.steps - store_.good.done), false, false);
  store_.advance(pieceOf(run, store_.good.done, steps), false);
  if (!store_.onHost)
    store_.save();
  if (!nonFiniteIn(store_).empty())
    return false;
  std::memcpy(store_.good.y.data(), store_.y.data(),
              static_cast<std::size_t>(store_.travellingBytes()));
  store_.good.done += steps;
  return true;
}

/// Searches the first bad step; the state after `bad` steps is bad. Returns empty texts if the step
/// cannot be found.
FiniteWatch::Found FiniteWatch::trace(std::int64_t bad) {
  if (bad == 0 || !findGood())
    return {};
  while (bad - store_.good.done > 1) {
    const std::int64_t steps = std::max<std::int64_t>(1, (bad - store_.good.done) / cuts);
    if (!takesToGood(steps))
      bad = store_.good.done + steps;
  }
  if (store_.good.done == bad || takesToGood(1))
    return {};
  const std::int64_t n = store_.y.bytes() / realSize(setup_.model.program.precision);
  const std::int64_t component = firstNonFinite(setup_.model.program.precision, store_.y.data(), n,
                                                chooseThreads(setup_.threads, n));
  const Run taken = pieceOf(store_.begun->run, store_.good.done, 1);
  return {fmt::format("step {}, t = {}: {}; the step before it was {}{}", taken.first + 1, taken.to,
                      nonFiniteIn(store_),
                      valueText(setup_.model.program.precision, store_.good.y.data(), component),
                      writeLastGood()),
          operationIn(taken, component, store_.good.y)};
}

std::string FiniteWatch::operationIn(const Run &step, std::int64_t component,
                                     const HostArray &from) {
  constexpr int copies = 3;
  if (copies * store_.y.room() > availableHostMemory())
    return "";
  HostArray start;
  start.allocate(store_.y.bytes(), store_.y.room());
  std::memcpy(start.data(), from.data(), static_cast<std::size_t>(store_.travellingBytes()));
  const ViewedState state = viewAt(store_, step.from);
  return store_.withJob(step, false, [&](const Job &job) {
    return traceStep(job.linearOnHost(step), state.view, start, component);
  });
}

/// Writes the last good state to a file, and returns a text about it for the message.
std::string FiniteWatch::writeLastGood() const {
  if (lastGoodPath.empty())
    return "";
  const Run run = pieceOf(store_.begun->run, 0, store_.good.done);
  try {
    recordState(lastGoodPath,
                {setup_.model,
                 setup_.params.values(),
                 setup_.shape(),
                 run,
                 run.first + store_.good.done,
                 {}},
                RanOn(store_.stats),
                store_.good.done == 0 ? timeOfStep(store_.begun->run, 0) : run.to,
                store_.good.y.data());
  } catch (const std::exception &error) {
    return fmt::format(" (the state then is lost: {})", error.what());
  }
  return fmt::format(" (the state then is in '{}')", lastGoodPath);
}

/// The likely reason why a result is not finite. One very short step from the initial values
/// distinguishes a wrong right-hand side from steps that are too long. If the operation `isKnown`,
/// the text does not mention the right-hand side.
std::string FiniteWatch::likelyCause(const Run &run, bool isKnown) {
  constexpr double shortStep = 1e-3;
  std::string broken = brokenRequirement(setup_.model, setup_.params.values(), false);
  if (!broken.empty())
    return broken;
  if (store_.begun->fromInitial) {
    store_.computeInitialState();
    store_.isInitial = false; // the step below changes it
    if (const std::string first = nonFiniteIn(store_); !first.empty())
      return fmt::format("it is not initially either: {}", first);
    const double dt = std::min(run.dt, shortStep);
    const Run step = {timeOfStep(run, 0), dt, 1, dt, timeOfStep(run, 0) + dt};
    store_.load(step, false, false);
    store_.advance(step, false);
    store_.save();
    if (const std::string first = nonFiniteIn(store_); !first.empty())
      return isKnown
                 ? ""
                 : fmt::format(
                       "so it is after the first step already ({}): the right-hand side divides "
                       "by 0 there, takes a root or logarithm of a negative number, or overflows",
                       first);
  }
  if (const std::string tooLong = sizes_.whyTooLong(run); !tooLong.empty())
    return "dt is too large: " + tooLong;
  if (isKnown)
    return "dt may be too large";
  return "dt may be too large, or the right-hand side divides by 0 or takes a root or logarithm of "
         "a negative number on the way";
}

} // namespace eulerc
