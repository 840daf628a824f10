// Solver: set a compiled model up, run it, read its state back.
//
//   #include "string_solver.h"                         // made by eulerc from string.ode
//   eulerc::Solver solver(string_solver::model());
//   solver.set("N", 1000);
//   solver.runTo(0.5);                                 // initial values and dt from the file
//   std::vector<double> y = solver.values("y");        // 1000 values at t = 0.5
//
// Errors are thrown as eulerc::Error. A Solver is used by one thread at a time; several Solvers
// are independent of each other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/moments.h>
#include <eulerc/plan.h>

namespace eulerc {

/// What went wrong, in words for the user.
class Error : public std::runtime_error {
public:
  /// Usage: a wrong name, value, time or size given by the caller. Run: a device, memory or
  /// numerical failure.
  enum class Kind { Usage, Run };
  Error(Kind kind, const std::string &message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

private:
  Kind kind_;
};

/// Where the steps are computed. Auto: OpenCL on the best device, or Threads when there is none.
enum class Backend { Auto, OpenCL, Threads, Serial };

/// An OpenCL device of this machine.
struct DeviceInfo {
  std::string name;
  std::string vendor;
  std::string platform;
  std::string driver; ///< driver version
  std::string type;   ///< "GPU", "CPU", "accelerator"
  DeviceLimits limits;
  std::int64_t globalMemory;  ///< bytes
  std::int64_t maxAllocation; ///< bytes of one buffer, at most
  bool hasDouble;             ///< cl_khr_fp64
  /// Whether fma, in float and in double, is an instruction; else it is computed from many.
  bool hasFmaOfFloat = true, hasFmaOfDouble = true;
};

/// All OpenCL devices, the best one first (GPUs before accelerators before CPUs, then by compute
/// units). Empty without OpenCL.
std::vector<DeviceInfo> listDevices();

/// The steps of a run. From an end time, the count is the nearest integer of (to - from) / dt if
/// that quotient is within 1e-9 relative of it, and a thousandth of a step, or as near as doubles
/// lie at these times; else it is rounded up, with a last, shorter step.
///
/// Step k begins at from + (first + k) * dt: times are counted, not added up, also where a run goes
/// on with another one (`first` > 0), so that runs in pieces have the times of one run.
struct Run {
  double from = 0;        ///< time that steps are counted from; before the first step if first = 0
  double dt = 0;          ///< length of every step but perhaps the last, > 0
  std::int64_t steps = 0; ///< number of steps, >= 0
  double lastStep = 0;    ///< length of the last step, 0 < lastStep <= dt
  double to = 0;          ///< time after the last step
  std::int64_t first = 0; ///< steps by dt between `from` and the first step, >= 0
  /// Steps that were taken before the one at `from`, by whatever run: random numbers go on from
  /// there.
  std::int64_t before = 0;
  /// When the first of these began, if each of them was of dt: times are then counted from there.
  std::optional<double> origin = {};
};

/// Where a run begins. One that goes on with the results of another has the bits of a single run
/// where its steps are counted on: random numbers belong to the number of a step, and times are
/// rounded as those of the other one.
struct Start {
  double time = 0;
  std::int64_t before = 0;           ///< as Run::before
  std::optional<double> origin = {}; ///< as Run::origin
};

/// Whether the scheme `auto` measures a few candidates before a run and remembers the fastest in
/// the user's cache folder ($XDG_CACHE_HOME or ~/.cache, eulerc/tuning.json): never, a model alone
/// chooses; when the run is expected to last a second or more and no earlier one remembers, for at
/// most 5 % of it and 2 s; or always, all of them. Serial steps point by point but for always.
/// Results are the same.
enum class Measuring { Never, WhenItPays, Always };

/// How the scheme `auto` came to its plan.
struct TuningStats {
  /// Asked: a scheme was named. Model: a model of the run time chose, for nothing was measured.
  /// Remembered: an earlier run measured. Measured: this one did.
  enum class Origin { Asked, Model, Remembered, Measured };
  /// A candidate, with its seconds of a step as the model has them and as measured; 0: not
  /// measured.
  struct Trial {
    Plan plan;
    double expected = 0, measured = 0;
  };
  Origin origin = Origin::Asked;
  double seconds = 0;       ///< of choosing, all builds but the first included
  std::vector<Trial> tried; ///< the model's choice first
  int best = 0;             ///< index of the one taken
  StepTime time;            ///< of the plan that ran, by the model
  /// Bytes a second, read and written, at which one copy of the state is copied to the other on the
  /// device; 0 if that was not measured.
  double copyRate = 0;
};

/// What the error of a step may be: absolute + relative · |y| of each component, on average over
/// the squares of all.
struct Tolerance {
  double relative = 1e-3, absolute = 1e-6;
};

/// Steps as long as their error allows.
struct StepControl {
  Tolerance tolerance;
  std::vector<std::pair<std::string, Tolerance>> of; ///< states that have their own
  double least = 0, most = 0; ///< lengths of steps; 0: as times, or the run, allow
  double first = 0;           ///< length of the first step; 0: dt of the file, or a guess
  /// What the next length follows from. PI: the error of the step and of the one taken before it,
  /// so that fewer steps are rejected where stability, not accuracy, bounds them. I: the error of
  /// the step alone; the steps are those of SciPy's solve_ivp, one by one.
  enum class Controller { PI, I };
  Controller controller = Controller::PI;
};

/// Steps that were controlled by their error.
struct ControlledSteps {
  std::int64_t accepted = 0, rejected = 0;
  double shortest = 0, longest = 0; ///< of those accepted
  std::int64_t kept = 0;            ///< of all, whose first slope was that of the step before
};

/// How fast the right-hand side changes what it is given: the eigenvalue of largest modulus of its
/// Jacobian at a state.
struct Spectrum {
  double radius = 0;   ///< its modulus ρ, or ω of an oscillation; 0: not estimated, or it is 0
  double angle = 0;    ///< from the negative real axis, 0 to π: 0 decays, π/2 oscillates, π grows
  bool isKnown = true; ///< else the radius is a bound from above, which may be far from it
};

/// Measurements of the last run, or of the pieces taken so far of one that was begun; seconds. For
/// OpenCL, `device` is measured by events.
struct RunStats {
  std::string backend;    ///< "opencl", "threads", "serial"
  std::string deviceName; ///< OpenCL device, or the processor's threads ("2 threads")
  std::string platform;   ///< OpenCL platform, or ""
  std::string driver;     ///< driver version, or ""
  bool hasFma = true;     ///< OpenCL: whether fma is an instruction, in the model's precision
  Plan plan;              ///< on hosts its kernel and its work-groups say nothing
  TuningStats tuning;
  Spectrum spectrum;         ///< at the beginning, if it was estimated
  ControlledSteps steps;     ///< where their error controls them; run.steps are strides then
  double stabilityLimit = 0; ///< of dt · ρ, by the method, then; 0: every step lets something grow
  std::int64_t components = 0;
  Run run;               ///< what was computed
  double initialise = 0; ///< initial values and fields: computing or reading them
  double build = 0;      ///< building kernels
  /// Host to device and back, with the change of layout. The state comes back when it is asked for.
  double transfer = 0;
  double estimate = 0;          ///< estimating how long steps may be, or how many stages they need
  double watch = 0;             ///< looking for values that are not finite, between pieces of a run
  int loads = 0;                ///< times that the state was brought to where steps are computed
  int saves = 0;                ///< times that it was brought back
  std::int64_t resumedAt = 0;   ///< steps, also rejected ones, that a checkpoint had taken already
  std::string stopped;          ///< why the run ended before its last step; "" if it did not
  double seconds = 0;           ///< wall time of the steps, from first launch to last completion
  double deviceSeconds = 0;     ///< the same by device events; 0 for host backends
  DeviceRates rates;            ///< of the device, where they are measured
  std::int64_t deviceBytes = 0; ///< bytes allocated on the device
  std::int64_t hostBytes = 0;   ///< bytes for state and fields held on the host
  /// 10⁹ component updates per second of wall time; 0 when there was no step.
  double gcomps() const {
    const std::int64_t controlled = steps.accepted + steps.rejected;
    const std::int64_t taken = (controlled > 0 ? controlled : run.steps) - resumedAt;
    return seconds > 0
               ? 1e-9 * static_cast<double>(components) * static_cast<double>(taken) / seconds
               : 0;
  }
};

class Solver {
public:
  explicit Solver(const Model &model);
  ~Solver();
  Solver(Solver &&) noexcept;
  Solver &operator=(Solver &&) noexcept;

