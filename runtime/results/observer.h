// Observers: what looks at a run between two of its pieces.
//
//   begin → take, take, … (when due) → settle → close
//
// One loop (RunLoop::takeSteps in run_loop.cpp) stops at the steps where an observer is due and
// calls it; without observers a run is as fast as before, and its bits are the same in any case.
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

/// What a file has of a run.
struct FileRecord {
  std::int64_t records = 0;
  bool endsOff = false; ///< the last one is of no output time: the run has ended there
  /// Of all records, and of all but the last one; none: the file itself says of which run it is.
  std::vector<std::uint64_t> hashes = {};
};
using FileRecords = std::map<std::string, FileRecord>; ///< by their whole paths

/// The rate of change at which a run was to end, and the one at which it has ended.
struct Steady {
  double asked = 0, found = 0;
};

/// The run that begins, as observers see it.
struct ObservedRun {
  const Model &model;
  const std::vector<ParamValue> &params;
  std::vector<std::int64_t> shape; ///< of the grid, as in the file
  Run run;
  std::int64_t step = 0; ///< where it continues, counted from run.from
  /// Of the values of each field.
  std::function<std::vector<std::uint64_t>()> fieldHashes = {};
  /// Its steps are intervals, and observers are asked after each true step, too.
  bool isControlled = false;
  bool isAmid = false;    ///< it continues within an interval
  double time = 0;        ///< where it continues
  bool isResumed = false; ///< it continues from a checkpoint
  std::optional<StepControl> control = {};
  bool choosesStages = false; ///< of a step, where it has steps and nobody asked for a number
  /// Of each axis; may be empty.
  std::function<std::vector<AxisCoordinates>()> coordinates = {};
  /// Of a run that continues; as of an Observation.
  std::function<void(std::span<const std::int64_t> components, void *to)> read = {};
  /// Tells something during the run; may be empty.
  std::function<void(const std::string &)> note = {};
  std::optional<Steady> steady = {}; ///< of a run that has ended so
  bool goesOn() const { return step > 0 || isAmid || isResumed; }
};

/// The output times of an observer in the run that begins.
struct Dues {
  std::int64_t count = 0;   ///< of the whole run, with its end; -1: nobody knows
  std::int64_t already = 0; ///< up to where it continues
  bool isEachStep = false;
  std::optional<double> last; ///< the time where it continues, if that is one of them
  bool beginsNew = false;     ///< the state where it continues is the first one of a new file
  /// When the one of a number is due, counted from 0; nothing where nobody knows.
  std::function<double(std::int64_t)> timeOf = {};
  double now = 0;        ///< the time where it continues
  bool takesNow = false; ///< the state there is recorded, though it may have been already
  double slack = 0;      ///< of times that are the same but for rounding
  std::optional<FileRecord> had = {}; ///< of its file, where the run continues, if that is known
  /// What its file may have: `had`, or of a resumed run what any file had, of which it is a copy.
  std::optional<std::vector<FileRecord>> mayHave = {};
};

/// Where and how steps are computed.
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
  std::int64_t taken = 0; ///< the same; of a controlled run true steps, not intervals
  double time = 0;
  /// All components in the file's order; brings the state to the host.
  std::function<const void *()> state;
  /// Some components, by their places there, without the others. They are finite.
  std::function<void(std::span<const std::int64_t> components, void *to)> read;
  bool isInParts = false; ///< the state is nowhere together, and is best taken in pieces
  /// Calls use() with one piece after the other of a state that travels, in the order of files;
  /// brings no more to the host than it must.
  std::function<void(std::int64_t state, const UsePiece &use)> pieces = {};
  /// Copies all components to memory of the caller's, without bringing the state to the host for
  /// good: states begin `stateBytes` after each other. The returned function, if any, does the
  /// copying; any thread may call it.
  std::function<std::function<void()>(void *first, std::int64_t stateBytes)> copy;
  /// The values of all monitors of the program. What it returns waits for them, and may be asked
  /// at a later output time.
  std::function<std::function<std::vector<double>()>()> monitors;
  /// Values of an output at grid points [begin, end).
  std::function<void(int output, std::int64_t begin, std::int64_t end, double *values)> output;
  /// The state that the next step is from is kept where it is, to compare it with a later one.
  std::function<void()> remember;
  /// The largest |change| of a component since then; nothing if nothing is remembered.
  std::function<std::optional<double>()> change;
  std::optional<ControlledRun> controlled; ///< if it is
  std::function<FileRecords()> files;
  std::optional<Steady> steady; ///< where the run ends so
  RanOn ranOn;
};

/// What the file of an observer has.
struct Recorded {
  std::int64_t records = 0;
  std::optional<double> last;             ///< the latest one that this run has led to
  std::vector<std::uint64_t> hashes = {}; ///< as of a FileRecord
};

class Observer {
public:
  virtual ~Observer() = default;

  /// What it writes in such a run, where its name alone does not say.
  virtual std::vector<std::string> filesIn(const Model &) const { return {}; }
  /// Before the first output time of a run.
  virtual void begin(const ObservedRun &, const Dues &) {}
  /// Whether it has to begin again where the run is: steps are taken another way from there on.
  virtual bool beginsAnew() const { return false; }
  /// Whether the state where a run continues is due, which was taken before.
  virtual bool takesFirst() const { return false; }
  /// At a moment that is due.
  virtual void take(const Observation &) = 0;
  /// Whether it looks at components, which are to be finite; monitors that are not tell by
  /// themselves.
  virtual bool looksAtState() const { return true; }
  /// Whether a moment is due now, by the clock; asked between two pieces, at least each second or
  /// so, and after each true step of a controlled run. Throws what went wrong since the last time.
  virtual bool isDueNow() { return false; }
  /// How many steps after one that is due it may be called, because it is told of them all.
  virtual std::int64_t patience() const { return 0; }
  /// A further step at which take() is to be called, counted as Observation::step; negative: none.
  virtual std::int64_t alsoAt() const { return -1; }
  /// Nothing is left to be written when it returns.
  virtual void settle() {}
  /// After the last step of a run, which may have ended early. Nothing is left to be written when
  /// it returns.
  virtual void finish(const Observation &) {}
  /// Nothing, if it has no output times.
  virtual std::optional<Recorded> recorded() const { return {}; }
  /// Another observer has failed, or writing has; the state is still there.
  virtual void rescue(const Observation &) {}
  /// The run is over, one way or the other, and all is settled: files are free for other runs.
  virtual void close() {}
};

} // namespace eulerc
