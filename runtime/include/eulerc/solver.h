// Solver: sets a compiled program up, runs it and reads its state.
//
//   #include "string_solver.h"                         // made by eulerc from string.ode
//   eulerc::Solver solver(string_solver::model());
//   solver.set("N", 1000);
//   solver.runTo(0.5);                                 // initial values and dt from the file
//   std::vector<double> y = solver.values("y");        // 1000 values at t = 0.5
//
// Errors are thrown as eulerc::Error. One thread at a time uses a Solver. Several Solvers are
// independent of each other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <eulerc/declarations.h>
#include <eulerc/device.h>
#include <eulerc/error.h>
#include <eulerc/output_times.h>
#include <eulerc/stats.h>
#include <eulerc/steps.h>
#include <eulerc/tuning.h>

namespace eulerc {

struct Model; // <eulerc/model.h>: what eulerc made of the program

class Solver {
public:
  /// Throws Usage for a model that another version of eulerc made: compile the program again.
  explicit Solver(const Model &model);
  ~Solver();
  Solver(Solver &&) noexcept;
  Solver &operator=(Solver &&) noexcept;

  const Model &model() const;

  // ---- params -------------------------------------------------------------------------------
  /// Sets a param; the next run, or the next piece of one, uses it. The state and the time stay,
  /// unless the grid gets another size: then the next run starts from the initial values, and a
  /// note says so. A state that is still the initial one is computed again. Throws Usage for an
  /// unknown name (and names the nearest known one), for a value that is not finite, and for a real
  /// value of an int param.
  void set(std::string_view name, std::int64_t value);
  void set(std::string_view name, int value) { set(name, static_cast<std::int64_t>(value)); }
  void set(std::string_view name, double value);
  /// Takes text as on the command line: "1000", "1e-3"; for an int param also "1e6".
  void set(std::string_view name, std::string_view text);
  void set(std::string_view name, const char *text) { set(name, std::string_view(text)); }
  /// Values of all params in the order of the program, with derived defaults.
  std::vector<ParamValue> params() const;

  // ---- where and how ------------------------------------------------------------------------
  // These take effect at the next run.

  void useBackend(Backend backend);
  /// Chooses an OpenCL device by its index in listDevices() or by part of its name (any case).
  /// Throws Run if no device matches, and names all devices.
  void useDevice(std::string_view indexOrName);
  /// Throws Usage for sizes that cannot be, and for choices that the scheme does not support.
  void tune(const Tuning &tuning);
  /// Default: Measuring::WhenItPays.
  void measure(Measuring measuring);
  /// Sets the threads of the backend Threads, 0 to 4096. 0 is the default: all cores, or fewer for
  /// a small problem.
  void useThreads(int count);
  /// Passes options to the OpenCL compiler. Options that allow inexact arithmetic give up bitwise
  /// equality with the host backends.
  void useBuildOptions(std::string_view options);

  // ---- sizes --------------------------------------------------------------------------------
  /// Extents of the grid, slowest axis first, last axis fastest. All states and fields have them.
  /// Throws Usage if an extent is not positive, or if a requirement of the file does not hold.
  std::vector<std::int64_t> shape() const;
  /// Components of the state vector: grid points × states.
  std::int64_t components() const;
  Timespan timespan() const;
  /// Plans steps from t0 to tEnd >= t0 by dt > 0. Throws Usage for other times.
  static Run planTimes(double t0, double tEnd, double dt);
  static Run planTimes(const Start &start, double tEnd, double dt);
  /// Plans `steps` >= 0 steps from t0 by dt > 0. Throws Usage for other numbers.
  static Run planSteps(double t0, double dt, std::int64_t steps);
  static Run planSteps(const Start &start, double dt, std::int64_t steps);
  /// The start at t0 of steps by dt. If t0 is a whole number of steps after the program's start,
  /// these steps count as taken.
  Start startAt(double t0, double dt) const;

  // ---- fields -------------------------------------------------------------------------------
  /// Gives a field its values, one a grid point, in C order of shape(), in the units of the file.
  /// The next run uses them on the current state. They stay until others are given. Set params
  /// first: the next run refuses values of another shape. A run throws Usage if a field has no
  /// values. Throws Usage for an unknown name (and names the nearest known one), for a wrong count,
  /// and for a value that is not finite in the program's precision; the field then stays unchanged.
  void setField(std::string_view field, std::span<const double> values);
  /// Reads the values from a file: `.npy` (version 1.0 or 2.0, C order, <f4 or <f8), or a dataset
  /// of an HDF5 file, "tissue.h5:/path/to/dataset" (any floating-point type; needs libhdf5 1.10 or
  /// later). The shape of the file must be shape(). Throws Usage as setField(), and for a file that
  /// cannot be read, is damaged, or has another shape or type; the message names the file and the
  /// indices of a value that is not finite. Throws Run without memory.
  void loadField(std::string_view field, const std::string &path);

