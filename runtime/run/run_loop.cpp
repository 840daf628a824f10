// Takes the pieces of a run, chooses their length, and calls observers between them (run_loop.h).

#include "run/run_loop.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/refuse.h"
#include "run/job_of_run.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

/// The fewest launches of a piece: checking a state takes about as long as half a launch.
constexpr std::int64_t launchesWatched = 128;
/// Seconds of a piece, if that many launches take less. A piece costs about ten microseconds in
/// addition to its launches.
constexpr double secondsWatched = 0.25;
/// The most seconds of a piece, roughly: the end of a run waits for its piece. At least one launch.
constexpr double longest = 1;
/// The share of a run that checks for finite values may take.
constexpr double shareOfWatch = 0.005;
/// The largest growth from piece to piece: times of short pieces are inaccurate.
constexpr double growth = 16;

/// Steps of the next piece, after a piece of `steps` and `seconds`.
std::int64_t nextLength(std::int64_t steps, double seconds, std::int64_t launch) {
  const std::int64_t least = seconds > longest ? launch : launchesWatched * launch;
  const double factor = std::min(growth, secondsWatched / std::max(seconds, 1e-9));
  const double wanted = std::min(static_cast<double>(steps) * factor, 1e15);
  const auto whole = static_cast<std::int64_t>(wanted) / (2 * launch) * (2 * launch);
  return std::max(least, whole);
}

/// Sets a flag during its lifetime.
class Raised {
public:
  explicit Raised(bool &flag) : flag_(flag) { flag_ = true; }
  ~Raised() { flag_ = false; }
  Raised(const Raised &) = delete;
  Raised &operator=(const Raised &) = delete;

private:
  bool &flag_;
};

} // namespace

void RunLoop::turnTo(const Run &run) {
  refuseWhileRunning();
  refuseWhileChanging(store_);
  constexpr double closeness = 1e-6; // of a step
  if (std::abs(timeOfStep(run, 0) - store_.time()) > closeness * longestStep(run))
    store_.forgetPast(true);
}

Start RunLoop::startOfNext(double dt) const {
  if (store_.begun)
    return {store_.time(), store_.begun->taken()};
  return startBehind(setup_.model.program.timespan(setup_.params.values().data()).from,
                     store_.time(), dt);
}

Run RunLoop::counted(Run run) const {
  if (numberOf(run) == 0 && store_.begun)
    run.before = store_.begun->taken();
  return run;
}

const BegunRun *RunLoop::countedBy(double dt) const {
  if (!store_.begun || store_.begun->run.dt != dt ||
      (store_.begun->left() == 0 && store_.begun->run.lastStep != dt))
    return nullptr;
  return &*store_.begun;
}

void RunLoop::begin(const Run &run) {
  refuseWhileRunning();
  store_.begun.emplace();
  store_.begun->run = run;
  watch.begin();
  errors.begin();
  store_.stats.stopped.clear();
  store_.stats.steps = {};
  store_.stats.resumedAt.reset();
  isToRemember_ = false;
  observers.begin();
}

void RunLoop::refuseWhileRunning() const {
  if (isRunning)
    refuse("a run is going on; callbacks may look at its state, replace it and end the run by "
           "stop(), and neither run nor restart anything nor change the grid");
}

/// Makes the stepper and the values of fields and data. Returns whether the stepper already holds
/// the state and is settled for the rest of the run.
bool RunLoop::getReady(const BegunRun &next, const Run &rest) {
  setup_.checkProblem();
  if (next.done == 0 && !next.isStarted)
    sizes.chooseStages(next.run);
  if (!store_.stepper)
    store_.stepper = setup_.makeStepper();
  store_.updateEventNotes();
  if (store_.held && rest.steps <= store_.settledFor)
    return true;
  store_.checkMemory();
  setup_.prepareFields();
  return false;
}

/// Gives one note if float can hardly distinguish the times of data or of frames.
void RunLoop::noteTimes() {
  if (!setup_.note || isToldOfTimes_)
    return;
  std::string text = setup_.fields.roundedTimesText(setup_.params.values(), store_.begun->run);
  if (text.empty())
    text = setup_.frames.roundedTimesText(store_.begun->run);
  isToldOfTimes_ = !text.empty();
  if (isToldOfTimes_)
    setup_.note(text);
}

