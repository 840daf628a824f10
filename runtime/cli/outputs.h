// Outputs: the files that a run writes at its end: --output, --stats, --picture and --movie.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/movie.h"
#include "cli/options.h"
#include "output/file.h"

namespace eulerc {

class Outputs {
public:
  /// Throws OutputError(Usage) for a path that cannot be written, Error(Usage) for an unknown
  /// suffix, a file that is asked for twice, or a file that the run reads. Creates no file.
  Outputs(const Model &model, const Options &options);
  /// Writes all files that can be written, then throws OutputError(Run) if one failed.
  void writeState(const Solver &solver) const;
  /// Names of the files with the final state.
  std::vector<std::string> stateFiles() const;
  /// Calls `json` only if there is a file for it, since it measures the processor.
  void writeStats(const std::function<std::string()> &json) const;
  /// Writes the images of --picture.
  void writePictures(const Solver &solver, const TimeOptions &options) const;
  /// Writes the movies of --movie, from the series of --save.
  void writeMovies() const;

private:
  bool csv_ = false;
  std::vector<OutputFile> states_; ///< .npy: one for each state; .csv: one
  std::optional<OutputFile> stats_;
  std::vector<OutputFile> pictures_; ///< one for each state or output
  std::vector<OutputFile> movies_;   ///< one for each recorded state
  std::vector<SeriesPart> recorded_; ///< the series of each movie, in the same order
};

/// Throws Usage if the last finite state of a failed run would replace a file that the run reads.
void requireOwnLastGood(const Model &model, const Options &options);

/// "out.u.npy" for u if there are several states, "out.npy" for a single state.
std::vector<std::string> statePaths(const std::string &path, const std::vector<std::string> &names);

} // namespace eulerc
