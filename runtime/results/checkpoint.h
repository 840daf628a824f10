// Checkpoints: all that a run needs to go on, in one file.
//
//   "eulerc checkpoint"   a line
//   {"model": …}          a line of JSON: program, params, times, steps taken, fields' hashes, and
//                         what the next step is to be if errors control it
//   all components, in the file's order and the solver's precision, with the slopes of the step
//   before where the method needs them
//   a hash of all bytes before it
//
// Written aside and renamed, so that it is whole or the one before it; which stays as
// FILE.previous.
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

/// What a checkpoint says besides the state.
struct CheckpointHead {
  std::string runtime;       ///< version of eulerc
  std::string model;         ///< name of the program
  std::uint64_t text = 0;    ///< hash of the program's text without its comments
  std::string method;        ///< its name; "" in files of before it was written
  std::uint64_t kernels = 0; ///< hash of what was made of it
  std::string precision;     ///< "float", "double"
  std::vector<std::int64_t> shape;
  std::vector<std::string> states;
  std::vector<ParamValue> params; ///< in the model's order
  Run run;
  std::int64_t done = 0; ///< steps of the run
  int stages = 1;        ///< of a step; 0: the first one is still to choose them
  std::vector<std::uint64_t> fields;
  std::optional<ControlledRun> controlled; ///< of a run whose steps are intervals
  FileRecords files;                       ///< in the file by their paths from its folder
  std::optional<Steady> steady;            ///< as of an Observation
};

/// By the clock, and at the end of a run. Throws Usage for a path that is none.
std::unique_ptr<Observer> makeCheckpointer(const std::string &path, double everyMinutes);

/// Why a file cannot be gone on from: it is damaged, so that the one before it may serve.
struct DamagedCheckpoint : Error {
  using Error::Error;
};

/// What `read` makes of the file, or, where that is damaged, of the one before it.
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

/// Reads a checkpoint of that model: its head, and the state into `y`, which `allocate` makes room
/// in. Throws Usage for a file of another program, size, precision or version, and
/// DamagedCheckpoint.
CheckpointHead readCheckpoint(const std::string &path, const Model &model,
                              const std::function<void *(const CheckpointHead &)> &allocate);

/// The head alone; the state is not looked at.
CheckpointHead readHead(const std::string &path, const Model &model);

/// The state of a checkpoint, of whatever program.
struct KeptState {
  double time = 0;
  std::int64_t taken = 0; ///< steps that led to it
  Precision precision = Precision::Float;
  std::vector<std::int64_t> shape;
  std::vector<std::string> states;
  std::vector<std::byte> values; ///< of these, one state after the other

  /// Of the state of a number, as doubles.
  std::vector<double> valuesOf(std::size_t state) const;
};

/// Throws Usage for another format, and DamagedCheckpoint.
KeptState readKeptState(const std::string &path);

} // namespace eulerc
