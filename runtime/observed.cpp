// The loop of a run: from stop to stop, and what is called there.
//
//   takeSteps: piece, piece … up to the next step that is due → observers → piece, piece …
//
// Pieces are so long that what is between them costs under a hundredth of them. The watch for
// values that are not finite looks where that takes half a hundredth of the run (ensureFinite), and
// before an observer that looks at components.
#include "solver_impl.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "host/parallel.h"
#include "job_of_run.h"
#include "refuse.h"
#include "results/monitors.h"
#include "state.h"

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
  observing.push_back({std::move(observer), moments, isOnCall, false, std::nullopt, never});
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
  stats.resumedAt = 0;
  for (Observing &each : observing)
    each.schedule.reset();
}

Moment Solver::Impl::moment() {
  Moment moment;
  moment.step = begun->run.first + begun->done - (begun->isCut ? 1 : 0);
  moment.time = begun->time();
  moment.controlled = controlledRun();
  moment.taken = control ? stats.steps.accepted : moment.step;
  moment.state = [this]() -> const void * {
    ensureState();
    return y.data();
  };
  moment.copy = [this](void *first, std::int64_t stateBytes) {
    const Stepper::Copied copied = copyTo({first, stateBytes});
    if (copied.isFinite)
      noteFinite();
    else
      ensureFinite();
    return copied.rest;
  };
  moment.monitors = [this] { return monitors(0, model.monitorCount); };
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
    if (held)
      value = withJob(stats.run, true,
                      [&](const Job &job) { return stepper->monitor(job, k, state.view); });
    if (!value) {
      ensureState();
      StateView view = state.view;
      view.y = y.data();
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
  return largestChange(model.precision, inFile, remembered.data(), y.data(),
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
                           stats.steps.accepted};
  for (Observing &each : observing) {
    if (each.schedule)
      continue;
    const Schedule schedule(each.isOnCall ? Moments::ends() : each.moments, begun->run);
    // What a run that goes on had recorded is not recorded again, but where it stopped it stops.
    const std::int64_t first = run.goesOn() && !each.isOfProgram ? step + 1 : step;
    each.due = each.isOnCall ? never : schedule.next(first);
    each.observer->begin(run, schedule);
    each.schedule = schedule;
  }
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

/// Calls an observer if it is due. False: the run is no longer there.
bool Solver::Impl::callObserver(std::size_t index) {
  const std::int64_t step = begun->run.first + begun->done;
  if (!observing[index].schedule) // a callback has added it: from the next run on
    return true;
  const std::shared_ptr<Observer> observer = observing[index].observer; // it may call unobserve()
  const bool isDue = observing[index].due <= step;
  if (!observer->isDueNow() && !isDue && observer->alsoAt() != step)
    return true;
  if (isDue)
    observing[index].due = observing[index].schedule->next(step + 1);
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
  for (const bool onCall : {false, true})
    for (std::size_t k = 0; k < observing.size(); k++) // a callback may add another, or forget all
      if (observing[k].isOnCall == onCall && !callObserver(k))
        return false;
  if (!isStopping)
    return true;
  ensureFinite();
  begun->endHere();
  stats.run = begun->run;
  return false;
}

void Solver::Impl::finishObservers() {
  for (const Observing &each : observing)
    if (each.schedule)
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

void Solver::Impl::takeSteps(std::int64_t steps) {
  refuseWhileRunning();
  const Raised running(isRunning);
  isStopping = false;
  checkProblem();
  prepareObservers();
  const std::int64_t end = begun->done + steps;
  if (steps == 0 || nextStop() <= begun->done)
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
        length = nextLength(piece, watch.seconds(),
                            std::max<std::int64_t>(1, stats.plan.stepsPerLaunch / model.stages));
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
    rescue(error.what());
    forgetState();
    throw;
  } catch (...) { // a callback's own
    rescue("");
    forgetState();
    throw;
  }
}

} // namespace eulerc
