// RunLoop: advances a run from stop to stop, and calls the observers there.
//
//   takeSteps: piece, piece … up to the next step that is due → observers → piece, piece …
//
// Pieces are long enough that the pauses between them cost less than 1 % of the time. Checks for
// values that are not finite take at most 0.5 % of the run; there is also one before each observer
// that reads components.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/error_control.h"
#include "run/finite_watch.h"
#include "run/observers.h"
#include "run/shorter_step.h"
#include "run/state_store.h"
#include "run/step_sizes.h"

namespace eulerc {

class RunLoop {
public:
  RunLoop(Setup &setup, StateStore &store)
      : sizes(setup, store), watch(setup, store, sizes), errors(setup, store, watch),
        observers(setup, store), setup_(setup), store_(store), shorter_(setup, store) {}

  StepSizes sizes;
  FiniteWatch watch;
  ErrorControl errors;
  Observers observers;
  bool isRunning = false;      ///< takeSteps() is in progress
  bool stopHolds = false;      ///< with step control: a stop condition of the program holds
  bool isStopping = false;     ///< an observer has asked for the end of the run
  bool callbackFailed = false; ///< a callback has thrown

  /// Prepares for a run that may begin at another time than the state's.
  void turnTo(const Run &run);
  /// Time and step number at which the next run with steps of dt begins.
  Start startOfNext(double dt) const;
  /// The run with `before` set, so that it continues to count steps.
  Run counted(Run run) const;
  /// The run whose count of steps a run with steps of dt continues, or null.
  const BegunRun *countedBy(double dt) const;
  /// Begins a run; nothing is computed yet.
  void begin(const Run &run);
  /// Takes the next steps of the current run, and calls the observers that are due.
  void takeSteps(std::int64_t steps);
  /// Lets observers write their checkpoints if the run has not ended.
  void leave();
  /// Starts to compute `count` monitors of the current state, on the device if the state is there.
  /// The returned function waits for their values; the run may have continued by then.
  std::function<std::vector<double>()> monitors(int first, int count);
  /// Resumes the run of a checkpoint, perhaps to another end.
  void resume(const std::string &path, const Extension &extension);
  /// Throws Usage during a run: a callback can neither run its solver nor remove the state.
  void refuseWhileRunning() const;

  /// Values of an output at grid points [begin, end) of the shown state, given globalsFor() it.
  void outputValues(int output, std::int64_t begin, std::int64_t end, double *values,
                    const std::vector<std::byte> &globals);
  /// The values of all monitors, and of all globals behind them if a stop condition reads some.
  std::vector<double> valuesOfStops();

private:
  bool getReady(const BegunRun &next, const Run &rest);
  void noteTimes();
  /// Takes the steps of a piece. Unless an earlier piece `isTimed`, fewer steps if they are
  /// expected to be slow.
  void takePiece(BegunRun next, std::int64_t steps, bool isTimed = true);
  std::int64_t stepsOfLaunch() const;
  std::int64_t stepsWithin(double seconds) const;
  void tellProgress();
  Observation observation();
  void readComponents(std::span<const std::int64_t> components, void *to);
  void remember();
  std::optional<double> change();
  ObservedRun observedRun();
  void endRunHere();
  void endByFailure(const std::string &failure);
  void callObserver(std::size_t index);
  bool callObservers();
  void callBetween(bool filesAlone = false);
  bool isToStop();
  void locateStop();

  Setup &setup_;
  StateStore &store_;
  ShorterStep shorter_;
  bool isToldOfTimes_ = false; ///< the note about rounded times was given
  bool isToRemember_ = false;  ///< the state before the next step is to be kept for change()
  HostArray remembered_;       ///< state for change(), if the stepper does not keep it
};

/// The globals of the shown state in the program's precision; empty if the output reads none.
std::vector<std::byte> globalsFor(int output, const Model &model, RunLoop &loop);

} // namespace eulerc
