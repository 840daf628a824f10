// StateStore: the state, its time, and where it is.
//
// The state is on the host (y, in the order of files), held by the stepper (on its device, in its
// layout), or both. It moves when the other side needs it:
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

/// A run that was begun, and the steps of it that are done.
struct BegunRun {
  Run run;
  std::int64_t done = 0;
  bool fromInitial = false;     ///< the first step was from the initial values.
  bool isStarted = false;       ///< its first piece was taken, perhaps of no steps.
  std::optional<double> amid;   ///< of a controlled run: the time within its next interval.
  bool isCut = false;           ///< the last step is the part taken of an interval.
  std::int64_t watched = -1;    ///< `done` when the state was last found finite.
  bool isToldOfGrowth = false;  ///< a note about growing values was given.
  bool isResumed = false;       ///< from a checkpoint.
  bool endedHere = false;       ///< the resumed state was the end of a shorter run.
  std::optional<Steady> steady; ///< it ends here so.

  std::int64_t left() const { return run.steps - done; }
  /// Steps since the initial values.
  std::int64_t taken() const;
  double time() const;
  /// No step is left.
  void endHere();
};

/// A state whose values are all finite, kept in memory; none at first.
struct GoodState {
  HostArray y;
  std::int64_t done = -1; ///< steps of the run
  Stopwatch kept;         ///< since it was kept
  double seconds = 0;     ///< that keeping it took
};

/// A state within the last step of a controlled run, shown to observers.
struct BetweenSteps {
  double time = 0;
  HostArray y; ///< the user's states
};

/// A view, and what it points to.
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
  /// Steps for which the stepper is settled if it holds the state; 0 after a change of how to run.
  std::int64_t settledFor = 0;
  std::int64_t interval = 0; ///< steps between two stops of the run, if regular

  HostArray y;
  bool current = false;   ///< there is one
  bool onHost = false;    ///< in `y`
  bool held = false;      ///< by the stepper
  bool isInitial = false; ///< as the program computes it, untouched since
  bool isLeft = false;    ///< initial values that the stepper is to compute
  /// Counts the states that did not come from steps. Facts about an earlier state are void.
  std::int64_t replaced = 0;
  std::optional<BegunRun> begun;       ///< the latest one, also when it is done; it tells the time
  std::optional<BetweenSteps> between; ///< what observers are shown now, if not the state
  /// Of observers that want to know of each event; null: there is none.
  std::unique_ptr<EventNotes> events;
  GoodState good; ///< of the run that was begun
  /// What onProgress() has thrown amid the steps that are taken.
  std::exception_ptr thrown;
  RunRecord stats;

  double time() const {
    return between ? between->time : begun ? begun->time() : setup.startTime();
  }
  /// Bytes of the state with the registers that live as long; `y` has room for them.
  std::int64_t travellingBytes() const;
  /// Brings the state to `y`.
  void ensureState();
  /// The state at time() as callers see it, on the host.
  const HostArray &shownState();
  /// Whether the stepper computes the initial values where the state stays, in parts; there is one
  /// then, which is not here.
  bool leavesInitial();
  /// Whether it is in parts now, and nowhere together.
  bool isInParts() const { return held && !onHost && !between && stepper->staysInParts(); }
  /// Calls use() with one piece after the other of a state that travels.
  void inPieces(std::int64_t state, const UsePiece &use);
  /// Drops the state.
  void dropState();
  /// Drops the state and the run that was begun.
  void forgetState();
  /// A param was set. If the grid has the shape that it had before, the run that was begun stays,
  /// and so does the state, unless it is the initial one.
  void paramsChanged(std::string_view name, const std::vector<std::int64_t> &before);
  /// Replaces the values of some states.
  void replaceState(const DeclaredState &state, const HostArray &values);
  /// The run continues with values that did not come from its steps.
  void startsAnew();
  /// The next step knows no step before it.
  void forgetPast();
  /// The run continues from the shown state at its time, which a callback replaces.
  void goOnFromShown();
  /// The next run chooses again how to run.
  void unsettle() { settledFor = 0; }
  /// Drops the stepper and keeps the state.
  void dropStepper();
  void makeRoom();
  /// Memory for the state, which nothing touches yet.
  void allocate();
  void computeInitialState();
  void save();
  Stepper::Copied copyTo(const CopyTarget &target);
  /// A run that is not `told` makes no callbacks and measures nothing.
  void load(const Run &rest, bool isHeld, bool told = true);
  void advance(const Run &piece, bool told = true);
  /// Waits for steps in progress, so that the time measured is theirs.
  void finishSteps() {
    if (held)
      stepper->finish(stats);
  }
  Footprint footprint() const;
  /// The largest |value| of the user's states.
  double largestValue();

  // Defined in job_of_run.h.
  template <class Use> auto withJob(const Run &run, bool told, Use &&use) {
    return withJobOf(setup.model, run, told, use);
  }
  /// Steps note events, if that is wanted and what takes them can.
  void updateEventNotes();
  template <class Use> auto withJobOf(const Model &as, const Run &run, bool told, Use &&use);
};

/// Calls onProgress() amid the steps that are taken.
void tellAmidSteps(StateStore &store, std::int64_t steps);

/// A view of the current state; the caller fills in the values, in the order of files.
ViewedState viewOf(StateStore &store);
/// With fields as they are at a time.
ViewedState viewAt(StateStore &store, double t);

/// "u[3][4] is nan", or "".
std::string nonFiniteIn(const StateStore &store);

/// Measurements of a run that begins; where and how it runs stays as it was, if that is settled.
void beginStats(RunRecord &stats, std::int64_t components, bool isSettled);

} // namespace eulerc