  const Model &model() const;

  // ---- params -------------------------------------------------------------------------------
  /// Sets a param; takes effect at the next run, which then starts again from the initial values.
  /// Throws Usage for an unknown name (with the nearest known one), a non-finite value, or a
  /// real value for an int param.
  void set(std::string_view name, std::int64_t value);
  void set(std::string_view name, int value) { set(name, static_cast<std::int64_t>(value)); }
  void set(std::string_view name, double value);
  /// The same from text, as on the command line: "1000", "1e-3"; for an int param also "1e6".
  void set(std::string_view name, std::string_view text);
  void set(std::string_view name, const char *text) { set(name, std::string_view(text)); }
  /// Current values of all params (defaults derived), in the model's order.
  std::vector<ParamValue> params() const;

  // ---- where and how ------------------------------------------------------------------------
  /// Chooses the backend; takes effect at the next run.
  void useBackend(Backend backend);
  /// Chooses an OpenCL device by its index in listDevices() or by part of its name (any case).
  /// Throws Run when no device matches, and names those there are.
  void useDevice(std::string_view indexOrName);
  /// Choices made by hand for OpenCL. Throws Usage for sizes that cannot be, and for choices that
  /// have no effect with the scheme (<eulerc/wishes.h>).
  void tune(const Tuning &tuning);
  /// Whether the scheme `auto` measures what it chooses from; Measuring::WhenItPays at first.
  void measure(Measuring measuring);
  /// Threads of the `threads` backend, up to 4096; 0 (the default) takes all cores, or fewer for
  /// a problem so small that they would only wait for each other.
  void useThreads(int count);
  /// Further options for the OpenCL compiler. Ones that allow it less exact arithmetic give up
  /// bitwise equality with the host backends.
  void useBuildOptions(std::string_view options);