  // ---- data ---------------------------------------------------------------------------------
  /// Gives data their values, in C order of the shape that the params say; see setField(). Values
  /// of `data int` are integers of 32 bits. The next run checks all indices and loops that the data
  /// lead to. It throws Usage and names the entry and the array, or the loop.
  void setData(std::string_view data, std::span<const double> values);
  /// Reads the values from a file; see loadField(). Files of `data int` may have any integer type.
  void loadData(std::string_view data, const std::string &path);

  // ---- state --------------------------------------------------------------------------------
  /// Replaces the values of a state at the current time, one a grid point, in C order of shape().
  /// Set params first: set() and restart() return to the initial values. Throws Usage for an
  /// unknown name, a wrong count, and a value that is not finite in the program's precision; the
  /// state then stays unchanged.
  void setValues(std::string_view state, std::span<const double> values);
  /// Reads the values from a file; see loadField().
  void loadValues(std::string_view state, const std::string &path);
  /// Coordinates of the points along an axis of the grid, 0 the slowest one; none where the program
  /// gives none. Throws Usage for coordinates that do not grow.
  std::vector<double> coordinates(int axis);
  /// Values of a state at time(), in C order of shape().
  std::vector<double> values(std::string_view state) const;
  /// Values of an output of the program at time(), in C order of shape().
  std::vector<double> output(std::string_view name) const;
  /// All components at time(), without a copy: one state after the other, each in C order of
  /// shape(). They are valid until the next call of a non-const member. Throws Usage if the program
  /// has the other precision.
  std::span<const float> floats() const;
  std::span<const double> doubles() const;
  /// The current time: t0 at first, then the end of the last run or piece.
  double time() const;
  /// Returns to the initial values, at t0 of the file or at the given time.
  void restart();
  void restart(double t0);

  // ---- running ------------------------------------------------------------------------------
  // The state stays on the device from run to run. It is copied back when values(), floats() or
  // doubles() read it, and copied to the device again after it was replaced. Kernels and tuning
  // stay until a call changes how to run, or a run takes more steps than any run before.

  /// Runs from time() to tEnd, by the dt of the file or by dt. Runs of the same dt continue to
  /// count steps: several runs give the bits of one.
  void runTo(double tEnd);
  void runTo(double tEnd, double dt);
  /// Runs a number of steps from time().
  void runSteps(std::int64_t steps, double dt);
  /// The largest stable step at the current state, less a tenth: with it only modes grow that grow
  /// in the equation. It is estimated on the host from derivatives of the right-hand side. It
  /// bounds no error, and it holds at later times only while the Jacobian stays similar. Throws Run
  /// if no step is stable, or if the estimate fails.
  double stableStep();
  /// Sets the stages of a step of rkl2, 2 to 100. 0: each run takes the fewest stages that are
  /// stable for its dt. Throws Usage for other numbers and other methods.
  void useStages(int count);
  /// The stages set; 0: runs choose.
  int stages() const;
  /// Controls the length of steps by their error, from the next run on; without a value steps have
  /// one length again. A run then consists of intervals, whose ends steps meet exactly; runTo(tEnd)
  /// is one interval. Outputs change no step: the state between two steps is interpolated, with an
  /// error of order 4 for dopri5 and 3 for bs32. everySteps() counts accepted steps. Throws Usage
  /// for a method without an error estimate, for unknown states, and for tolerances or lengths that
  /// are not positive.
  void control(const std::optional<StepControl> &control);
  /// The control set, or the control of the resumed run.
  const std::optional<StepControl> &control() const;
  /// Runs a planned run on the current state; time() becomes the run's. A run without `before`
  /// continues the random numbers of the runs since the initial values. Throws Usage for times that
  /// no run has, and for a field without values. Throws Run if the device fails, if
  /// memory does not suffice (before it allocates any), or if a component is not finite (and names
  /// it). After a failure the solver returns to the initial values.
  void run(const Run &run);

