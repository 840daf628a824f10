// ErrorControl: step-size control, for runs whose steps are as long as their error allows. A "step"
// of such a Run is an interval: several steps cover it and end at its end. Observers that are due
// within a step see the interpolated state, so steps do not end early for them.
//
//   step from 0.3 to 0.7, output each 0.25 → showAt(0.5) → observers → the state at 0.7 again
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "results/observer.h"
#include "run/finite_watch.h"
#include "run/state_store.h"
#include "stepsize/control.h"
#include "stepsize/interpolant.h"

namespace eulerc {

class ErrorControl {
public:
  ErrorControl(Setup &setup, StateStore &store, FiniteWatch &watch)
      : setup_(setup), store_(store), watch_(watch) {}

  void controlBy(const std::optional<StepControl> &asked);
  void begin();
  /// Takes one step of the first interval, and returns whether it ends at the end of the interval.
  /// `nextOutput`: the time at which the next observer is due, perhaps within the step.
  bool advance(const Run &intervals, double nextOutput);
  std::optional<ControlledRun> run() const;
  /// Continues the step control of a checkpoint.
  void goOn(const std::optional<ControlledRun> &from);
  /// Whether states within the last step can be shown.
  bool canShow() const { return looked_.has_value(); }
  /// The last step; nullopt if this was asked since.
  std::optional<Run> takeLast() { return std::exchange(last_, std::nullopt); }
  /// Keeps what is needed to show states within that step, until the next one.
  void lookInto(const Run &step);
  /// Lets callers see the state at a time within the last step.
  void showAt(double time);

private:
  void makeController();
  double takeStep(double from, double to, const Run &rest, double nextOutput);
  [[noreturn]] void refuseShortSteps(double t, bool isHere, bool isBroken);
  void tryStep(const Run &step);
  void bringTrial(const Run &step);
  void bringHeld(const Run &run, HostArray &to);
  bool beginTrial(const Run &rest);
  double errorOf(const Run &step, bool isHere);
  void endTrial(const Run &run, bool isTaken);
  void goBack(bool isHere, const Run &rest);
  void goBackTo(const HostArray &before, const Run &rest);
  void forgetLooked();
  void endStep(const Run &step, const Run &rest, double nextOutput);
  const Interpolant &interpolant();
  bool endsAtEvents() const;
  double endAtEvent(const Run &step);
  void placeEventsOf(const Run &step, const Run &rest);
  std::vector<EventNote> locatedEventsOf(const Run &step);
  std::vector<EventNote> eventsOf(const Run &step);

  Setup &setup_;
  StateStore &store_;
  FiniteWatch &watch_;
  std::optional<StepController> controller_; ///< of the current run
  HostArray before_;                         ///< the state before a step
  std::optional<Run> last_;                  ///< the latest accepted step
  bool isHere_ = false;                      ///< the state before `last_` is in before_
  std::optional<Run> looked_;                ///< the last step, if states within it can be shown
  HostArray stateBefore_;                    ///< the state before `looked_`
  std::optional<Interpolant> interpolant_;   ///< of `looked_`
};

} // namespace eulerc