  // ---- sizes --------------------------------------------------------------------------------
  /// Extents of the grid, which all states and fields share; slowest first, last one fastest.
  /// Throws Usage when one is not positive or a requirement of the file does not hold for the
  /// current params.
  std::vector<std::int64_t> shape() const;
  /// Components of the whole state vector: grid points × states.
  std::int64_t components() const;
  Timespan timespan() const;
  /// The steps from t0 to tEnd (>= t0) by dt (> 0, finite). Throws Usage otherwise.
  static Run planTimes(double t0, double tEnd, double dt);
  static Run planTimes(const Start &start, double tEnd, double dt);
  /// `steps` (>= 0) steps from t0.
  static Run planSteps(double t0, double dt, std::int64_t steps);
  static Run planSteps(const Start &start, double dt, std::int64_t steps);
  /// A start at t0 of steps by dt. Where t0 is a whole number of them behind the program's start,
  /// so many were taken before it.
  Start startAt(double t0, double dt) const;

  // ---- fields -------------------------------------------------------------------------------
  /// Gives a field its values, one a grid point: the shape is shape(), the slowest index first, the
  /// last one fastest (C order). In the units of the file. Takes effect at the next run, which goes
  /// on from the current state; the values stay until others are given. Set params first: when the
  /// shape has changed since, the next run refuses. Throws Usage for an unknown name (with the
  /// nearest known one), a wrong count, or a value that is not finite in the solver's precision;
  /// the field is as before then. What fields there are, model() says; one without values, neither
  /// given nor of the file, is a Usage error of the next run.
  void setField(std::string_view field, std::span<const double> values);
  /// The same from a file: `.npy` (version 1.0 or 2.0, C order, <f4 or <f8), or the dataset of an
  /// HDF5 file as "tissue.h5:/path/to/dataset" (any floating-point type; needs libhdf5 1.10 or
  /// later when called). Its shape must be shape(). Throws Usage, with the file's name, for a file
  /// that cannot be read, is damaged or cut off, or has another shape or type, for a value that is
  /// not finite (named by its indices), and as setField(); Run when there is no memory.
  void loadField(std::string_view field, const std::string &path);

