// Schedules observers, calls them when they are due or when a run fails, and handles files that
// cannot be written (observers.h).

#include "run/observers.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "output/file.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// A canonical path: equal for all names of a file.
std::string placeOf(const std::string &path) {
  std::error_code failure; // a name that is too long
  const auto whole = std::filesystem::absolute(path, failure);
  const auto place = std::filesystem::weakly_canonical(whole, failure);
  return failure ? path : place.string();
}

} // namespace

void Observers::begin() {
  isUnderWay = false;
  isFileLost_ = false;
  failure_.reset();
  for (Observing &each : list) {
    each.schedule.reset();
    each.isLost = false;
  }
}

void Observers::prepare(const ObservedRun &run) {
  if (!run.goesOn())
    had_.clear();
  for (Observing &each : list)
    if (!each.isLost && (!each.schedule || each.observer->beginsAnew()))
      try {
        schedule(each, run);
      } catch (...) {
        each.schedule.reset(); // it has not begun
        throw;
      }
}

void Observers::settle() {
  for (std::size_t k = 0; k < list.size(); k++)
    if (!list[k].isLost)
      attempt(list[k].observer, [&] { list[k].observer->settle(); });
}

void Observers::finish(const Observation &observation) {
  for (const bool onCall : {false, true}) // checkpoints after all other files
    for (const Observing &each : list)
      if (each.schedule && each.isOnCall == onCall && !leavesOut(each, failure_.has_value())) {
        try {
          each.observer->finish(observation);
        } catch (const OutputError &error) { // other files are still written
          note(error);
        }
      }
  had_ = files();
  for (const Observing &each : list)
    each.observer->close();
}

/// Whether the run is at an output time.
bool Observers::isOutputTime(const Observing &each) const {
  const BegunRun &begun = *store_.begun;
  if (each.times && each.outputTimes.steps)
    return store_.stats.steps.accepted % *each.outputTimes.steps == 0;
  const std::int64_t step = begun.run.first + begun.done;
  return each.times ? each.times->from(begun.time()) == begun.time()
                    : each.schedule->next(step) == step;
}

FileRecords Observers::files() const {
  FileRecords files = had_;
  for (const Observing &each : list) {
    const std::optional<Recorded> recorded = each.observer->recorded();
    if (!each.schedule || each.isLost || !recorded)
      continue;
    const double now = store_.time();
    const bool isEnd =
        each.outputTimes.isEnds() ? now != outputsFrom(store_.begun->run) : !isOutputTime(each);
    files[placeOf(each.path)] = {recorded->records, isEnd && recorded->last == now,
                                 recorded->hashes};
  }
  return files;
}

/// Whether to skip a checkpoint because another file was lost, with a note: a run resumed from the
/// checkpoint would not write the records that the file lacks.
bool Observers::leavesOut(const Observing &each, bool isFileLost) const {
  const bool isAhead = each.isOnCall && isFileLost;
  if (isAhead && setup_.note)
    setup_.note(fmt::format("'{}' is not written anew: another file lacks what the run has taken "
                            "by now",
                            each.path));
  return isAhead;
}

void Observers::unwritten() {
  if (const std::optional<UnwrittenError> all = std::exchange(failure_, std::nullopt))
    throw *all;
}

/// The error, after those of files that were lost before.
UnwrittenError Observers::withEarlier(const OutputError &error) const {
  return failure_ ? UnwrittenError(failure_->kind(),
                                   fmt::format("{}; {}", failure_->what(), error.what()))
                  : UnwrittenError(error.kind(), error.what());
}

void Observers::note(const OutputError &error) { failure_ = withEarlier(error); }

void Observers::attempt(const std::shared_ptr<Observer> &observer,
                        const std::function<void()> &part) {
  try {
    part();
  } catch (const OutputError &error) {
    lose(observer, error);
  }
}

/// Called while an OutputError is caught. Gives up the observer if the run continues without it,
/// else throws it, with the errors of files that were lost before.
void Observers::lose(const std::shared_ptr<Observer> &observer, const OutputError &error) {
  const auto found = std::ranges::find(list, observer, &Observing::observer);
  if (found == list.end() || error.kind() != Error::Kind::Run || !goesOnWithout(*found)) {
    isFileLost_ = true;
    throw OutputError(withEarlier(error));
  }
  if (setup_.note)
    setup_.note(fmt::format("{}; the run continues without it", error.what()));
  note(error);
  observer->close();
  found->isLost = true;
  found->schedule.reset();
  found->due = never;
  found->dueAt = std::numeric_limits<double>::infinity();
}

