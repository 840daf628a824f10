// Checkpoints: a file with everything that a run needs to continue.
//
//   "eulerc checkpoint"   a line
//   {"model": …}          a line of JSON: program, params, times, steps taken, hashes of fields,
//   and
//                         the step control's next step
//   all components, in the file's order and the solver's precision, with the last slopes if the
//   method reuses them (FSAL)
//   a hash of all bytes before it
//
// A checkpoint is written under another name and renamed, so that the file is always complete. The
// previous checkpoint stays as FILE.previous.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/array.h"
#include "input/file.h"
#include "results/observer.h"

namespace eulerc {

/// The contents of a checkpoint besides the state.
struct CheckpointHead {
  std::string runtime;       ///< version of eulerc
  std::string model;         ///< name of the program
  std::uint64_t text = 0;    ///< hash of the program's text without its comments
  std::string method;        ///< name; "" in older files
  std::uint64_t kernels = 0; ///< hash of the generated kernels
  std::string precision;     ///< "float", "double"
  std::vector<std::int64_t> shape;
  std::vector<std::string> states;
  std::vector<ParamValue> params; ///< in the model's order
  Run run;
  std::int64_t done = 0; ///< steps of the run
  int stages = 1;        ///< of a step; 0: the first step must still choose them
  std::vector<std::uint64_t> fields;
  std::optional<ControlledRun> controlled; ///< state of the step control
  FileRecords files;                       ///< in the file by paths relative to its folder
  std::optional<Steady> steady;            ///< as in Observation
};

/// Writes checkpoints by the clock, and at the end of a run. Throws Usage for an invalid interval.
std::unique_ptr<Observer> makeCheckpointer(const std::string &path, double everyMinutes);

/// A checkpoint is damaged; the previous one may be complete.
struct DamagedCheckpoint : Error {
  using Error::Error;
};

/// The result of `read` for the file or, if it is damaged, for the previous one.
template <class Read>
auto firstWhole(const std::string &path, const std::function<void(const std::string &)> &note,
                Read &&read) {
  try {
    return read(path);
  } catch (const DamagedCheckpoint &damaged) {
    const std::string previous = path + ".previous";
    if (!hasFile(previous))
      throw;
    if (note)
      note(fmt::format("{}; the one before it is taken", damaged.what()));
    return read(previous);
  }
}

/// Reads a checkpoint of that model: its head, and the state into the memory that `allocate`
/// returns. Throws Usage for a file of another program, size, precision or version, and
/// DamagedCheckpoint.
CheckpointHead readCheckpoint(const std::string &path, const Model &model,
                              const std::function<void *(const CheckpointHead &)> &allocate);

/// Reads the head only.
CheckpointHead readHead(const std::string &path, const Model &model);

/// The state of a checkpoint of any program.
struct KeptState {
  double time = 0;
  std::int64_t taken = 0;       ///< steps that led to it
  std::optional<double> origin; ///< where the first one began, if they may have had one length
  Precision precision = Precision::Float;
  std::vector<std::int64_t> shape;
  std::vector<std::string> states;
  std::vector<std::byte> values; ///< of `states`, one after the other

  /// The values of a state, by its number, as doubles.
  std::vector<double> valuesOf(std::size_t state) const;
};

/// Reads the state. Throws Usage for another format, and DamagedCheckpoint.
KeptState readKeptState(const std::string &path);

} // namespace eulerc
