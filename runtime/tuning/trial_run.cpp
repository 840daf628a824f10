// The part of Tuner that tries candidates on the steps of a run (tuner.h): it starts builds, gives
// ready candidates turns (trials.h), adds neighbours and remembers the result.

#include "tuning/tuner.h"

#include <algorithm>
#include <utility>

#include "model/stages.h"
#include "planning/planners.h"
#include "planning/request.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

/// After this many seconds a run tries candidates even if the model expected a short run.
constexpr double secondsOfLong = 0.25;

/// Seconds of the longest build that pays in the rest of a run.
double longestBuild(double secondsLeft) {
  constexpr double always = 5, largestShare = 0.2;
  return std::max(always, largestShare * secondsLeft);
}

/// Seconds between two checks for finished builds.
double secondsToLook(const PlanRequest &request) { return request.device.isCpu ? 0.2 : 0.05; }

/// The job of `steps` steps of a piece, after its first `done`. It reports progress only if
/// `isTold`: progress callbacks may throw, and nothing may throw within a trial.
Job partOf(const Job &piece, std::int64_t done, std::int64_t steps, bool isTold) {
  Job part = piece;
  part.run = pieceOf(piece.run, done, steps);
  if (piece.progress && isTold)
    part.progress = [&piece, done](std::int64_t of) { piece.progress(done + of); };
  else
    part.progress = nullptr;
  return part;
}

} // namespace

/// Adds new candidates to the list, and the times measured since. Planning takes milliseconds, and
/// the device waits meanwhile: each candidate is planned once.
void Tuner::listTried(const Job &job, TuningStats &stats) const {
  const auto stages = static_cast<double>(job.model.method.stages); // the model expects of levels
  for (auto k = static_cast<int>(stats.tried.size()); k < candidates_.count; k++)
    stats.tried.push_back({planOf(job.model, request_, candidates_.list[k].tuning),
                           stages * candidates_.list[k].seconds});
  for (int k = 0; k < candidates_.count; k++)
    stats.tried[static_cast<std::size_t>(k)].measured = trials_.secondsOf(k).value_or(0);
}

/// Records the results of the trials so far, for the statistics and for later runs.
void Tuner::noteTrials(const Job &job, TuningStats &stats) {
  listTried(job, stats);
  stats.best = trials_.best();
  stats.expected = plannerOf(job.model).secondsOfStep(
      request_, stats.tried[static_cast<std::size_t>(stats.best)].plan);
  if (trials_.tried() < 2)
    return;
  stats.origin = TuningStats::Origin::Measured;
  remember(job);
}

/// Stores the fastest candidate in the cache. Until all are tried, it also stores the slower ones:
/// later runs skip them, and so begin with a build that an earlier run did not finish.
void Tuner::remember(const Job &job) {
  Remembered found = {candidates_.list[trials_.best()].tuning, budget_, trials_.isComplete(),
                      known_.looks};
  if (!found.complete)
    found.slower = known_.slower;
  for (int k = 0; k < candidates_.count && !found.complete; k++)
    if (k != trials_.best() && trials_.secondsOf(k))
      found.slower.push_back(candidates_.list[k].tuning);
  cache_.keep(key_, found, noteOf(job));
}

/// Skips candidates that an earlier run has found to be slower.
void Tuner::passOverSlower(const Model &model, int from) {
  std::vector<Plan> slower;
  for (const Tuning &tuning : known_.slower)
    slower.push_back(planOf(model, request_, tuning));
  for (int k = from; k < candidates_.count; k++) {
    const Plan plan = planOf(model, request_, candidates_.list[k].tuning);
    if (k != first_ &&
        std::ranges::any_of(slower, [&](const Plan &each) { return sameRun(each, plan); }))
      trials_.fail(k);
  }
}