  // ---- data ---------------------------------------------------------------------------------
  /// Gives data their values, in C order, of the shape that the params say: as setField(). Of
  /// `data int` they are integers of 32 bits. What they lead to is checked at the next run: Usage,
  /// with the entry and the array that it leads out of, or the loop that would run backwards.
  void setData(std::string_view data, std::span<const double> values);
  /// The same from a file, as loadField(); of `data int` any type of integers.
  void loadData(std::string_view data, const std::string &path);

  // ---- state --------------------------------------------------------------------------------
  /// Replaces a state's values at the current time: one a grid point, the shape is shape(), the
  /// slowest index first, the last one fastest (C order). Set params first: setting one starts
  /// again from the initial values, and so does restart(). Throws Usage for an unknown name, a
  /// wrong count, or a value that is not finite in the solver's precision; the state is as before
  /// then.
  void setValues(std::string_view state, std::span<const double> values);
  /// The same from a file, as loadField().
  void loadValues(std::string_view state, const std::string &path);
  /// A state's values at time(), of shape() in C order.
  std::vector<double> values(std::string_view state) const;
  /// All n components at time() in the solver's precision, without a copy: states one after the
  /// other, each of shape() in C order. Throws Usage for the other precision. Valid until the next
  /// call of a non-const member. `floats` for float solvers, `doubles` for double ones.
  std::span<const float> floats() const;
  std::span<const double> doubles() const;
  /// Current time: t0 at first, then the end of the last run or piece.
  double time() const;
  /// Starts again: initial values, at time t0 (default: the file's timespan).
  void restart();
  void restart(double t0);

  // ---- running ------------------------------------------------------------------------------
  // The state stays where steps are computed, from run to run: it is copied back when it is asked
  // for (values, floats, doubles), and copied there again only after it was replaced. Kernels and
  // what was tuned stay until a call changes how to run, or a run takes more steps than any before.

  /// Runs from time() to tEnd by the file's dt, or by dt. Like runSteps, it goes on counting the
  /// steps of the runs before it that had the same dt: several runs give the bits of one.
  void runTo(double tEnd);
  void runTo(double tEnd, double dt);
  /// The largest step from the current state, but for a tenth, at which nothing grows but what does
  /// so by itself. Estimated on the host, from derivatives of the right-hand side at all points.
  /// Says nothing of accuracy, and of later times only where the Jacobian stays much the same.
  /// Throws Run where there is no such step or it cannot be known.
  double stableStep();
  /// Stages of a step of rkl2, 2 to 100; 0: each run takes the fewest that stand its dt, of which
  /// stats() and model() tell. Throws Usage for another number, and for other methods.
  void useStages(int count);
  /// What was asked for; 0: runs choose.
  int stages() const;
  /// From the next run on steps are as long as their error allows. What runs call steps are strides
  /// then: steps meet their ends exactly, and runTo(tEnd) is one. Results over time change no step:
  /// between two of them the state is interpolated, with an error of order 4 of dopri5 and 3 of
  /// bs32. Moments of steps, everySteps(), count those accepted.
  /// Throws Usage for a model whose method tells no error, for unknown states, and for tolerances
  /// or lengths that cannot be. Nothing: steps of one length again.
  void control(const std::optional<StepControl> &control);
  /// What was asked for, or is of the run that was resumed.
  const std::optional<StepControl> &control() const;
  /// Runs a number of steps from time().
  void runSteps(std::int64_t steps, double dt);
  /// Runs a planned run on the current state; the run's times replace time(). A run that says
  /// nothing of steps before it takes the random numbers that follow those of the runs since the
  /// initial values. Throws Usage for a
  /// run that makes no sense, or a field without values. Throws Run when the device fails, memory
  /// does not suffice (before anything is allocated) or a component of the result is not finite
  /// (named by index). After a run that failed the solver starts again from the initial values.
  void run(const Run &run);

