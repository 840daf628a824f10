// ErrorControl: runs whose steps are as long as their error allows. A step of the run is then a
// interval: several steps lead over it and meet its end. Observers that are due within a step see
// the interpolated state, so no step ends earlier for them.
//
//   step from 0.3 to 0.7, output each 0.25 → showAt(0.5) → observers → the step's end again
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
  /// Takes one step of the first interval and returns whether it meets the end of the interval.
  /// `nextOutput`: the time at which the next observer is due, perhaps within the step.
  bool advance(const Run &intervals, double nextOutput);
  std::optional<ControlledRun> run() const;
  /// The run that was begun is one that a checkpoint is of.
  void goOn(const std::optional<ControlledRun> &from);
  /// Whether states within the last step can be shown.
  bool canShow() const { return looked_.has_value(); }
  /// The step that was taken last, if nobody has asked since.
  std::optional<Run> takeLast() { return std::exchange(last_, std::nullopt); }
  /// States within that step can be shown, until the next one.
  void lookInto(const Run &step);
  /// From now on callers see the state at a time within the last step.
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
  std::optional<StepController> controller_; ///< of the run that was begun
  HostArray before_;                         ///< the state that a step is from
  std::optional<Run> last_;                  ///< the step that was accepted last
  bool isHere_ = false;                      ///< the state before it is in before_
  std::optional<Run> looked_;                ///< its last step, if something is due within it
  HostArray stateBefore_;                    ///< the state before that one
  std::optional<Interpolant> interpolant_;   ///< of it
};

} // namespace eulerc
