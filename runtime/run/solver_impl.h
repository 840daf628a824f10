// What a Solver holds and how it runs: running.cpp. The interface to it is solver.cpp.
//
// The state is on the host (y, in the file's order), held by the stepper (in its place and layout),
// or both; it moves when it is needed where it is not:
//
//   ensureState: to the host, computed if there is none     takePiece: to the stepper, and onwards
#pragma once

#include <limits>
#include <optional>

#include <eulerc/solver.h>

#include "backend/backend.h"
#include "base/stopwatch.h"
#include "input/fields.h"
#include "input/values.h"
#include "model/params.h"
#include "model/stages.h"
#include "results/observer.h"
#include "schedule/output_times.h"
#include "schedule/times.h"
#include "state/state.h"
#include "stepsize/control.h"
#include "stepsize/interpolant.h"
#include "stepsize/spectrum.h"

namespace eulerc {

/// A run that was begun, and the steps of it that are done.
struct BegunRun {
  Run run;
  std::int64_t done = 0;
  bool fromInitial = false;    ///< the first step was from the initial values
  bool isStarted = false;      ///< its first piece was taken, of no steps perhaps
  std::optional<double> amid;  ///< of a controlled run: the time, within the next step, a stride
  bool isCut = false;          ///< the last step is what was taken of a stride
  std::int64_t watched = -1;   ///< `done` when the state was last found finite
  bool isToldOfGrowth = false; ///< nothing more is to be said of values that grow

  std::int64_t left() const { return run.steps - done; }
  /// Steps since the initial values.
  std::int64_t taken() const { return numberOf(run) + done; }
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

/// What is said of a value that is not finite.
struct NonFinite {
  std::string where;     ///< "step 812, t = 0.0812: u[3][4] is nan; the step before it was 3.1e38"
  std::string operation; ///< "'a / (b - c)' at wrong.ode:5:10 divides by 0"
};

/// An observer, and when it is called.
struct Observing {
  std::shared_ptr<Observer> observer;
  Moments moments;
  bool isOnCall = false;            ///< has no moments: by the clock alone
  bool isOfProgram = false;         ///< nobody has asked for it: a program's own stops
  std::optional<Schedule> schedule; ///< of the run that was begun; none: it takes no part in it
  std::int64_t due = 0;             ///< the next step, counted from Run::from
  /// Of a controlled run: the times of its moments, and the next one, or infinity.
  std::optional<OutputTimes> times;
  double dueAt = std::numeric_limits<double>::infinity();
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

struct Solver::Impl {
  explicit Impl(const Model &theModel)
      : model(theModel), params(theModel), fields(theModel),
        askedStages(theModel.method.givenStages) {
    model = withError(model, false);
    takeStages(askedStages > 0 ? askedStages : usualStages);
  }

  Model model; ///< with stages chosen, where they are chosen
  Params params;
  std::optional<double> start; ///< given by restart(t0)

  // Where and how. The stepper is made anew when the backend or the device changes.
  Backend backend = Backend::Auto;
  std::optional<std::size_t> device;
  Tuning tuning;
  Measuring measuring = Measuring::WhenItPays;
  int threads = 0;
  std::string buildOptions;
  std::unique_ptr<Stepper> stepper;
  /// Steps for which the stepper knows how to run, should it hold the state; none once something
  /// changed that it depends on.
  std::int64_t settledFor = 0;

  Fields fields;

  // The state.
  HostArray y;
  bool current = false;          ///< there is one
  bool onHost = false;           ///< in `y`
  bool held = false;             ///< by the stepper
  bool isInitial = false;        ///< as the program computes it, untouched since
  double estimateSeconds = 0;    ///< of spectra since the last run
  double initialiseSeconds = 0;  ///< of values computed or read since the last run
  std::optional<BegunRun> begun; ///< the latest one, also when it is done; it tells the time
  std::vector<Observing> observing;
  HostArray remembered;   ///< a state that is compared with a later one, if it is not the stepper's
  bool isRunning = false; ///< steps are taken, and observers called
  bool isStopping = false;     ///< an observer has asked for the end of the run
  bool callbackFailed = false; ///< a callback has thrown
  std::string lastGoodPath; ///< where the last finite state goes, should a run fail on another one
  GoodState good;           ///< of the run that was begun
  Stopwatch watched;        ///< since the state was last found finite
  double watchSeconds = 0;  ///< that it took to find so

