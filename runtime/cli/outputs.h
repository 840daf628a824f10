// The files a run leaves: --output and --stats.
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
  /// Throws OutputError(Usage) for a path that could not be written, Error(Usage) for an unknown
  /// suffix, one file asked for twice, or one that the run reads. Creates nothing.
  Outputs(const Model &model, const Options &options);
  /// Writes each file although another one cannot be written; then throws OutputError(Run).
  void writeState(const Solver &solver) const;
  /// Names of the files that the final state goes to.
  std::vector<std::string> stateFiles() const;
  /// `json` is asked for where a file was: it measures the processor.
  void writeStats(const std::function<std::string()> &json) const;
  /// The images of --picture.
  void writePictures(const Solver &solver, const TimeOptions &options) const;
  /// The movies of --movie, of what --save has recorded.
  void writeMovies() const;

private:
  bool csv_ = false;
  std::vector<OutputFile> states_; ///< .npy: one for each state; .csv: one
  std::optional<OutputFile> stats_;
  std::vector<OutputFile> pictures_; ///< one for each state or output
  std::vector<OutputFile> movies_;   ///< one for each state that is recorded
  std::vector<SeriesPart> recorded_; ///< what they show, in the same order
};

/// Throws Usage where the last finite state of a run that fails would replace a file that is read.
void requireOwnLastGood(const Model &model, const Options &options);

/// "out.u.npy" for u of several, "out.npy" for the only one.
std::vector<std::string> statePaths(const std::string &path, const std::vector<std::string> &names);

} // namespace eulerc
