// Trials: chooses the candidate of the next steps by the times of earlier turns (trials.h).

#include "tuning/trials.h"

#include <algorithm>

namespace eulerc {
namespace {

/// A candidate replaces the best one only if its time is below this share, to be safe from noise.
constexpr double fasterThanNoise = 0.97;

/// A candidate is settled if its first launch takes three times as long as the best: cold caches
/// explain less.
constexpr double muchSlower = 3;

/// A candidate whose first launch takes so many times as long as the best one has a short turn
/// next, and is settled if that is as slow.
constexpr double slower = 1.25;
constexpr double shortTurn = 0.2; ///< of a usual turn

/// Candidates are measured again if their rate is at least this share of the best rate.
constexpr double nearBest = 0.8;

/// Turns shorter than this share of a usual turn are added up.
constexpr double longEnough = 0.6;

} // namespace

void Trials::begin(const Candidates &candidates, int first, const Rules &rules) {
  ways_.clear();
  rules_ = rules;
  first_ = best_ = first;
  left_ = rules.isOpen ? 0 : rules.steps;
  rate_ = passed_ = lost_ = 0;
  hasLookedAgain_ = false;
  add(candidates);
  if (!ways_.empty())
    way(first).state = State::Ready;
}

void Trials::add(const Candidates &candidates) {
  for (int k = static_cast<int>(ways_.size()); k < candidates.count; k++) {
    Way way;
    way.launch =
        std::max<std::int64_t>(1, candidates.list[k].levelsPerLaunch / Levels(rules_.stages));
    way.expected = candidates.list[k].seconds;
    ways_.push_back(way);
  }
}

void Trials::lookAgain() {
  hasLookedAgain_ = true;
  const double best = secondsOfStep();
  const auto isNear = [&](const Way &way) {
    return way.state == State::Tried && way.found && best > nearBest * *way.found;
  };
  if (std::ranges::count_if(ways_, isNear) < 2)
    return;
  for (Way &way : ways_)
    if (isNear(way)) {
      way.state = State::Trying;
      way.isAgain = true;
      way.before = way.found;
    }
}

int Trials::settled() const {
  return static_cast<int>(std::ranges::count_if(ways_, [](const Way &way) {
    return way.state == State::Tried || way.state == State::Failed;
  }));
}

/// The running candidate is measured only if there is another one to compare it with.
bool Trials::isSettled() const {
  const bool isAlone =
      !ways_.empty() && (way(best_).state == State::Ready || way(best_).state == State::Trying);
  return settled() + putOff() + (isAlone ? 1 : 0) == static_cast<int>(ways_.size());
}

int Trials::putOff() const {
  return static_cast<int>(std::ranges::count(ways_, State::Later, &Way::state));
}

void Trials::putOff(int candidate) {
  if (way(candidate).state == State::Waiting)
    way(candidate).state = State::Later;
}

void Trials::takeUp(int candidate) { way(candidate).state = State::Waiting; }

bool Trials::isComplete() const { return isOver() && putOff() == 0 && tried() > 1; }

void Trials::setReady(int candidate) {
  if (way(candidate).state == State::Waiting)
    way(candidate).state = State::Ready;
}

void Trials::fail(int candidate) {
  way(candidate).state = State::Failed;
  way(candidate).found.reset();
}

int Trials::tried() const {
  return static_cast<int>(
      std::ranges::count_if(ways_, [](const Way &way) { return way.found.has_value(); }));
}

double Trials::secondsOfStep() const { return way(best_).found.value_or(rate_); }

double Trials::secondsLeft() const { return secondsOfStep() * static_cast<double>(left_); }

double Trials::Way::likelySeconds(const Way &best) const {
  if (isWarm)
    return seconds / static_cast<double>(steps);
  return best.expected > 0 && best.found ? *best.found / best.expected * expected : expected;
}

bool Trials::Way::isSlowerThan(const Way &best) const {
  return isWarm && best.found && likelySeconds(best) > slower * *best.found;
}

/// Whether a launch of a candidate would take much of the rest of the run, or the turns of slower
/// candidates together would lose too much of the run.
bool Trials::isTooDear(const Way &asked) const {
  const Way &best = way(best_);
  if (!best.found)
    return false;
  const double each = asked.likelySeconds(best);
  const double loss = static_cast<double>(stepsOf(asked)) * std::max(0.0, each - *best.found);
  return static_cast<double>(asked.launch) * each > rules_.largestShare * secondsLeft() ||
         (loss > 0 && lost_ + loss > rules_.mostLost * (passed_ + secondsLeft()));
}

/// The candidate of the next turn. The running one is measured first: others are compared with it.
std::optional<int> Trials::ready() const {
  std::optional<int> found;
  for (int k = static_cast<int>(ways_.size()) - 1; k >= 0; k--)
    if (k != best_ && (way(k).state == State::Ready || way(k).state == State::Trying) &&
        !isTooDear(way(k)) &&
        (!found || way(k).state == State::Trying || way(*found).state != State::Trying))
      found = k;
  return found && way(best_).state != State::Tried ? best_ : found;
}

std::int64_t Trials::stepsOf(const Way &way) const {
  if (!way.isWarm)
    return way.launch;
  const Way &best = ways_[static_cast<std::size_t>(best_)];
  const double turn = (way.isSlowerThan(best) ? shortTurn : 1) * rules_.turnSeconds;
  const double wanted = turn / std::max(way.likelySeconds(best), 1e-12);
  const double most = static_cast<double>(left_);
  const auto steps = static_cast<std::int64_t>(std::clamp(wanted, 1.0, std::max(most, 1.0)));
  return (steps + way.launch - 1) / way.launch * way.launch;
}

std::optional<Trials::Turn> Trials::next(std::int64_t left) {
  if (ways_.empty() || left <= 0)
    return std::nullopt;
  const double rest = secondsLeft(); // 0: not known yet
  if (rest > 0 && rest < rules_.leastSeconds)
    return std::nullopt;
  const std::optional<int> candidate = ready();
  if (!candidate)
    return std::nullopt;
  return Turn{*candidate, std::min(stepsOf(way(*candidate)), left)};
}

void Trials::took(const Turn &turn, double seconds) {
  Way &taken = way(turn.candidate);
  const double each = seconds / static_cast<double>(turn.steps);
  left_ += rules_.isOpen ? turn.steps : -turn.steps;
  const std::optional<double> best = way(best_).found;
  passed_ += seconds;
  if (best)
    lost_ += std::max(0.0, seconds - static_cast<double>(turn.steps) * *best);
  if (!taken.isWarm) { // a cold turn counts only if the candidate is slow or the turn is long
    taken = {State::Trying, taken.launch, taken.expected, true, seconds, turn.steps};
    const bool isSlow = turn.candidate != best_ && best && each > muchSlower * *best;
    if (isSlow || (seconds > rules_.turnSeconds && turn.steps >= taken.launch))
      settle(turn.candidate, each);
    return;
  }
  if (taken.state == State::Trying && taken.found && !taken.isAgain) { // turns are added up
    taken.seconds += seconds;
    taken.steps += turn.steps;
  } else {
    taken.seconds = seconds;
    taken.steps = turn.steps;
    taken.isAgain = false;
  }
  taken.found = taken.seconds / static_cast<double>(taken.steps);
  if (taken.before)
    taken.found = std::min(*taken.found, *taken.before);
  if (taken.seconds > longEnough * rules_.turnSeconds || taken.isSlowerThan(way(best_)))
    taken.state = State::Tried;
  prefer(turn.candidate); // also of a turn that the end of the run cuts short
}

void Trials::passed(std::int64_t steps, double secondsOfStep) {
  left_ += rules_.isOpen ? steps : -steps;
  rate_ = secondsOfStep;
  passed_ += static_cast<double>(steps) * secondsOfStep;
}

void Trials::settle(int candidate, double secondsOfStep) {
  Way &settled = way(candidate);
  settled.state = State::Tried;
  settled.found = secondsOfStep;
  prefer(candidate);
}

void Trials::prefer(int candidate) {
  const std::optional<double> best = way(best_).found;
  if (!best || *way(candidate).found < fasterThanNoise * *best)
    best_ = candidate;
}

} // namespace eulerc