  std::optional<StepControl> control;       ///< of steps by their error
  std::optional<StepController> controller; ///< of the run that was begun
  HostArray before;                         ///< a controlled step: the state it is from
  std::optional<Estimate> spectrum;         ///< at the current state, if it is known
  int askedStages;            ///< of a step; 0: each run chooses, where the method lets it
  double largestAtStart = -1; ///< |value| when the state was last given to the stepper; -1: unknown
  double chosenFor = 0;       ///< steps of the length that they were last chosen for, from a state
  std::optional<Run> looked;  ///< its last step, if something is due within it
  HostArray stateBefore;      ///< the state before that one
  std::optional<Interpolant> interpolant; ///< of it
  std::optional<BetweenSteps> between;    ///< what observers are shown now, if not the state
  std::optional<Stages> stages;           ///< of the model, where their number can be chosen

  RunRecord stats;
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::function<void(const std::string &)> note;

  double startTime() const;
  double time() const { return between ? between->time : begun ? begun->time() : startTime(); }
  std::vector<std::int64_t> shape() const;
  std::int64_t components() const;
  /// Of the state with all that lives as long; it has room in `y`.
  std::int64_t travellingBytes() const {
    return y.bytes() / model.program.stateCount * travellingStates(model);
  }
  Grid grid() const;
  DeclaredState stateNamed(std::string_view name) const;

  /// Sees to it that `y` holds the state.
  void ensureState();
  /// The state as callers see it, on the host: that at time().
  const HostArray &shownState();
  /// From now on there is none.
  void forgetState();
  void paramsChanged();
  void controlBy(const std::optional<StepControl> &asked);
  /// So many a step, where that can be chosen.
  void takeStages(int count);
  /// Another way to run: chosen at the next one.
  void unsettle() { settledFor = 0; }
  /// Lets the stepper go, but not the state.
  void dropStepper();
  /// Values for a state: `fill` puts them where they then are taken from.
  template <class Fill> HostArray filled(const std::vector<std::int64_t> &ofShape, Fill &&fill) {
    const Stopwatch watch;
    HostArray values;
    Target target{model.program.precision, ofShape, values};
    target.sizes = sizesOf(model, model.program.states[0].shape);
    fill(target);
    initialiseSeconds += watch.seconds();
    return values;
  }
  /// The same for a field or data, which get them.
  template <class Fill> void giveField(int which, std::string origin, Fill &&fill) {
    const Stopwatch watch;
    HostArray values;
    const Target target = fields.target(which, params.values(), shape(), values);
    fill(target, fields.called(which));
    fields.give(which, target.shape, values, std::move(origin));
    initialiseSeconds += watch.seconds();
    startsAnew();
    unsettle();
  }
  void replaceState(const DeclaredState &state, const HostArray &values);
  /// The run goes on from other values than its steps have led to.
  void startsAnew();
  /// The next step knows of none before it.
  void forgetPast();
  /// A run begins, perhaps at another time than where the state is.
  void turnTo(const Run &run);

