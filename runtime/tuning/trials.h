// Trials: which candidate takes the next steps of a run. All give the same bits, so that the run
// itself is the benchmark: no step is taken twice, and a slow candidate costs its slower steps.
//
//   trials.begin(candidates, 0, rules);
//   while (const auto turn = trials.next(left)) {        // {candidate 2, 12 steps}
//     trials.took(*turn, seconds);  or  trials.fail(turn->candidate);
//   }                                                    // all further steps: trials.best()
//
// A candidate that has to be built waits until isReady(k). Its first turn is one launch, which
// shows whether it is much slower; a second one is long enough for the clock. When all are settled,
// others may be added, then candidates that were put off have their turns, and at last the ones
// near the best are looked at again. Pure: it knows no device and no clock.
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
    bool isOpen = false;       ///< nobody knows: as many are expected as were taken
    std::int64_t stages = 1;   ///< levels of a step
    double turnSeconds = 0.03; ///< of a turn that is compared
    double leastSeconds = 0.3; ///< that the rest of a run takes, if a trial is worth it
    double largestShare = 0.1; ///< of the rest of a run, that a launch may take
  };
  enum class State {
    Waiting, ///< for its build
    Later,   ///< put off until nothing else is to be tried
    Ready,
    Trying,
    Tried,
    Failed
  };

  /// `first` runs already.
  void begin(const Candidates &candidates, int first, const Rules &rules);
  /// There is nothing to try.
  void end() { ways_.clear(); }
  bool isEmpty() const { return ways_.empty(); }

  /// Adds candidates of a list that has grown.
  void add(const Candidates &candidates);
  /// Those near the best one have another turn each.
  void lookAgain();

  bool isOver() const { return ways_.empty() || (isSettled() && hasLookedAgain_); }
  /// Whether none needs a turn for now.
  bool isSettled() const;
  /// Whether all candidates were tried, or cannot run.
  bool isComplete() const;
  State stateOf(int candidate) const { return way(candidate).state; }
  /// Whether a candidate has taken no step of the run.
  bool isNew(int candidate) const { return candidate != first_ && !way(candidate).isWarm; }
  void setReady(int candidate);
  void fail(int candidate);
  /// One that waits does so until all others are settled.
  void putOff(int candidate);
  /// One that was put off waits for its build from now on.
  void takeUp(int candidate);

  /// Who takes the next steps, at most `left` of them; nothing: best() takes them all.
  std::optional<Turn> next(std::int64_t left);
  /// What a turn took, from an idle device to an idle device.
  void took(const Turn &turn, double seconds);
  /// best() took steps outside of a turn, each in `secondsOfStep`.
  void passed(std::int64_t steps, double secondsOfStep);

  int best() const { return best_; }
  /// Seconds of a step; nothing: not measured.
  std::optional<double> secondsOf(int candidate) const { return way(candidate).found; }
  std::int64_t launchOf(int candidate) const { return way(candidate).launch; } ///< steps
  double secondsOfStep() const; ///< as the run goes now; 0: not known
  int tried() const;            ///< candidates that were measured
  int settled() const;          ///< candidates that need no further turn
  int putOff() const;           ///< candidates that come later
  double secondsLeft() const;   ///< of the run, as it goes now

private:
  struct Way {
    State state = State::Waiting;
    std::int64_t launch = 1; ///< steps
    double expected = 0;     ///< seconds of a step
    bool isWarm = false;     ///< it had a turn
    double seconds = 0;      ///< of the turns that are compared
    std::int64_t steps = 0;
    std::optional<double> found = std::nullopt;  ///< seconds of a step
    bool isAgain = false;                        ///< a turn of the second look begins
    std::optional<double> before = std::nullopt; ///< what the first look has found
  };

  const Way &way(int k) const { return ways_[static_cast<std::size_t>(k)]; }
  Way &way(int k) { return ways_[static_cast<std::size_t>(k)]; }
  std::optional<int> ready() const;
  bool isTooLong(const Way &way) const;
  std::int64_t stepsOf(const Way &way) const;
  /// Takes it as the best one if it is faster by more than noise.
  void prefer(int candidate);
  void settle(int candidate, double secondsOfStep);

  std::vector<Way> ways_;
  Rules rules_;
  bool hasLookedAgain_ = false;
  int first_ = 0, best_ = 0;
  std::int64_t left_ = 0; ///< steps of the run
  double rate_ = 0;       ///< seconds of a step, until one is measured
};

} // namespace eulerc