/// Whether the run continues without a lost file. With a checkpoint it ends, so that a resumed run
/// can complete the file.
bool Observers::goesOnWithout(const Observing &lost) const {
  const auto remains = [&](const Observing &each) {
    return &each != &lost && !each.path.empty() && !each.isLost;
  };
  const bool isResumable = std::ranges::any_of(
      list, [&](const Observing &each) { return remains(each) && each.isOnCall; });
  if (lost.path.empty() || lost.isOnCall || isResumable || setup_.lostFile == LostFile::EndsRun)
    return false;
  return setup_.lostFile == LostFile::CostsNoOther || std::ranges::any_of(list, remains);
}

void Observers::add(const OutputTimes &outputTimes, std::unique_ptr<Observer> observer,
                    bool isOnCall) {
  Observing &added = list.emplace_back();
  added.observer = std::move(observer);
  added.outputTimes = outputTimes;
  added.isOnCall = isOnCall;
  added.due = never;
}

void Observers::addWriter(const std::string &path, const OutputTimes &outputTimes,
                          std::unique_ptr<Observer> observer, bool isOnCall) {
  for (const Observing &each : list)
    if (!each.path.empty() && placeOf(each.path) == placeOf(path))
      refusePath(path, "another recording of this solver writes to it; give another name");
  add(outputTimes, std::move(observer), isOnCall);
  list.back().path = path;
}

bool Observers::isDue(const Observing &each) const {
  if (!setup_.control && each.times)
    return std::isfinite(each.dueAt) &&
           stepAt(store_.begun->run, each.dueAt) <= static_cast<double>(store_.begun->done);
  if (!setup_.control)
    return each.due <= store_.begun->run.first + store_.begun->done;
  const ControlledSteps &steps = store_.stats.steps;
  const bool isWhereResumed = steps.accepted + steps.rejected == store_.stats.resumedAt;
  const bool isOfSteps = each.outputTimes.steps && !each.isOnCall && !isWhereResumed;
  return each.dueAt <= store_.begun->time() ||
         (isOfSteps && steps.accepted % *each.outputTimes.steps == 0);
}

bool Observers::isAnyDue() const {
  return std::ranges::any_of(
      list, [this](const Observing &each) { return each.schedule && isDue(each); });
}

std::int64_t Observers::nextStop() const {
  const std::int64_t step = store_.begun->run.first + store_.begun->done;
  std::int64_t stop = never;
  for (const Observing &each : list) {
    stop = std::min(stop, each.due);
    if (each.observer->alsoAt() > step)
      stop = std::min(stop, each.observer->alsoAt());
    if (!setup_.control && std::isfinite(each.dueAt)) { // the steps on both sides of the time
      const double due = stepAt(store_.begun->run, each.dueAt);
      const auto done = static_cast<double>(store_.begun->done);
      const double next = std::floor(due) > done ? std::floor(due) : std::ceil(due);
      stop = std::min(stop, store_.begun->run.first + static_cast<std::int64_t>(next));
    }
  }
  return stop == never ? never : stop - store_.begun->run.first;
}

double Observers::nextOutput() const {
  double next = std::numeric_limits<double>::infinity();
  for (const Observing &each : list)
    next = std::min(next, each.dueAt);
  return next;
}

std::int64_t Observers::interval() const {
  std::int64_t steps = 0;
  for (const Observing &each : list)
    if (each.schedule && !each.isOnCall)
      steps = std::gcd(steps, each.schedule->interval());
  return steps;
}

void Observers::setNext(Observing &each) const {
  const double now = store_.begun->time();
  if (each.times) // a time of a list may differ from that of its step by rounding
    each.dueAt = each.times->after(isDue(each) ? std::max(now, each.dueAt) : now);
  else
    each.due = each.schedule->next(store_.begun->run.first + store_.begun->done + 1 +
                                   each.observer->patience());
}

/// Throws Usage if the observer would replace a file that this solver has read values from.
void Observers::requireNotRead(const Observing &each) const {
  std::vector<std::string> files = each.observer->filesIn(setup_.model);
  if (files.empty() && !each.path.empty())
    files = {each.path};
  for (const auto &[values, origins] : setup_.files)
    for (const std::string &origin : origins)
      for (const std::string &file : files)
        if (areOneFile(file, origin) && !(each.isOnCall && values == Setup::resumedState))
          refusePath(file, fmt::format("{} is read from it; give another name", values));
}

