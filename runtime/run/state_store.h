// StateStore: the state of a solver, its time, and its place: host, stepper or both.
//
// On the host the state is in `y`, in the order of files; the stepper holds it on its device, in
// its own layout. It is copied when the other side needs it:
//
//   ensureState: to the host, computed if there is none     load: to the stepper
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "base/stopwatch.h"
#include "host/event_notes.h"
#include "run/frame_steps.h"
#include "run/setup.h"

namespace eulerc {

/// The current run, and the steps of it that are done.
struct BegunRun {
  Run run;
  std::int64_t done = 0;
  bool fromInitial = false;     ///< the first step was from the initial values.
  bool isStarted = false;       ///< its first piece was taken, perhaps of no steps.
  std::optional<double> amid;   ///< with step control: the time within the current interval.
  bool isCut = false;           ///< the last step is a part of an interval.
  std::int64_t watched = -1;    ///< `done` when the state was last found finite.
  bool isToldOfGrowth = false;  ///< a note about growing values was given.
  bool isResumed = false;       ///< from a checkpoint.
  bool endedHere = false;       ///< the resumed state was the end of a shorter run.
  std::optional<Steady> steady; ///< the steady state that ended the run.

  std::int64_t left() const { return run.steps - done; }
  /// Steps since the initial values.
  std::int64_t taken() const;
  double time() const;
  /// Makes the current state the end of the run.
  void endHere();
};

/// Changes of which state and run do not know yet.
struct Changes {
  std::string resizedBy; ///< what has changed the grid
  bool areOfValues = false;
};

/// A state whose values are all finite, kept in memory.
struct GoodState {
  HostArray y;
  std::int64_t done = -1; ///< steps of the run; -1: no state is kept
  Stopwatch kept;         ///< since the state was kept
  double seconds = 0;     ///< duration of keeping it
};

/// A state within the last step of a controlled run, shown to observers.
struct BetweenSteps {
  double time = 0;
  HostArray y; ///< the user's states
};

/// A view, and the values that it points to.
struct ViewedState {
  std::vector<ParamValue> params;
  std::vector<const void *> fields;
  StateView view;
};

struct StateStore {
  explicit StateStore(Setup &setup) : setup(setup), frames(*this) {}

  Setup &setup;
  FrameSteps frames;
  /// Replaced when the backend or the device changes.
  std::unique_ptr<Stepper> stepper;
  /// Steps that the stepper was planned for, if it holds the state; 0: it must plan again.
  std::int64_t settledFor = 0;
  std::int64_t interval = 0; ///< steps between two stops of the run; 0: not regular

  HostArray y;
  bool current = false;   ///< there is a state
  bool onHost = false;    ///< the state is in `y`
  bool held = false;      ///< the stepper holds the state
  bool isInitial = false; ///< the state is the initial one
  bool isLeft = false;    ///< the stepper must still compute the initial values
  /// Counts states that did not come from steps. A change voids facts about earlier states.
  std::int64_t replaced = 0;
  std::optional<BegunRun> begun;       ///< the latest run, also after its end; defines the time
  std::optional<BetweenSteps> between; ///< the state that observers see now, if not the current one
  /// Events for observers that record each of them; null: there is no such observer.
  std::unique_ptr<EventNotes> events;
  GoodState good;                 ///< of the current run
  std::optional<Changes> changes; ///< that Solver::together() has made so far
  /// Exception of onProgress() during steps.
  std::exception_ptr thrown;
  RunRecord stats;

  double time() const {
    return between ? between->time : begun ? begun->time() : setup.startTime();
  }
  /// Bytes of the state with values that a method keeps between steps; `y` has room for them.
  std::int64_t travellingBytes() const;
  /// Makes `y` current: computes the initial state, or copies the state from the stepper.
  void ensureState();
  /// The state at time() as callers see it, on the host.
  const HostArray &shownState();
  /// Lets a stepper with several parts (ranks) compute the initial values itself. Returns whether
  /// it does; the state is not on the host then.
  bool leavesInitial();
  /// Whether the state exists only in parts, such as on several ranks.
  bool isInParts() const { return held && !onHost && !between && stepper->staysInParts(); }
  /// Calls use() with one piece after the other of one of the states.
  void inPieces(std::int64_t state, const UsePiece &use);
  /// Drops the state.
  void dropState();
  /// Drops the state and the run that was begun.
  void forgetState();
  /// Called after a param was set. If the grid keeps the shape `before`, the run is kept, and so is
  /// the state unless it is the initial one.
  void paramsChanged(std::string_view name, const std::vector<std::int64_t> &before);
  /// Replaces the values of a declared state.
  void replaceState(const DeclaredState &state, const HostArray &values);
  /// Called when the run continues with values that did not come from its steps.
  void startsAnew();
  /// Discards the last slope of FSAL methods: the next step has no step before it. If the next run
  /// begins at another time than the state's, also discards the times of events.
  void forgetPast(bool isOtherTime = false);
  /// Makes the shown state within a step the current one: a callback replaces values of it.
  void goOnFromShown();
  /// Makes the next run plan again.
  void unsettle() { settledFor = 0; }
  /// Drops the stepper and keeps the state.
  void dropStepper();
  void makeRoom();
  /// Allocates memory for the state, whose pages are not touched yet.
  void allocate();
  void computeInitialState();
  void save();
  Stepper::Copied copyTo(const CopyTarget &target);
  /// Loads the state into the stepper. Unless `told`, there are no callbacks and no measurements.
  void load(const Run &rest, bool isHeld, bool told = true);
  void advance(const Run &piece, bool told = true);
  /// Waits for steps in progress, so that times measured next do not include them.
  void finishSteps() {
    if (held)
      stepper->finish(stats);
  }
  /// Throws Error(Run) if the run does not fit into memory.
  void checkMemory() const;
  /// The largest |value| of the user's states.
  double largestValue();

  // Defined in job_of_run.h.
  template <class Use> auto withJob(const Run &run, bool told, Use &&use) {
    return withJobOf(setup.model, run, told, use);
  }
  /// Lets steps note events if an observer wants them and the stepper can.
  void updateEventNotes();
  template <class Use> auto withJobOf(const Model &as, const Run &run, bool told, Use &&use);
};

/// Throws Usage within Solver::together(), whose changes the state does not know yet.
void refuseWhileChanging(const StateStore &store);

/// Calls onProgress() during steps, and keeps its exceptions until they end.
void tellAmidSteps(StateStore &store, std::int64_t steps);

/// A view of the current state; the caller sets its values, in the order of files.
ViewedState viewOf(StateStore &store);
/// The same with the fields at a given time.
ViewedState viewAt(StateStore &store, double t);

/// "u[3][4] is nan", or "".
std::string nonFiniteIn(const StateStore &store);

/// Resets the measurements for a new run; device and plan are kept if they are settled.
void beginStats(RunRecord &stats, std::int64_t components, bool isSettled);

} // namespace eulerc
