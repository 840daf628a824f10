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

/// What happens to a run if one of its files can no longer be written, for example on a full disk.
enum class LostFile {
  EndsRun,
  EndsRunAlone, ///< ends the run only if no other recording is left
  CostsNoOther, ///< the run continues, and reports the loss at its end
};

class SolverOutputs {
public:
  // These apply to all runs from the next one on. Runs pause at the output times
  // (<eulerc/output_times.h>); steps give the same bits with and without outputs.

  /// Calls back at these output times, the initial state included, in the thread that runs the
  /// solver. The callback may read the state, replace it, and end the run by stop(); calls that run
  /// or restart the solver or change the grid throw Usage. An exception ends the run as well and is
  /// passed on; time and state stay as the callback saw them, and the next run continues there.
  /// Under error control an output time may lie within a step: the callback sees the interpolated
  /// state. If it replaces that state, the run continues from it at that time. If it stops or
  /// throws, the run ends after the whole step. After interpolate() this holds for steps of one
  /// length as well, but the callback cannot replace the state there.
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
  /// Writes a table to FILE.csv, or to standard output for "-": a line for each output time, with
  /// the time, the named components, "u[10][20]", and all monitors of the program. Throws as
  /// save().
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
  /// Sets what happens to runs if a file can no longer be written; by default the run ends. A
  /// checkpoint that fails is reported by a note and tried again. A run with a checkpoint always
  /// ends when it loses a file; it can be resumed from the latest checkpoint. A run that lost a
  /// file and still reached its end throws Run there; its other files are complete, and its state
  /// stays.
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
  /// gives none. Throws Usage for an axis that does not exist, and for coordinates that do not
  /// increase.
  std::vector<double> coordinates(int axis);
  /// Removes everything that these functions have set; the program's stop conditions stay. If a
  /// begun run has steps left, its checkpoint is written first. Throws Run if that fails.
  void unobserve();

  /// Calls back with the steps done and the steps of the run: at 0, now and then, and at the end;
  /// of a begun run in each piece. It runs in the thread that runs the solver. An exception ends
  /// the run after the steps under way, as stop() does, and is passed on. Time and state stay as
  /// these steps left them, and the next run continues there.
  void onProgress(std::function<void(std::int64_t stepsDone, std::int64_t steps)> callback);
  /// Calls back with notes for the user, for example that there is no OpenCL device.
  void onNote(std::function<void(const std::string &)> callback);

protected:
  explicit SolverOutputs(SolverImpl &solver) : solver_(&solver) {}

private:
  SolverImpl *solver_;
};

} // namespace eulerc