/// Begins the builds of waiting candidates. A driver builds one program at a time: the model's
/// choice comes first, if the run began with another, then short builds of candidates with a high
/// expected rate. Long builds are postponed until nothing else is left to try, or left to a longer
/// run.
void Tuner::beginBuilds(const Job &job, TrialBackend &backend) {
  const double longest = longestBuild(trials_.secondsLeft()); // which may not be known yet
  building_.clear();
  if (!std::exchange(hasBegun_, true)) {
    if (known_.tuning.scheme == Scheme::Auto) // nothing is known
      known_ = {.tuning = candidates_.list[0].tuning, .isBuilt = true};
    known_.looks++;
    cache_.keep(key_, known_, noteOf(job));
  }
  for (int k = 0; k < candidates_.count; k++)
    if (trials_.stateOf(k) != Trials::State::Waiting)
      continue;
    else if (secondsToBuild(k) > longest || !isSoonReady(candidates_.list[k], request_))
      trials_.putOff(k);
    else
      building_.push_back(k);
  buildInOrder(backend);
}

/// Begins the shortest postponed build that the rest of the run pays for; false if there is none.
bool Tuner::takeUpNext(const Job &job, TrialBackend &backend, TuningStats &stats) {
  const double longest = longestBuild(trials_.secondsLeft());
  building_.clear();
  for (int k = 0; k < candidates_.count; k++)
    if (trials_.stateOf(k) == Trials::State::Later &&
        secondsToBuild(k) < std::min(trials_.secondsLeft(), longest) &&
        (building_.empty() || candidates_.list[k].build < candidates_.list[building_[0]].build))
      building_ = {k};
  if (building_.empty())
    return false;
  trials_.takeUp(building_[0]);
  noteTrials(job, stats);
  buildInOrder(backend);
  return true;
}

void Tuner::buildInOrder(TrialBackend &backend) {
  if (building_.empty())
    return;
  promisingFirst(candidates_, building_);
  std::ranges::stable_partition(building_, [](int k) { return k == 0; });
  std::vector<Tuning> others;
  for (const int k : building_)
    others.push_back(candidates_.list[k].tuning);
  backend.beginBuilds(others);
}

/// Called when all candidates are settled. Adds the neighbours of the fastest ones; if there are
/// none, begins a postponed build; then adds the remaining neighbours. At last, or if the run ends
/// soon, candidates near the best are measured again.
void Tuner::widen(const Job &piece, TrialBackend &backend, TuningStats &stats) {
  seconds_.clear();
  for (int k = 0; k < candidates_.count; k++)
    seconds_.push_back(trials_.secondsOf(k).value_or(0));
  const bool isLong = trials_.secondsLeft() >= leastRunToMeasure;
  for (const bool isThorough : {false, true}) {
    if (const auto more = isLong ? widen(piece.model, isThorough) : std::nullopt) {
      trials_.add(candidates_);
      passOverSlower(piece.model, *more);
      return beginBuilds(piece, backend);
    }
    if (isLong && takeUpNext(piece, backend, stats))
      return;
  }
  trials_.lookAgain();
}

void Tuner::askWhoIsReady(TrialBackend &backend, TuningStats &stats) {
  stats.building = 0;
  for (std::size_t number = 0; number < building_.size(); number++) {
    const int k = building_[number];
    if (trials_.stateOf(k) != Trials::State::Waiting)
      continue;
    const Trials::State now = backend.readiness(static_cast<int>(number), trials_.secondsLeft());
    if (now == Trials::State::Failed)
      trials_.fail(k);
    else if (now == Trials::State::Ready)
      trials_.setReady(k);
    else
      stats.building++;
  }
}

bool Tuner::switchTo(const Job &piece, TrialBackend &backend, int candidate) {
  if (candidate != running_ && !backend.switchTo(piece, candidates_.list[candidate].tuning))
    return false;
  running_ = candidate;
  return true;
}