/// Makes the schedule of an observer and begins it. A run that continues records nothing twice, and
/// keeps the output times of the run before.
void Observers::schedule(Observing &each, const ObservedRun &run) {
  requireNotRead(each);
  Dues dues;
  dues.isEachStep = each.outputTimes.steps == 1;
  each.due = never;
  each.takenAt.reset();
  each.times.reset();
  each.dueAt = std::numeric_limits<double>::infinity();
  const bool isTimed = run.isControlled || (setup_.meets(each.outputTimes) && !each.isOfProgram);
  each.schedule.emplace(each.isOnCall || isTimed ? OutputTimes::ends() : each.outputTimes,
                        store_.begun->run);
  if (isTimed && !each.isOnCall) {
    each.times.emplace(each.outputTimes, store_.begun->run);
    each.dueAt = run.goesOn() ? each.times->after(run.time) : each.times->from(run.time);
    dues.count = each.times->countWithEnd();
    dues.already = run.goesOn() ? std::max<std::int64_t>(each.times->countTo(run.time), 0) : 0;
  } else if (!each.isOnCall) {
    const std::int64_t from = run.step + (run.goesOn() && !store_.begun->endedHere ? 1 : 0);
    each.due = each.schedule->next(each.isOfProgram ? run.step : from);
    dues.count = each.schedule->count() + (each.schedule->takesLast() ? 0 : 1);
    dues.already = run.goesOn() ? each.schedule->before(from) : 0;
  }
  tellTimes(each, run, dues);
  if (run.goesOn() && isOutputTime(each) && !store_.begun->endedHere)
    dues.last = run.time;
  dues.beginsNew = run.goesOn() && (each.outputTimes.isEnds() || dues.last);
  if (const auto had = had_.find(placeOf(each.path)); had != had_.end() && run.goesOn()) {
    dues.had = had->second;
    if (!had->second.hashes.empty())
      dues.mayHave = {had->second};
  } else if (run.isResumed) {
    const auto records = std::views::values(had_);
    dues.mayHave.emplace(records.begin(), records.end());
  }
  each.observer->begin(run, dues);
  if (!each.observer->takesFirst())
    return;
  if (each.times)
    each.dueAt = run.time;
  else
    each.due = run.step;
}

/// Sets the times with which a file that the run completes is compared.
void Observers::tellTimes(const Observing &each, const ObservedRun &run, Dues &dues) const {
  dues.now = run.time;
  if (each.times && !each.outputTimes.steps)
    dues.timeOf = [times = *each.times](std::int64_t number) { return times.timeOf(number); };
  if (!run.isControlled)
    dues.slack = 1e-6 * longestStep(run.run);
  if (!each.outputTimes.times && run.run.begin && run.run.begin->time < outputsFrom(run.run))
    dues.since = outputsFrom(run.run);
  if (each.times || each.isOnCall)
    return;
  dues.timeOf = [outputTimes = *each.schedule](std::int64_t number) {
    return outputTimes.timeOf(number);
  };
  dues.roughCount = each.schedule->roughCount();
  dues.takesNow = store_.begun->endedHere && each.due == run.step;
}

void Observers::leave(const std::function<Observation()> &observation) {
  for (const Observing &each : list)
    if (isUnderWay && each.isOnCall && each.schedule && !leavesOut(each, isFileLost_))
      each.observer->rescue(observation());
  if (isUnderWay)
    had_ = files();
}

void Observers::takeDue(const std::function<Observation()> &observation) {
  const std::int64_t step = store_.begun->run.first + store_.begun->done;
  const bool isEnd = store_.begun->left() == 0;       // files also record the end
  const auto isAwaited = [&](const Observing &each) { // perhaps it was called before the failure
    return each.takenAt != store_.begun->time() &&
           (each.observer->alsoAt() == step || (setup_.control && each.observer->isDueNow()));
  };
  for (Observing &each : list)
    if (!isUnderWay || !each.schedule || each.isOnCall)
      continue;
    else if (each.path.empty()) {
      if (isAwaited(each))
        each.observer->take(observation());
    } else if (const bool finishes = isEnd || each.observer->takesEarlyEnd();
               finishes || isAwaited(each) ||
               (isDue(each) && each.takenAt != store_.begun->time())) {
      setNext(each);
      try {
        finishes ? each.observer->finish(observation()) : each.observer->take(observation());
      } catch (const OutputError &error) {
        isFileLost_ = true;
        note(error);
      } catch (const Error &error) { // the state is not finite, and is lost
        if (setup_.note)
          setup_.note(error.what());
        return;
      }
    }
}

void Observers::rescue(const std::string &failure,
                       const std::function<Observation()> &observation) {
  for (const bool onCall : {false, true}) // checkpoints after all other files
    for (const Observing &each : list)
      try {
        if (!isUnderWay || each.isOnCall != onCall) // no observer has taken anything
          continue;
        if (!each.isLost)
          each.observer->settle();
        if (store_.begun && store_.current && each.schedule && !leavesOut(each, isFileLost_))
          each.observer->rescue(observation());
      } catch (const OutputError &error) {
        isFileLost_ = true;
        if (setup_.note && failure.find(error.what()) == std::string::npos)
          setup_.note(error.what());
      } catch (const std::exception &) { // the first failure is the one to report
      }
  if (isUnderWay && store_.begun)
    had_ = files();
  for (const Observing &each : list)
    each.observer->close();
}

} // namespace eulerc
