// The loop of a run: from stop to stop, and what is called there.
//
//   takeSteps: piece, piece … up to the next step that is due → observers → piece, piece …
//
// Pieces are so long that what is between them costs under a hundredth of them. The watch for
// values that are not finite looks where that takes half a hundredth of the run (ensureFinite), and
// before an observer that looks at components.
#include "run/solver_impl.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/refuse.h"
#include "reduction/monitors.h"
#include "run/job_of_run.h"
#include "state/state.h"

namespace eulerc {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// Launches of a piece, at least: looking at a state takes about the time of half a launch.
constexpr std::int64_t launchesWatched = 128;
/// Seconds of a piece, if that many launches are shorter: what a piece takes beside its launches is
/// some ten microseconds.
constexpr double secondsWatched = 0.25;
/// Of a run, at most, to look for values that are not finite.
constexpr double shareOfWatch = 0.005;
/// A rate that was measured over a short piece may be far off.
constexpr double growth = 16;

/// Steps of the next piece, after one of so many steps and seconds.
std::int64_t nextLength(std::int64_t steps, double seconds, std::int64_t launch) {
  const std::int64_t least = launchesWatched * launch;
  const double factor = std::min(growth, secondsWatched / std::max(seconds, 1e-9));
  const double wanted = std::min(static_cast<double>(steps) * factor, 1e15);
  const auto whole = static_cast<std::int64_t>(wanted) / (2 * launch) * (2 * launch);
  return std::max(least, whole);
}

/// A flag that is set as long as this is there.
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

void Solver::Impl::observe(const Moments &moments, std::unique_ptr<Observer> observer,
                           bool isOnCall) {
  Observing &added = observing.emplace_back();
  added.observer = std::move(observer);
  added.moments = moments;
  added.isOnCall = isOnCall;
  added.due = never;
}

void Solver::Impl::refuseWhileRunning() const {
  if (isRunning)
    refuse("a run is going on; callbacks may look at its state, replace it and end the run by "
           "stop(), and run nothing themselves");
}

void Solver::Impl::begin(const Run &run) {
  refuseWhileRunning();
  begun.emplace();
  begun->run = run;
  good.done = -1;
  good.kept = watched = Stopwatch();
  controller.reset();
  stats.stopped.clear();
  stats.steps = {};
  stats.resumedAt = 0;
  for (Observing &each : observing)
    each.schedule.reset();
}

Moment Solver::Impl::moment() {
  Moment moment;
  moment.step = begun->run.first + begun->done - (begun->isCut ? 1 : 0);
  moment.time = time();
  moment.controlled = controlledRun();
  moment.taken = control ? stats.steps.accepted : moment.step;
  moment.state = [this]() -> const void * { return shownState().data(); };
  moment.copy = [this](void *first, std::int64_t stateBytes) {
    const Stepper::Copied copied = copyTo({first, stateBytes});
    if (copied.isFinite)
      noteFinite();
    else
      ensureFinite();
    return copied.rest;
  };
  moment.monitors = [this] { return monitors(0, model.monitors.count); };
  moment.remember = [this] { remember(); };
  moment.change = [this] { return change(); };
  return moment;
}

ViewedState Solver::Impl::viewed() {
  const std::vector<std::int64_t> extents = shape();
  const ValuePlaces inFile = filePlaces(extents, grid().classes);
  ViewedState state{params.values(), fields.pointers(), {}};
  state.view = {state.params.data(), nullptr, state.fields.data(), inFile, inFile, {}, time()};
  std::copy(extents.begin(), extents.end(), state.view.extent);
  return state;
}

std::function<std::vector<double>()> Solver::Impl::monitors(int first, int count) {
  fields.check(params.values(), shape());
  prepareFields();
  const ViewedState state = viewed();
  std::vector<std::function<double()>> each;
  for (int k = first; k < first + count; k++) {
    std::function<double()> value;
    if (held && !between)
      value = withJob(stats.run, true,
                      [&](const Job &job) { return stepper->monitor(job, k, state.view); });
    if (!value) {
      StateView view = state.view;
      view.y = shownState().data();
      value = [value = monitorValue(model, k, view, gridPoints(shape()),
                                    chooseThreads(threads, components()))] { return value; };
    }
    each.push_back(std::move(value));
  }
  return [this, each, isOfRun = begun.has_value()] {
    std::vector<double> values;
    for (const std::function<double()> &value : each)
      values.push_back(value());
    const bool areFinite =
        std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
    if (isOfRun && !areFinite) {
      if (!begun)
        throw Error(Error::Kind::Run, "the state is no longer there");
      ensureFinite();
    }
    return values;
  };
}

void Solver::Impl::remember() {
  remembered.release();
  if (held) {
    finishSteps();
    if (withJob(stats.run, true, [&](const Job &job) { return stepper->remember(job); }))
      return;
  }
  ensureState();
  remembered.allocate(y.bytes());
  std::memcpy(remembered.data(), y.data(), static_cast<std::size_t>(y.bytes()));
}

std::optional<double> Solver::Impl::change() {
  if (remembered.bytes() == 0 && held) {
    finishSteps();
    return withJob(stats.run, true, [&](const Job &job) { return stepper->change(job); });
  }
  ensureState();
  if (remembered.bytes() != y.bytes())
    return std::nullopt;
  const std::int64_t n = components();
  Places inFile;
  inFile.fileRow = inFile.pitch = inFile.plane = inFile.values = n;
  return largestChange(model.program.precision, inFile, remembered.data(), y.data(),
                       chooseThreads(threads, n));
}

std::vector<std::uint64_t> Solver::Impl::fieldHashes() {
  prepareFields();
  return fields.hashes();
}

/// Makes the schedules of observers that have none for this run.
void Solver::Impl::prepareObservers() {
  const std::int64_t step = begun->run.first + begun->done;
  const ObservedRun run = {model,
                           params.values(),
                           shape(),
                           begun->run,
                           step,
                           [this] { return fieldHashes(); },
                           control.has_value(),
                           begun->amid.has_value(),
                           stats.steps.accepted,
                           begun->time()};
  for (Observing &each : observing)
    if (!each.schedule)
      schedule(each, run);
}

/// What a run that goes on had recorded is not recorded again, but where it stopped it stops.
void Solver::Impl::schedule(Observing &each, const ObservedRun &run) {
  Dues dues;
  dues.isEachStep = each.moments.steps == 1;
  each.due = never;
  each.times.reset();
  each.dueAt = std::numeric_limits<double>::infinity();
  each.schedule.emplace(each.isOnCall || run.isControlled ? Moments::ends() : each.moments,
                        begun->run);
  if (run.isControlled && !each.isOnCall) {
    each.times.emplace(each.moments, begun->run);
    each.dueAt = run.goesOn() ? each.times->after(run.time) : each.times->from(run.time);
    dues.count = each.times->countWithEnd();
    dues.already = !run.goesOn()     ? 0
                   : dues.isEachStep ? run.taken + 1
                                     : std::max<std::int64_t>(each.times->countTo(run.time), 0);
  } else if (!each.isOnCall) {
    each.due = each.schedule->next(run.goesOn() && !each.isOfProgram ? run.step + 1 : run.step);
    dues.count = each.schedule->count() + (each.schedule->takesLast() ? 0 : 1);
    dues.already = run.goesOn() ? each.schedule->before(run.step + 1) : 0;
  }
  const bool isHere = dues.isEachStep || (each.times ? each.times->from(run.time) == run.time
                                                     : each.schedule->next(run.step) == run.step);
  if (run.goesOn() && isHere)
    dues.last = run.time;
  each.observer->begin(run, dues);
}

/// At the end of a step, by its number or its time.
bool Solver::Impl::isDue(const Observing &each) const {
  if (!control)
    return each.due <= begun->run.first + begun->done;
  const ControlledSteps &steps = stats.steps;
  const bool isWhereResumed =
      stats.resumedAt > 0 && steps.accepted + steps.rejected == stats.resumedAt;
  const bool isOfSteps = each.moments.steps && !each.isOnCall && !isWhereResumed;
  return each.dueAt <= begun->time() || (isOfSteps && steps.accepted % *each.moments.steps == 0);
}

bool Solver::Impl::isAnyDue() const {
  return std::ranges::any_of(
      observing, [this](const Observing &each) { return each.schedule && isDue(each); });
}

std::int64_t Solver::Impl::nextStop() const {
  const std::int64_t step = begun->run.first + begun->done;
  std::int64_t stop = never;
  for (const Observing &each : observing) {
    stop = std::min(stop, each.due);
    if (each.observer->alsoAt() > step)
      stop = std::min(stop, each.observer->alsoAt());
  }
  return stop == never ? never : stop - begun->run.first;
}

/// Steps between two stops, as far as these are regular; 0: none is.
std::int64_t Solver::Impl::interval() const {
  std::int64_t steps = 0;
  for (const Observing &each : observing)
    if (each.schedule && !each.isOnCall)
      steps = std::gcd(steps, each.schedule->interval());
  return steps;
}

/// Behind the moment that is now.
void Solver::Impl::setNext(Observing &each) const {
  if (each.times)
    each.dueAt = each.times->after(begun->time());
  else
    each.due = each.schedule->next(begun->run.first + begun->done + 1);
}

/// Calls an observer if it is due. False: the run is no longer there.
bool Solver::Impl::callObserver(std::size_t index) {
  const std::int64_t step = begun->run.first + begun->done;
  if (!observing[index].schedule) // a callback has added it: from the next run on
    return true;
  const std::shared_ptr<Observer> observer = observing[index].observer; // it may call unobserve()
  const bool isDueNow = isDue(observing[index]);
  if (!observer->isDueNow() && !isDueNow && observer->alsoAt() != step)
    return true;
  if (isDueNow)
    setNext(observing[index]);
  if (observing[index].isOnCall) // it keeps what all others have written by now
    for (const Observing &other : observing)
      other.observer->settle();
  if (observer->looksAtState())
    ensureFinite();
  observer->take(moment());
  return begun.has_value();
}

/// Calls those that are due, those by the clock last. False: the run has come to an end.
bool Solver::Impl::callObservers() {
  if (!callBetween())
    return false;
  for (const bool onCall : {false, true})
    for (std::size_t k = 0; k < observing.size(); k++) // a callback may add another, or forget all
      if (observing[k].isOnCall == onCall && !callObserver(k))
        return false;
  if (!isStopping)
    return true;
  ensureFinite();
  if (stats.stopped.empty()) {
    const std::int64_t taken = moment().taken;
    stats.stopped = fmt::format("stopped at t = {}, after {} step{}, by a callback", time(), taken,
                                taken == 1 ? "" : "s");
  }
  endRunHere();
  return false;
}

void Solver::Impl::endRunHere() {
  begun->endHere();
  stats.run = begun->run;
}

void Solver::Impl::finishObservers() {
  for (const bool onCall : {false, true}) // what all others have written is there then
    for (const Observing &each : observing)
      if (each.schedule && each.isOnCall == onCall)
        each.observer->finish(moment());
  for (const Observing &each : observing)
    each.observer->close();
}

/// Something failed: what was taken is written, and whoever can keep the state, if it is still
/// there, does.
void Solver::Impl::rescue(const std::string &failure) {
  for (const Observing &each : observing)
    try {
      each.observer->settle();
      if (begun && current && each.schedule)
        each.observer->rescue(moment());
    } catch (const std::exception &error) { // the first failure is the one to report
      if (note && error.what() != failure)
        note(error.what());
    }
  for (const Observing &each : observing)
    each.observer->close();
}

/// What a callback throws ends the run where it is; after any other failure the state is lost.
void Solver::Impl::endByFailure(const std::string &failure) {
  between.reset();
  rescue(failure);
  if (callbackFailed && begun && current)
    endRunHere();
  else
    forgetState();
}

void Solver::Impl::takeSteps(std::int64_t steps) {
  refuseWhileRunning();
  const Raised running(isRunning);
  isStopping = callbackFailed = false;
  checkProblem();
  prepareObservers();
  const std::int64_t end = begun->done + steps;
  if (steps == 0 || nextStop() <= begun->done || isAnyDue())
    takePiece(*begun, 0);
  std::int64_t length = launchesWatched;
  try {
    bool goesOn = !current || callObservers(); // a clock may run out before there is a state
    while (goesOn && begun->done < end) {
      const std::int64_t piece = std::min({end, nextStop(), begun->done + length}) - begun->done;
      const Stopwatch watch;
      takePiece(*begun, piece);
      if (watched.seconds() > std::max(secondsWatched, watchSeconds / shareOfWatch))
        ensureFinite();
      if (piece >= length)
        length =
            nextLength(piece, watch.seconds(),
                       std::max<std::int64_t>(1, stats.plan.stepsPerLaunch / model.method.stages));
      goesOn = observing.empty() || callObservers();
    }
    if (begun) {
      ensureFinite();
      noteGrowth();
      for (const Observing &each : observing)
        each.observer->settle();
    }
    if (begun && begun->left() == 0)
      finishObservers();
  } catch (const std::exception &error) {
    endByFailure(error.what());
    throw;
  } catch (...) { // neither ours nor of the standard library
    endByFailure("");
    throw;
  }
}

} // namespace eulerc