void RunLoop::takePiece(BegunRun next, std::int64_t steps, bool isTimed) {
  const Run rest = pieceOf(next.run, next.done, next.left());
  const bool isSettled = getReady(next, rest);
  const std::int64_t n = setup_.components();
  if (!isSettled && !store_.held && !store_.leavesInitial())
    store_.ensureState();

  const bool isFirst = next.done == 0 && !std::exchange(next.isStarted, true);
  if (isFirst) {
    beginStats(store_.stats, n, isSettled);
    next.fromInitial = next.fromInitial || store_.isInitial;
  }
  store_.stats.initialise += std::exchange(setup_.initialiseSeconds, 0);
  store_.stats.estimate += sizes.takeSeconds();
  store_.begun = next;
  watch.keepStart();
  if (isFirst && store_.onHost)
    sizes.noteStart();
  store_.isInitial = store_.isInitial && steps == 0;
  store_.interval = observers.interval();
  try {
    if (!isSettled)
      store_.load(rest, store_.held);
    if (isFirst && store_.held && !store_.onHost)
      sizes.noteStart();
    if (isFirst && store_.held && !setup_.control)
      sizes.checkStep(rest);
    if (!isTimed)
      steps = std::min(steps, stepsWithin(longest));
    if (steps > 0 && std::exchange(isToRemember_, false))
      remember();
    const Run piece = pieceOf(next.run, next.done, steps);
    if (setup_.control && steps > 0)
      steps = errors.advance(piece, observers.nextOutput()) ? 1 : 0;
    else
      store_.advance(piece);
    observers.isUnderWay = true;
    if (piece.steps > 0) {
      sizes.stateMoved();
      store_.begun->steady.reset();
    }
    store_.begun->done += steps;
    store_.stats.run = pieceOf(store_.begun->run, 0, store_.begun->done);
    if (piece.steps == 0)
      watch.checkFinite(store_.stats.run);
  } catch (...) {
    store_.forgetState();
    throw;
  }
  tellProgress();
}

std::int64_t RunLoop::stepsOfLaunch() const {
  return std::max<std::int64_t>(1, store_.stats.plan.levelsPerLaunch /
                                       Levels(setup_.model.method.stages));
}

/// Steps within so many seconds, by the expected time of a step, in whole launches; at least one.
std::int64_t RunLoop::stepsWithin(double seconds) const {
  const double launches =
      seconds / (store_.stats.tuning.expected * static_cast<double>(stepsOfLaunch()));
  return launches < launchesWatched // false if the expected time is 0
             ? std::max<std::int64_t>(1, static_cast<std::int64_t>(launches)) * stepsOfLaunch()
             : std::numeric_limits<std::int64_t>::max();
}

void RunLoop::tellProgress() {
  if (!setup_.progress)
    return;
  try {
    if (store_.thrown)
      std::rethrow_exception(std::exchange(store_.thrown, nullptr));
    setup_.progress(store_.begun->done, store_.begun->run.steps);
  } catch (...) {
    callbackFailed = true;
    throw;
  }
}

void RunLoop::endRunHere() {
  store_.begun->endHere();
  store_.stats.run = store_.begun->run;
}

/// An exception of a callback ends the run at the current state; other failures lose the state.
void RunLoop::endByFailure(const std::string &failure) {
  store_.between.reset();
  const bool isWhole = callbackFailed && store_.begun && store_.current;
  try {
    if (isWhole)
      callBetween(true);
  } catch (const std::exception &) { // the first failure is the one to report
    store_.between.reset();
  }
  if (isWhole)
    observers.takeDue([this] { return observation(); });
  observers.rescue(failure, [this] { return observation(); });
  if (isWhole && store_.begun) // an observer may have found a value that is not finite
    endRunHere();
  else
    store_.forgetState();
}

/// Calls an observer if it is due.
void RunLoop::callObserver(std::size_t index) {
  const std::int64_t step = store_.begun->run.first + store_.begun->done;
  if (!observers.list[index].schedule) // added by a callback: called from the next run on
    return;
  const std::shared_ptr<Observer> observer =
      observers.list[index].observer; // it may call unobserve()
  const bool isDueNow = observers.isDue(observers.list[index]);
  observers.attempt(observer, [&] {
    if (!observer->isDueNow() && !isDueNow && observer->alsoAt() != step)
      return;
    if (isDueNow)
      observers.setNext(observers.list[index]);
    if (observers.list[index].isOnCall) // a checkpoint records what all others have written
      observers.settle();
    if (observer->looksAtState())
      watch.ensureFinite();
    observers.list[index].takenAt = store_.begun->time();
    observer->take(observation());
  });
}

/// Whether a stop condition of the program holds in the shown state.
bool RunLoop::isToStop() {
  const MonitorTables &tables = setup_.model.monitors;
  const std::vector<ParamValue> params = setup_.params.values();
  const std::vector<double> values = valuesOfStops();
  for (int k = 0; k < tables.stopCount; k++)
    if (tables.stopHolds(k, params.data(), values.data(), store_.time()))
      return true;
  return false;
}

