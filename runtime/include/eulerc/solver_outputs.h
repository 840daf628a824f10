// SolverOutputs: the part of a Solver that records results over time, and looks at runs.
//
//   solver.save("u.h5", eulerc::OutputTimes::every(0.1));
//   solver.stopWhenSteady(1e-8);
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <eulerc/output_times.h>

namespace eulerc {

struct SolverImpl;

/// What becomes of a run one of whose files cannot be written any more, as on a full disk.
enum class LostFile {
  EndsRun,
  EndsRunAlone, ///< if no other recording is left
  CostsNoOther, ///< the run goes on, and tells of it in the end
};

class SolverOutputs {
public:
  // These apply to all runs from the next one on. Runs stop at the output times
  // (<eulerc/output_times.h>); the results of the steps are the same bits with and without.

  /// Calls back at these output times, the initial state included, in the thread that runs the
  /// solver. The callback may read the state, replace it, and end the run by stop(); what runs or
  /// restarts the solver or changes the grid throws Usage. An exception ends the run as well and is
  /// passed on; time and state stay as the callback saw them, and the next run continues there.
  /// Under error control a moment may lie within a step: the callback sees the interpolated state.
  /// If it replaces that state, the run continues from it at that time. If it stops or throws, the
  /// run has ended with the whole step.
  void observe(const OutputTimes &outputTimes, std::function<void()> callback);
  void every(double time, std::function<void()> callback) {
    observe(OutputTimes::every(time), std::move(callback));
  }
  /// Ends the run after the steps taken; for the callbacks of observe() and onProgress().
  /// stats().stopped says so. The last state is recorded, as at the end of every run.
  void stop();
  /// Records the states, or the selected part of them, while steps continue, to FILE.h5 (HDF5),
  /// FILE.nc (netCDF), FILE.vtkhdf (ParaView) or FILE.npy. The last record is always the state at
  /// the end of the run. The file is readable at every moment. Throws Usage for another suffix. The
  /// run throws Usage for a selection that the states do not have, and Run when a write fails.
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
  /// What a file that cannot be written any more does to runs; by default it ends them. A
  /// checkpoint that fails is told by a note and tried again; runs with one always end, and can be
  /// resumed from the latest one that was written before. Where a run has come to its end all the
  /// same, it throws Run then, with all other files written, and its state stays.
  void onLostFile(LostFile what);
  /// Writes the last finite state to FILE.h5 if a run fails on a value that is not finite.
  void keepLastGood(const std::string &path);
  /// The value of a monitor for the current state. Throws Usage for an unknown name.
  double monitor(std::string_view name) const;
  /// The values of all monitors for the current state, in the order of the program. One call is
  /// faster than one for each monitor: a device reduces them together.
  std::vector<double> monitors() const;
  /// Values of an output of the program for the current state, in C order of shape(). Throws Usage
  /// for an unknown name.
  std::vector<double> output(std::string_view name) const;
  /// Coordinates of the points along an axis of the grid, 0 the slowest one; none where the program
  /// gives none. Throws Usage for an axis that is not there, and for coordinates that do not grow.
  std::vector<double> coordinates(int axis);
  /// Removes everything that these functions have set; the program's stop conditions stay. Where a
  /// begun run has steps left, its checkpoint is written before. Throws Run if it cannot be.
  void unobserve();

  /// Calls back with the steps done and the steps of the run: at 0, now and then, and at the end;
  /// of a begun run in each piece. It runs in the thread that runs the solver. An exception ends
  /// the run behind the steps under way, as stop() does, and is passed on; time and state stay as
  /// they are there, and the next run continues.
  void onProgress(std::function<void(std::int64_t stepsDone, std::int64_t steps)> callback);
  /// Calls back with notes for the user, for example that there is no OpenCL device.
  void onNote(std::function<void(const std::string &)> callback);

protected:
  explicit SolverOutputs(SolverImpl &solver) : solver_(&solver) {}

private:
  SolverImpl *solver_;
};

} // namespace eulerc
