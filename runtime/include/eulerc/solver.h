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
#include <eulerc/solver_inputs.h>
#include <eulerc/solver_outputs.h>
#include <eulerc/solver_setup.h>
#include <eulerc/stats.h>
#include <eulerc/steps.h>
#include <eulerc/tuning.h>

namespace eulerc {

struct Model; // <eulerc/model.h>: what eulerc made of the program

/// SolverInputs sets params, fields and data. SolverSetup sets where and how the solver runs.
/// SolverOutputs sets what it records.
class Solver : public SolverInputs, public SolverSetup, public SolverOutputs {
public:
  /// Throws Usage for a model that another version of eulerc made: compile the program again.
  explicit Solver(const Model &model);
  ~Solver();
  /// A solver that was moved from may only be assigned to or destroyed.
  Solver(Solver &&) noexcept;
  Solver &operator=(Solver &&) noexcept;

  const Model &model() const;

  /// Calls `change`, which sets params, fields, data, or how to run. If it throws, all of these are
  /// as before, and so are the state and the run. Within `change`, calls that read or replace the
  /// state, run or restart are refused (Usage).
  void together(const std::function<void()> &change);

  // ---- times --------------------------------------------------------------------------------
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

  // ---- state --------------------------------------------------------------------------------
  /// Values of a state at time(), in C order of shape().
  std::vector<double> values(std::string_view state) const;
  /// All components at time(), without a copy: one state after the other, each in C order of
  /// shape(). They are valid until the next call of a non-const member. Throws Usage if the program
  /// has the other precision.
  std::span<const float> floats() const;
  std::span<const double> doubles() const;
  /// The current time: t0 at first, then the end of the last run or piece.
  double time() const;
  /// Whether the state is the initial one of the program, untouched by values, and no run has begun
  /// since.
  bool isAtStart() const;
  /// Returns to the initial values, at t0 of the file or at the given time. Throws Usage in a
  /// callback of a run.
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
  /// The largest stable step at the current state, less a tenth: with it, a mode grows only if it
  /// grows in the equation. It is estimated on the host from derivatives of the right-hand side. It
  /// bounds no error, and it holds at later times only while the Jacobian stays similar. Throws Run
  /// if no step is stable, or if the estimate fails.
  double stableStep();
  /// Chooses the stages of a planned run at the current state, as run() does; does nothing if the
  /// method fixes their number or useStages() set it.
  void chooseStages(const Run &run);
  /// Runs a planned run on the current state; time() becomes the run's. A run without `before`
  /// continues the random numbers of the runs since the initial values. Throws Usage for times that
  /// no run has, and for a field without values. Throws Run if the device fails, if
  /// memory does not suffice (before it allocates any), or if a component is not finite (and names
  /// it). After a failure the solver returns to the initial values.
  void run(const Run &run);

  /// Begins a run; advance() takes its steps in any pieces, with the bits of run(). Tuning is
  /// chosen once for the whole run. Nothing is computed yet; time() is the start of the run. Throws
  /// Usage as run().
  void begin(const Run &run);
  /// Takes the next 0 to stepsLeft() steps of the begun run. Before the first step, advance(0)
  /// records where the run begins. All calls are allowed between two pieces and take effect at the
  /// next piece. A param that changes the grid, restart(), another run and errors end the run.
  /// Throws as run(), and Usage for more steps than are left.
  void advance(std::int64_t steps);
  /// Steps left of the begun run; 0 without one.
  std::int64_t stepsLeft() const;
  const RunStats &stats() const;

  // ---- checkpoints --------------------------------------------------------------------------
  /// Resumes the run of a checkpoint: it sets params, state and times. advance(stepsLeft()) then
  /// continues with the bits of an uninterrupted run. Returns the whole run, which an extension
  /// makes longer. Give fields that the program does not compute before this call. If their sizes
  /// follow from the checkpoint, call takeParams() first. Throws Usage for a damaged file, for a
  /// file of another program (comments do not count), size, precision or version, and for an end
  /// before the state.
  Run resume(const std::string &path, const Extension &extension = {});
  /// Sets the params of the run of a checkpoint. Throws Usage as resume().
  void takeParams(const std::string &checkpoint);
  /// Starts from the state and the time of a checkpoint, of any program, params, method and
  /// precision, or from another time. States are found by their names; other states begin with
  /// their initial values. Returns the time and the steps before it, for plans that continue to
  /// count them. Throws Usage for a
  /// damaged file, and for a file that has none of the states, or has them in another shape.
  Start restartFrom(const std::string &path, std::optional<double> from = {});
  /// Throws the error that restartFrom() would throw for that file, and changes nothing.
  void checkRestartFrom(const std::string &path) const;

private:
  explicit Solver(std::unique_ptr<SolverImpl> impl);

  std::unique_ptr<SolverImpl> impl_;
};

} // namespace eulerc