/// With step control, a run ends within its last step, at the time when a stop condition of the
/// program begins to hold. Bisection finds the time.
void RunLoop::locateStop() {
  const std::optional<Run> step = errors.takeLast();
  if (!setup_.control || setup_.model.monitors.stopCount == 0)
    return;
  stopHolds = isToStop();
  if (!stopHolds || !step)
    return;
  errors.lookInto(*step);
  constexpr double closeness = 1e-12; // of the step
  double low = step->from, high = step->to;
  while (high - low > closeness * step->dt) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high))
      break;
    errors.showAt(middle);
    (isToStop() ? high : low) = middle;
  }
  if (high < step->to) {
    errors.showAt(high);
    store_.goOnFromShown();
  }
  store_.between.reset();
}

/// Calls the observers that are due, checkpoints last. False: the run has ended.
bool RunLoop::callObservers() {
  // A stop from onProgress() takes effect after the observers that are due at this step.
  const bool isAskedFor = std::exchange(isStopping, false);
  locateStop();
  callBetween();
  isStopping = isStopping || isAskedFor;
  for (const bool onCall : {false, true})
    for (std::size_t k = 0; k < observers.list.size();
         k++) { // a callback may add another, or forget all
      // finish() writes the checkpoint of the end, after all other files are complete.
      const bool isForFinish = onCall && store_.begun->left() == 0;
      if (observers.list[k].isOnCall == onCall && !isForFinish)
        callObserver(k);
    }
  if (!isStopping)
    return true;
  watch.ensureFinite();
  if (store_.stats.stopped.empty()) {
    const std::int64_t taken = observation().taken;
    store_.stats.stopped = fmt::format("stopped at t = {}, after {} step{}, by a callback",
                                       store_.time(), taken, taken == 1 ? "" : "s");
  }
  endRunHere();
  return false;
}

/// Calls the observers that are due within the last step, in the order of their times; after a
/// failure those that write files.
void RunLoop::callBetween(bool filesAlone) {
  const auto canShow = [this](double time) {
    return errors.canShow() ? time < store_.begun->time() : shorter_.isBehind(time);
  };
  while (!isStopping && canShow(observers.nextOutput())) {
    const double now = observers.nextOutput();
    setup_.control ? errors.showAt(now) : shorter_.showAt(now);
    for (std::size_t k = 0; k < observers.list.size() && store_.between; k++) {
      if (observers.list[k].dueAt != now)
        continue;
      observers.list[k].dueAt = observers.list[k].times->after(now);
      if (filesAlone && observers.list[k].path.empty())
        continue;
      const std::shared_ptr<Observer> observer = observers.list[k].observer;
      observers.attempt(observer, [&] { observer->take(observation()); });
    }
    store_.between.reset();
  }
  shorter_.forget();
}

void RunLoop::takeSteps(std::int64_t steps) {
  refuseWhileRunning();
  const Raised running(isRunning);
  isStopping = callbackFailed = false;
  store_.thrown = nullptr;
  try {
    setup_.checkProblem();
    setup_.frames.check(store_.begun->run, store_.begun->time());
    // Wrong data are refused before observers make files and head tables.
    getReady(*store_.begun, pieceOf(store_.begun->run, store_.begun->done, store_.begun->left()));
    noteTimes();
    observers.prepare(observedRun());
  } catch (...) {
    endRunHere();
    throw;
  }
  const std::int64_t first = store_.begun->done, end = first + steps;
  std::int64_t length = launchesWatched;
  try {
    if (steps == 0 || observers.nextStop() <= store_.begun->done || observers.isAnyDue())
      takePiece(*store_.begun, 0);
    bool goesOn = !store_.current || callObservers(); // a checkpoint by the clock needs a state
    while (goesOn && store_.begun->done < end) {
      const std::int64_t before = store_.begun->done;
      if (shorter_.isAhead(observers.nextOutput()))
        shorter_.keep();
      const std::int64_t piece = std::min({end, observers.nextStop(), before + length}) - before;
      const Stopwatch taking;
      takePiece(*store_.begun, piece, before > first);
      const std::int64_t taken = store_.begun->done - before;
      if (watch.isDue(secondsWatched, shareOfWatch))
        watch.ensureFinite();
      if (piece >= length || taken < piece)
        length = nextLength(taken, taking.seconds(), stepsOfLaunch());
      goesOn = (observers.list.empty() && !isStopping) || callObservers();
    }
    watch.ensureFinite();
    sizes.noteGrowth();
    if (store_.begun->left() > 0)
      observers.settle();
    else
      observers.finish(observation());
  } catch (const std::exception &error) {
    endByFailure(error.what());
    throw;
  } catch (...) { // neither ours nor of the standard library
    endByFailure("");
    throw;
  }
  if (store_.begun->left() == 0)
    observers.unwritten(); // after the end of the run
}

void RunLoop::leave() {
  if (store_.begun && store_.current && store_.begun->left() > 0)
    observers.leave([this] { return observation(); });
}

} // namespace eulerc
