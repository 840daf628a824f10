// RunLoop: advances a run from stop to stop, and calls the observers there.
//
//   takeSteps: piece, piece … up to the next step that is due → observers → piece, piece …
//
// Pieces are long enough that the pauses between them cost less than 1 % of the time. The watch for
// values that are not finite takes at most 0.5 % of the run, and looks before each observer that
// reads components.
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
#include "run/state_store.h"
#include "run/step_sizes.h"

namespace eulerc {

class RunLoop {
public:
  RunLoop(Setup &setup, StateStore &store)
      : sizes(setup, store), watch(setup, store, sizes), errors(setup, store, watch),
        observers(setup, store), setup_(setup), store_(store) {}

  StepSizes sizes;
  FiniteWatch watch;
  ErrorControl errors;
  Observers observers;
  bool isRunning = false;      ///< steps are taken, and observers called
  bool stopHolds = false;      ///< of a controlled run: a condition of the program, in the state
  bool isStopping = false;     ///< an observer has asked for the end of the run
  bool callbackFailed = false; ///< a callback has thrown

  /// A run begins, perhaps at another time than the state's.
  void turnTo(const Run &run);
  /// Where the next run begins, of steps by dt.
  Start startOfNext(double dt) const;
  /// Lets a run without `before` continue to count.
  Run counted(Run run) const;
  /// The run whose count of steps a run by dt continues, or null.
  const BegunRun *countedBy(double dt) const;
  /// Begins a run; nothing is computed yet.
  void begin(const Run &run);
  /// Takes the next steps of the run begun, and calls the observers on the way.
  void takeSteps(std::int64_t steps);
  /// The observers of the run go, perhaps before its end.
  void leave();
  /// Starts to compute `count` monitors of the current state, where the state is. The function
  /// returned waits for their values; the state may have moved on by then.
  std::function<std::vector<double>()> monitors(int first, int count);
  /// Resumes the run of a checkpoint, perhaps to another end.
  void resume(const std::string &path, const Extension &extension);
  /// Throws Usage: a callback can neither run the solver that calls it nor take its state away.
  void refuseWhileRunning() const;

  /// Values of an output at grid points [begin, end) of the shown state.
  void outputValues(int output, std::int64_t begin, std::int64_t end, double *values);

private:
  bool getReady(const BegunRun &next, const Run &rest);
  void noteTimes();
  /// Takes steps; of those that are expected to be slow fewer, unless a piece before was timed.
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
  void callBetween();
  bool isToStop();
  void locateStop();

  Setup &setup_;
  StateStore &store_;
  bool isToldOfTimes_ = false; ///< of data that float hardly tells from each other
  bool isToRemember_ = false;  ///< the state that the next step is from, for change()
  HostArray remembered_; ///< a state that is compared with a later one, if it is not the stepper's
};

} // namespace eulerc
