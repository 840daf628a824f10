// Observer: the interface of everything that reads the state during a run: files, tables, events,
// callbacks, stop conditions, checkpoints.
//
//   begin → take, take, … (when due) → settle → close
//
// RunLoop::takeSteps (run_loop.cpp) stops at the steps where an observer is due and calls it.
// Observers do not change the bits of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "base/pieces.h"
#include "results/coordinates.h"
#include "schedule/schedule.h"
#include "stepsize/control.h"

namespace eulerc {

/// The records that a file has of a run.
struct FileRecord {
  std::int64_t records = 0;
  bool endsOff = false; ///< the last record is the end of the run, not an output time
  /// Hashes of all records, and of all except the last; empty: there is none.
  std::vector<std::uint64_t> hashes = {};
};
using FileRecords = std::map<std::string, FileRecord>; ///< by absolute paths

/// The rate of change that the user asks for to end a run, and the rate at which it ended.
struct Steady {
  double asked = 0, found = 0;
};

/// The run that begins, for observers.
struct ObservedRun {
  const Model &model;
  const std::vector<ParamValue> &params;
  std::vector<std::int64_t> shape; ///< of the grid, as in the file
  Run run;
  std::int64_t step = 0; ///< the step at which it continues, counted from run.from
  /// Hashes of the values of each field.
  std::function<std::vector<std::uint64_t>()> fieldHashes = {};
  /// With step control: the run's steps are intervals, and observers are also asked after each true
  /// step.
  bool isControlled = false;
  bool isAmid = false;    ///< it continues within an interval
  double time = 0;        ///< the time at which it continues
  bool isResumed = false; ///< it continues from a checkpoint
  std::optional<StepControl> control = {};
  bool choosesStages = false; ///< the run chooses the number of stages
  /// Coordinates of each axis; may be empty.
  std::function<std::vector<AxisCoordinates>()> coordinates = {};
  /// For a run that continues; as in Observation.
  std::function<void(std::span<const std::int64_t> components, void *to)> read = {};
  /// Gives a note to the user during the run; may be empty.
  std::function<void(const std::string &)> note = {};
  std::optional<Steady> steady = {}; ///< if a steady state ended the run before
  bool goesOn() const { return step > 0 || isAmid || isResumed; }
};

/// The output times of an observer in the run that begins.
struct Dues {
  std::int64_t count = 0;   ///< of the whole run, with its end; -1: not known
  std::int64_t already = 0; ///< before the time at which the run continues
  bool isEachStep = false;
  std::optional<double> last; ///< the time at which the run continues, if it is an output time
  bool beginsNew = false;     ///< a new file begins with the state at which the run continues
  /// The time of an output by its number, from 0; empty if times are not known.
  std::function<double(std::int64_t)> timeOf = {};
  /// The number of first outputs for which `timeOf` may be a step too early or too late.
  std::int64_t roughCount = 0;
  /// The time from which outputs are counted anew, if steps of another length lie before it.
  std::optional<double> since = {};
  double now = 0;        ///< the time at which the run continues
  bool takesNow = false; ///< the state at `now` is recorded, even if the file has it already
  double slack = 0;      ///< difference of times that are equal up to rounding
  std::optional<FileRecord> had = {}; ///< record of the file at `now`, if it is known
  /// Records that the file may have: `had`, or for a resumed run those of any of its files, since
  /// the file may be a copy.
  std::optional<std::vector<FileRecord>> mayHave = {};
};

/// Backend, device and scheme of the steps.
struct RanOn {
  explicit RanOn(const RunStats &stats)
      : backend(stats.backend), device(stats.deviceName),
        scheme(stats.scheme + " (" + stats.form + ")") {}
  RanOn() = default;
  std::string backend, device, scheme; ///< "opencl", "NVIDIA H200", "overlapped (registers)"
};

/// The state between two steps.
struct Observation {
  std::int64_t step = 0;  ///< steps taken since Run::from
  std::int64_t taken = 0; ///< the same; with step control true steps, not intervals
  double time = 0;
  /// All components in the file's order; copies the state to the host.
  std::function<const void *()> state;
  /// Reads some components, by their numbers in the file's order, and checks that they are finite.
  std::function<void(std::span<const std::int64_t> components, void *to)> read;
  bool isInParts = false; ///< the state is spread over ranks and is best read in pieces
  /// Calls use() with one piece after the other of a state, in the order of files; copies no more
  /// to the host than needed.
  std::function<void(std::int64_t state, const UsePiece &use)> pieces = {};
  /// Copies all components to the caller's memory, with `stateBytes` from state to state; the
  /// solver keeps no copy on the host. The returned function, if any, does the copying; any thread
  /// may call it.
  std::function<std::function<void()>(void *first, std::int64_t stateBytes)> copy;
  /// Starts to compute all monitors of the program. The returned function waits for their values,
  /// and may be called at a later output time.
  std::function<std::function<std::vector<double>()>()> monitors;
  /// The values that stop conditions read: monitors, perhaps followed by globals.
  std::function<std::vector<double>()> ofStops;
  /// Values of an output at grid points [begin, end).
  std::function<void(int output, std::int64_t begin, std::int64_t end, double *values)> output;
  /// Keeps the state before the next step on its device, to compare it with a later one.
  std::function<void()> remember;
  /// The largest |change| of a component since remember(); nullopt: no state is remembered.
  std::function<std::optional<double>()> change;
  std::optional<ControlledRun> controlled; ///< with step control
  std::function<FileRecords()> files;
  std::optional<Steady> steady; ///< if a steady state ends the run
  RanOn ranOn;
};

/// The records of an observer's file.
struct Recorded {
  std::int64_t records = 0;
  std::optional<double> last;             ///< time of the latest record of this run
  std::vector<std::uint64_t> hashes = {}; ///< as in FileRecord
};

class Observer {
public:
  virtual ~Observer() = default;

  /// The files that it writes, if they differ from the given path.
  virtual std::vector<std::string> filesIn(const Model &) const { return {}; }
  /// Called before the first output time of a run.
  virtual void begin(const ObservedRun &, const Dues &) {}
  /// Whether begin() must be called again, because steps are now taken in another way.
  virtual bool beginsAnew() const { return false; }
  /// Whether take() is due for the state at which a run continues.
  virtual bool takesFirst() const { return false; }
  /// Called when the observer is due.
  virtual void take(const Observation &) = 0;
  /// Whether it reads components, which must be checked to be finite before; monitors check
  /// themselves.
  virtual bool looksAtState() const { return true; }
  /// Whether it is due now, by the clock. Asked between two pieces, about once a second or more
  /// often, and after each true step with step control. Throws failures of its writing.
  virtual bool isDueNow() { return false; }
  /// Whether its file also gets the state where a callback ends the run between output times. A run
  /// that goes on from there removes this record again, which a list of events cannot do.
  virtual bool takesEarlyEnd() const { return true; }
  /// The number of steps by which a call may be late, for observers that get events of all steps.
  virtual std::int64_t patience() const { return 0; }
  /// A further step at which take() must be called, counted as Observation::step; negative: none.
  virtual std::int64_t alsoAt() const { return -1; }
  /// Writes everything that was taken.
  virtual void settle() {}
  /// Called after the last step of a run, which may have ended early. Writes everything.
  virtual void finish(const Observation &) {}
  /// The records of its file; nullopt if it has no output times.
  virtual std::optional<Recorded> recorded() const { return {}; }
  /// Called after a failure of another observer or of writing, if the state still exists.
  virtual void rescue(const Observation &) {}
  /// Called after a run has ended or failed: releases files for other runs.
  virtual void close() {}
};

} // namespace eulerc
