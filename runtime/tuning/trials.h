// Trials: decides which candidate takes the next steps of a run. All candidates give the same bits,
// so the run itself is the benchmark: no step is computed twice, and a slow candidate costs only
// the time of its slower steps.
//
//   trials.begin(candidates, 0, rules);
//   while (const auto turn = trials.next(left)) {        // {candidate 2, 12 steps}
//     trials.took(*turn, seconds);  or  trials.fail(turn->candidate);
//   }                                                    // all further steps: trials.best()
//
// A candidate waits for its build until setReady(k). Its first turn is one launch, which shows
// whether it is much slower; the second turn is long enough to measure. When all are settled,
// further candidates may be added, then postponed ones have their turns, and at last candidates
// near the best are measured again. A candidate that is slower, or expected to be, gets a turn only
// as long as all turns together lose a small share of the run. Pure: the class uses no device and
// no clock.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "forms/plan.h"

namespace eulerc {

class Trials {
public:
  struct Turn {
    int candidate = 0;
    std::int64_t steps = 0;
  };
  struct Rules {
    std::int64_t steps = 0;    ///< of the run
    bool isOpen = false;       ///< unknown steps: as many are expected as were taken so far
    std::int64_t stages = 1;   ///< levels of a step
    double turnSeconds = 0.03; ///< length of a turn that is compared
    double leastSeconds = 0.3; ///< no trials if the rest of the run is shorter
    double largestShare = 0.1; ///< the share of the rest of the run that a launch may take
    double mostLost = 0.05;    ///< the share of the run that slower candidates may cost
  };
  enum class State {
    Waiting, ///< for its build
    Later,   ///< postponed until nothing else is left to try
    Ready,
    Trying,
    Tried,
    Failed
  };

  /// Starts trials; the run already uses the candidate `first`.
  void begin(const Candidates &candidates, int first, const Rules &rules);
  /// Ends trials: nothing is left to try.
  void end() { ways_.clear(); }
  bool isEmpty() const { return ways_.empty(); }

  /// Adds candidates of a list that has grown.
  void add(const Candidates &candidates);
  /// Gives each candidate near the best one another turn.
  void lookAgain();

  bool isOver() const { return ways_.empty() || (isSettled() && hasLookedAgain_); }
  /// Whether no candidate needs a turn for now.
  bool isSettled() const;
  /// Whether all candidates were tried or cannot run.
  bool isComplete() const;
  State stateOf(int candidate) const { return way(candidate).state; }
  /// Whether a candidate has taken no step of the run.
  bool isNew(int candidate) const { return candidate != first_ && !way(candidate).isWarm; }
  void setReady(int candidate);
  void fail(int candidate);
  /// Postpones a waiting candidate until all others are settled.
  void putOff(int candidate);
  /// Lets a postponed candidate wait for its build again.
  void takeUp(int candidate);

  /// The candidate of the next steps, at most `left` of them; nullopt: best() takes all of them.
  std::optional<Turn> next(std::int64_t left);
  /// Records the seconds of a turn, from an idle device to an idle device.
  void took(const Turn &turn, double seconds);
  /// Records that best() took steps outside of a turn, each in `secondsOfStep`.
  void passed(std::int64_t steps, double secondsOfStep);

  int best() const { return best_; }
  /// Seconds of a step; nullopt: not measured.
  std::optional<double> secondsOf(int candidate) const { return way(candidate).found; }
  std::int64_t launchOf(int candidate) const { return way(candidate).launch; } ///< steps
  double secondsOfStep() const; ///< of the best candidate; 0: not known
  int tried() const;            ///< candidates that were measured
  int settled() const;          ///< candidates that need no further turn
  int putOff() const;           ///< postponed candidates
  double secondsLeft() const;   ///< of the run, at the rate of the best candidate

private:
  struct Way {
    State state = State::Waiting;
    std::int64_t launch = 1; ///< steps
    double expected = 0;     ///< seconds of a step
    bool isWarm = false;     ///< the candidate had a turn
    double seconds = 0;      ///< of the turns that are compared
    std::int64_t steps = 0;
    std::optional<double> found = std::nullopt;  ///< seconds of a step
    bool isAgain = false;                        ///< the next turn begins the second measurement
    std::optional<double> before = std::nullopt; ///< `found` of the first measurement

    /// Seconds that a step should take, by turns so far, or by what is expected and the best way.
    double likelySeconds(const Way &best) const;
    /// Whether the turns so far were clearly slower than the best way.
    bool isSlowerThan(const Way &best) const;
  };

  const Way &way(int k) const { return ways_[static_cast<std::size_t>(k)]; }
  Way &way(int k) { return ways_[static_cast<std::size_t>(k)]; }
  std::optional<int> ready() const;
  bool isTooDear(const Way &way) const;
  std::int64_t stepsOf(const Way &way) const;
  /// Makes a candidate the best one if it is faster by more than noise.
  void prefer(int candidate);
  void settle(int candidate, double secondsOfStep);

  std::vector<Way> ways_;
  Rules rules_;
  bool hasLookedAgain_ = false;
  int first_ = 0, best_ = 0;
  std::int64_t left_ = 0; ///< steps of the run
  double rate_ = 0;       ///< seconds of a step, until one is measured
  double passed_ = 0;     ///< seconds of all steps so far
  double lost_ = 0;       ///< seconds that steps took beyond those of the best candidate
};

} // namespace eulerc