/// Lets candidates take the next steps as long as some are ready.
void Tuner::tryWays(const Job &piece, TrialBackend &backend, RunRecord &stats, std::int64_t &done) {
  const int before = trials_.settled();
  while (true) {
    askWhoIsReady(backend, stats.tuning);
    if (trials_.isSettled() && !trials_.isOver() && trials_.secondsOfStep() > 0) {
      widen(piece, backend, stats.tuning);
      continue;
    }
    const auto turn = trials_.next(piece.run.steps - done);
    if (!turn)
      break;
    if (static_cast<int>(stats.tuning.tried.size()) < candidates_.count) // also new neighbours
      listTried(piece, stats.tuning);
    stats.tuning.trying = turn->candidate;
    if (piece.progress)
      piece.progress(done);
    const bool isNew = trials_.isNew(turn->candidate);
    const bool isThere = switchTo(piece, backend, turn->candidate);
    const auto seconds =
        isThere ? backend.measure(partOf(piece, done, turn->steps, false), isNew) : std::nullopt;
    if (seconds) {
      trials_.took(*turn, *seconds);
      done += turn->steps;
    } else {
      trials_.fail(turn->candidate);
    }
  }
  backend.goOn();
  stats.tuning.trying = -1;
  if (trials_.settled() > before || trials_.isOver())
    noteTrials(piece, stats.tuning);
}

/// Steps until the next check for finished builds.
std::int64_t Tuner::stepsToLook(std::int64_t left) const {
  constexpr std::int64_t launches = 8; // at first
  const std::int64_t launch = trials_.launchOf(trials_.best());
  const double seconds = trials_.secondsOfStep();
  const double steps =
      seconds > 0 ? secondsToLook(request_) / seconds : static_cast<double>(launches * launch);
  if (steps >= static_cast<double>(left))
    return left;
  const std::int64_t two = 2 * launch; // the state is in the first copy again
  return std::min(left, (static_cast<std::int64_t>(steps) + two) / two * two);
}

void Tuner::advance(const Job &piece, TrialBackend &backend, RunRecord &stats) {
  const std::int64_t steps = piece.run.steps;
  const bool isOfSlab = piece.share != nullptr && !piece.oneByOne;
  // Pieces of slabs are short, and measuring a piece means waiting for it. Between two checks no
  // piece is measured, so that devices compute while rows are exchanged.
  if (isOfSlab && !looksNext_ && !trials_.isOver()) {
    backend.take(piece);
    stepsSinceLook_ += steps;
    const double seconds = sinceLook_.seconds();
    looksNext_ = seconds > secondsToLook(request_);
    if (looksNext_) {
      trials_.passed(stepsSinceLook_, seconds / static_cast<double>(stepsSinceLook_));
      passed_ += seconds;
    }
    return;
  }
  std::int64_t done = 0;
  while (!trials_.isOver() && done < steps) {
    if (!hasBegun_ &&
        (isLong_ || (passed_ > secondsOfLong && trials_.secondsLeft() > leastRunToMeasure)))
      beginBuilds(piece, backend);
    if (hasBegun_)
      tryWays(piece, backend, stats, done);
    const bool isShort = piece.oneByOne || isOfSlab;
    if (isShort && done == steps && trials_.next(1)) // the turn continues with the next piece
      return;
    if (!switchTo(piece, backend, trials_.best()))
      throw Error(Error::Kind::Run, "the device no longer runs what it has run before");
    if (trials_.isOver() || done == steps)
      break;
    const std::int64_t part = stepsToLook(steps - done);
    const double seconds = backend.measure(partOf(piece, done, part, true), false).value_or(0);
    trials_.passed(part, seconds / static_cast<double>(part));
    passed_ += seconds;
    done += part;
  }
  if (piece.oneByOne && !switchTo(piece, backend, trials_.isEmpty() ? running_ : trials_.best()))
    throw Error(Error::Kind::Run, "the device no longer runs what it has run before");
  if (done == 0)
    backend.take(piece);
  else if (done < steps)
    backend.take(partOf(piece, done, steps - done, true));
  looksNext_ = !isOfSlab || (hasBegun_ && trials_.next(1));
  stepsSinceLook_ = 0;
  sinceLook_ = Stopwatch();
}

} // namespace eulerc