  /// Throws Usage for a run that makes no sense.
  void check(const Run &run) const;
  /// Where the next run begins, of steps by dt.
  Start startOfNext(double dt) const;
  /// A run that says nothing of steps before it goes on counting.
  Run counted(Run run) const;
  /// The run whose steps a next one with that dt goes on counting, if there is one.
  const BegunRun *countedBy(double dt) const;
  /// Throws Usage for what keeps every run from beginning: params that make no problem, a field
  /// without values.
  void checkProblem() const;
  /// Begins a run; nothing is computed yet.
  void begin(const Run &run);
  /// Takes the next steps of the run begun, and calls the observers on the way (observed.cpp).
  void takeSteps(std::int64_t steps);
  void observe(const Moments &moments, std::unique_ptr<Observer> observer, bool isOnCall = false);
  /// Throws Usage: a callback cannot run the solver that calls it.
  void refuseWhileRunning() const;
  /// The values of so many monitors for the current state, computed where it is; what it returns
  /// waits for them, and may be asked when the state has moved on.
  std::function<std::vector<double>()> monitors(int first, int count);
  /// At the current state; nothing where it cannot be known.
  std::optional<Estimate> currentSpectrum();
  /// Takes up the run that a checkpoint is of.
  void resume(const std::string &path);

private:
  void takePiece(BegunRun next, std::int64_t steps);
  Moment moment();
  /// The current state's view, of values to come in the file's order.
  ViewedState viewed();
  Stepper::Copied copyTo(const CopyTarget &target);
  void remember();
  std::optional<double> change();
  void prepareObservers();
  std::int64_t nextStop() const;
  std::int64_t interval() const;
  std::vector<std::uint64_t> fieldHashes();
  void schedule(Observing &each, const ObservedRun &run);
  bool isDue(const Observing &each) const;
  bool isAnyDue() const;
  void setNext(Observing &each) const;
  void endRunHere();
  void endByFailure(const std::string &failure);
  bool callObserver(std::size_t index);
  bool callObservers();
  void finishObservers();
  void rescue(const std::string &failure);
  void makeRoom();
  void computeInitialState();
  void prepareFields();
  Footprint footprint() const;
  // For those who include job_of_run.h.
  template <class Use> auto withJob(const Run &run, bool told, Use &&use) {
    return withJobOf(model, run, told, use);
  }
  template <class Use> auto withJobOf(const Model &as, const Run &run, bool told, Use &&use);
  void startStats(std::int64_t n, bool isSettled);
  /// A run that is not `told` calls nobody back and measures nothing.
  void load(const Run &rest, bool isHeld, bool told = true);
  void advance(const Run &piece, bool told = true);
  void save();
  /// Waits for steps that are still being taken, so that their time is theirs.
  void finishSteps() {
    if (held)
      stepper->finish(stats);
  }
  // What is done about values that are not finite: nonfinite.cpp.
  /// Throws Error(Run) unless the state of the run that was begun is finite.
  void ensureFinite();
  bool isFinite(const Run &run);
  void noteFinite();
  void checkFinite(const Run &run);
  void keepGood();
  void keepGoodIfDue();
  bool mayKeepGood() const;
  bool findGood();
  bool takesToGood(std::int64_t steps);
  NonFinite trace(std::int64_t bad);
  std::string operationIn(const Run &step, std::int64_t component, const HostArray &from);
  std::string writeLastGood() const;
  std::string likelyCause(const Run &run, bool isKnown);
  std::string nonFinite() const;
  // How long steps may be: stepsize.cpp.
  std::optional<Estimate> spectrumOf(const Run &run, const void *state);
  void chooseStages(const Run &run);
  bool paysForSpectrum(const Run &run);
  bool mayEstimate(const Run &run, std::int64_t bytes);
  void checkStep(const Run &run);
  std::string whyTooLong(const Run &run);
  std::optional<Estimate> startEstimate();
  double largestValue();
  void noteGrowth();
  std::string growthText(double largest);
  // What is due within steps of a controlled run: between.cpp.
  double nextOutput() const;
  void keepForOutput(const Run &step, bool isHere);
  void showAt(double time);
  void goOnFromShown();
  bool callBetween();
  // Steps as long as their error allows: strides.cpp.
  /// Takes one step of the first stride, from a time to another. Whether it meets its end.
  bool advanceControlled(const Run &strides);
  void makeController();
  double takeControlled(double from, double to, const Run &rest);
  std::optional<ControlledRun> controlledRun() const;
  void goOnControlled(const std::optional<ControlledRun> &from);
  [[noreturn]] void refuseShortSteps(double t, bool isHere, bool isBroken);
  void tryStep(const Run &step);
  void bringTrial(const Run &step);
  void bringHeld(const Run &run, HostArray &to);
  bool beginTrial(const Run &rest);
  double errorOf(const Run &step, bool isHere);
  void endTrial(const Run &run, bool isTaken);
  void goBackTo(const HostArray &before, const Run &rest);
};

} // namespace eulerc