  /// Begins a run that advance() takes in pieces, as few or many as one likes, with the bits of
  /// run(run): its times, its last step. How to run is chosen once, for all of its steps. Computes
  /// nothing yet; time() is the run's. Throws Usage as run() does for a run that makes no sense.
  void begin(const Run &run);
  /// The next `steps` (0 to stepsLeft()) steps of the run that was begun. Between two pieces all
  /// calls are allowed: what they change holds from the next one on. Params, restart(), another run
  /// and an error end the run. Throws Usage for steps that are not left, else as run() does.
  void advance(std::int64_t steps);
  /// Steps of the run that was begun which are still to come; 0 when there is none.
  std::int64_t stepsLeft() const;
  const RunStats &stats() const;

  // ---- results over time --------------------------------------------------------------------
  // What is to be done between steps, in all runs from the next one on: <eulerc/moments.h>. Runs
  // stop there; their results are the same bits with and without.

  /// Calls back at these moments, the initial state included, on the thread that runs the solver.
  /// The callback may look at the state, replace it, and end the run by stop(). What it throws ends
  /// the run, too, and is passed on: time and state stay what they were when it was called, and the
  /// next run goes on from there. Where errors control how long steps are, a moment may lie within
  /// a step: the callback sees the state interpolated there. If it replaces that state, the run
  /// goes on from it, at that time; if it stops or throws, the run has ended with the whole step.
  void observe(const Moments &moments, std::function<void()> callback);
  void every(double time, std::function<void()> callback) {
    observe(Moments::every(time), std::move(callback));
  }
  /// Ends the run with the steps taken so far; for callbacks. stats().stopped then says so. The
  /// last state is recorded, as at the end of every run.
  void stop();
  /// Records the states over time, or the selected part of them, while the steps go on: to FILE.h5
  /// (HDF5), FILE.vtkhdf (ParaView) or FILE.npy. The state at the end of the run is always the last
  /// one. The file is readable at every moment. Throws Usage
  /// for another suffix; the run throws Usage for a selection that cannot be, and Error(Run) as
  /// soon as something cannot be written.
  void save(const std::string &path, const Moments &moments, const Selection &selection = {});
  /// Writes single components, "u[10][20]", and all monitors of the program at these moments, a
  /// line each of a table, time first: to FILE.csv, or to standard output for "-". Throws as
  /// save().
  void probe(const std::string &path, const Moments &moments,
             const std::vector<std::string> &components);
  /// Ends runs when no state changes by more than `rate` per unit of time; looked at after every
  /// hundred steps, and after each whose length its error controls. stats().stopped then says so.
  void stopWhenSteady(double rate);
  /// Keeps all that a run needs to go on in a file, every so many minutes and at its end; the one
  /// before it stays as FILE.previous.
  void checkpoint(const std::string &path, double everyMinutes = 10);
  /// Takes the run up that a checkpoint is of: params, state and times are set, and
  /// advance(stepsLeft()) goes on with the bits of a run that was never interrupted. Returns the
  /// whole run. Throws Usage for a file that is damaged or of another program, size, precision or
  /// version. Fields that do not come from the program must have been given.
  Run resume(const std::string &path);
  /// Writes the last state whose values are all finite to FILE.h5, should a run fail on one that is
  /// not.
  void keepLastGood(const std::string &path);
  /// The value of a monitor of the program for the current state. Throws Usage for an unknown name.
  double monitor(std::string_view name) const;
  /// The values of all monitors for the current state, in the program's order; sooner than one by
  /// one, for a device reduces them all before the first is waited for.
  std::vector<double> monitors() const;
  /// Forgets all that these functions have asked for; a program's own conditions stay.
  void unobserve();

  /// Called when the first step is about to begin (0), now and then during a run, and at its end,
  /// with the steps done: for progress. Of a run that was begun, each piece calls so. On the
  /// thread that runs the solver; what it throws ends the run amid its steps and is passed on, and
  /// the solver starts again from the initial values.
  void onProgress(std::function<void(std::int64_t stepsDone, std::int64_t steps)> callback);
  /// Called with notes for the user, for example that no OpenCL device was found.
  void onNote(std::function<void(const std::string &)> callback);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace eulerc