  /// Begins a run; advance() takes its steps in any pieces, with the bits of run(). Tuning is
  /// chosen once for the whole run. Nothing is computed yet; time() is the run's. Throws Usage as
  /// run().
  void begin(const Run &run);
  /// Takes the next 0 to stepsLeft() steps of the begun run. All calls are allowed between two
  /// pieces and take effect at the next piece. Params, restart(), another run and errors end the
  /// run. Throws as run(), and Usage for more steps than are left.
  void advance(std::int64_t steps);
  /// Steps left of the begun run; 0 without one.
  std::int64_t stepsLeft() const;
  const RunStats &stats() const;

  // ---- results over time --------------------------------------------------------------------
  // These apply to all runs from the next one on. Runs stop at the output times
  // (<eulerc/output_times.h>); the results of the steps are the same bits with and without.

  /// Calls back at these output times, the initial state included, in the thread that runs the
  /// solver. The callback may read the state, replace it, and end the run by stop(). An exception
  /// ends the run as well and is passed on; time and state stay as the callback saw them, and the
  /// next run continues there. Under error control a moment may lie within a step: the callback
  /// sees the interpolated state. If it replaces that state, the run continues from it at that
  /// time. If it stops or throws, the run has ended with the whole step.
  void observe(const OutputTimes &outputTimes, std::function<void()> callback);
  void every(double time, std::function<void()> callback) {
    observe(OutputTimes::every(time), std::move(callback));
  }
  /// Ends the run after the steps taken; for callbacks. stats().stopped says so. The last state is
  /// recorded, as at the end of every run.
  void stop();
  /// Records the states, or the selected part of them, while steps continue, to FILE.h5 (HDF5),
  /// FILE.vtkhdf (ParaView) or FILE.npy. The last record is always the state at the end of the run.
  /// The file is readable at every moment. Throws Usage for another suffix. The run throws Usage
  /// for a selection that the states do not have, and Run when a write fails.
  void save(const std::string &path, const OutputTimes &outputTimes,
            const Selection &selection = {});
  /// Writes a table to FILE.csv, or to standard output for "-": a line a moment, with the time, the
  /// named components, "u[10][20]", and all monitors of the program. Throws as save().
  void probe(const std::string &path, const OutputTimes &outputTimes,
             const std::vector<std::string> &components);
  /// Writes the events of the program to FILE.csv: a line for each, with its time, its name and the
  /// point. A point that has an event twice between two output times has one line. Throws as
  /// save().
  void recordEvents(const std::string &path,
                    const OutputTimes &outputTimes = OutputTimes::everySteps(1));
  /// Ends runs when no state changes by more than `rate` per unit of time. This is tested after
  /// every hundred steps, under error control after each. stats().stopped says so.
  void stopWhenSteady(double rate);
  /// Writes a checkpoint at these intervals and at the end of the run. The checkpoint before it
  /// stays as FILE.previous.
  void checkpoint(const std::string &path, double everyMinutes = 10);
  /// Resumes the run of a checkpoint: it sets params, state and times. advance(stepsLeft()) then
  /// continues with the bits of an uninterrupted run. Returns the whole run, which an extension
  /// makes longer. Give fields that the program does not compute before. Throws Usage for a damaged
  /// file, for a file of another program (comments do not count), size, precision or version, and
  /// for an end before the state.
  Run resume(const std::string &path, const Extension &extension = {});
  /// Starts from the state and the time of a checkpoint, of any program, params, method and
  /// precision. States are found by their names; other states begin with their initial values.
  /// Returns the time and the number of steps before it. Throws Usage for a damaged file, and for a
  /// file that has none of the states, or has them in another shape.
  Start restartFrom(const std::string &path);
  /// Writes the last finite state to FILE.h5 if a run fails on a value that is not finite.
  void keepLastGood(const std::string &path);
  /// The value of a monitor for the current state. Throws Usage for an unknown name.
  double monitor(std::string_view name) const;
  /// The values of all monitors for the current state, in the order of the program. One call is
  /// faster than one for each monitor: a device reduces them together.
  std::vector<double> monitors() const;
  /// Removes everything that these functions have set; the program's stop conditions stay.
  void unobserve();

  /// Calls back with the steps done and the steps of the run: at 0, now and then, and at the end;
  /// of a begun run in each piece. It runs in the thread that runs the solver. An exception ends
  /// the run between two steps and is passed on; the solver returns to the initial values.
  void onProgress(std::function<void(std::int64_t stepsDone, std::int64_t steps)> callback);
  /// Calls back with notes for the user, for example that there is no OpenCL device.
  void onNote(std::function<void(const std::string &)> callback);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace eulerc
