#include "cli/outputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/refuse.h"
#include "cli/attempts.h"
#include "cli/movie.h"
#include "cli/over_time.h"
#include "cli/picture.h"
#include "cli/pictured.h"
#include "cli/states.h"
#include "input/values.h"
#include "output/array.h"
#include "output/growing.h"
#include "state/state.h"

namespace eulerc {

std::vector<std::string> statePaths(const std::string &path,
                                    const std::vector<std::string> &names) {
  if (names.size() == 1)
    return {path};
  std::vector<std::string> paths;
  for (const std::string &name : names) {
    std::filesystem::path result = path;
    const std::string suffix = result.extension().string();
    paths.push_back(result.replace_extension(fileWord(name) + suffix).string());
  }
  return paths;
}

namespace {

struct Named {
  std::string option, path;
};

/// The files that a run reads.
std::vector<Named> inputs(const Options &options) {
  std::vector<Named> files;
  for (const auto &[name, path] : options.fields)
    files.push_back({fmt::format("--field {}", name), fileOf(path)});
  for (const auto &[name, path] : options.data)
    files.push_back({fmt::format("--data {}", name), fileOf(path)});
  for (const auto &[name, path] : options.initials)
    files.push_back({fmt::format("--init {}", name), fileOf(path)});
  if (!options.overTime.resume.empty())
    files.push_back({"--resume", options.overTime.resume});
  if (!options.overTime.restart.empty())
    files.push_back({"--restart", options.overTime.restart});
  return files;
}

/// A run that goes on may replace its checkpoint; one that was killed while it wrote it can have
/// left one file by both names.
bool areCheckpoints(const std::string &first, const std::string &second) {
  return (first == "--checkpoint" || first == "--resume" || first == "--restart") &&
         second == "--checkpoint";
}

} // namespace

Outputs::Outputs(const Model &model, const Options &options) {
  std::vector<Named> taken = inputs(options);
  const auto open = [&](const std::string &option, const std::string &path) {
    OutputFile file(path);
    for (const Named &other : taken)
      if (file.isFile(other.path) && !areCheckpoints(other.option, option))
        refuse(fmt::format("{} and {} both name '{}'; give two files", other.option, option, path));
    // A checkpoint is a new file each time, so that one that is waited for may be between two.
    if (option == "--checkpoint")
      requireNoOtherRun(file);
    else
      awaitNoOtherRun(file);
    taken.push_back({option, path});
    return file;
  };
  if (!options.output.empty()) {
    const std::string suffix = std::filesystem::path(options.output).extension().string();
    csv_ = suffix == ".csv";
    if (!csv_ && suffix != ".npy")
      refuse(fmt::format("--output: '{}' must end in .npy or .csv", options.output));
    std::vector<std::string> names; // of the files
    for (const DeclaredState &state : declaredStates(model))
      if (!csv_ || names.empty())
        names.push_back(state.name);
    for (const std::string &path : statePaths(options.output, names))
      states_.push_back(open("--output", path));
  }
  if (options.stats == "-")
    refuse("--stats writes a file; name one, as in --stats stats.json");
  if (!options.stats.empty())
    stats_ = open("--stats", options.stats);
  for (const auto &[option, path] : filesOverTime(model, options)) {
    const OutputFile file = open(option, path);
    if (option == "--picture")
      pictures_.push_back(file);
    if (option == "--movie")
      movies_.push_back(file);
  }
  if (!movies_.empty())
    recorded_ = movieSources(model, options);
}

void Outputs::writeState(const Solver &solver) const {
  if (states_.empty())
    return;
  const std::vector<StateArray> arrays = csv_ ? stateArrays(solver) : declaredPieces(solver);
  if (csv_)
    states_[0].write([&](std::FILE *file) {
      const Model &model = solver.model();
      writeCsv(file, {model.program.axes, model.program.axes + model.program.rank}, arrays);
    });
  Attempts each;
  for (std::size_t i = 0; !csv_ && i < states_.size(); i++)
    each.attempt([&] { states_[i].write([&](std::FILE *file) { writeNpy(file, arrays[i]); }); });
  each.finish();
}

void Outputs::writePictures(const Solver &solver, const TimeOptions &options) const {
  if (pictures_.empty())
    return;
  const Pictured shown = picturedBy(solver, options);
  Attempts each;
  for (std::size_t i = 0; i < pictures_.size(); i++)
    each.attempt([&] {
      pictures_[i].write([&](std::FILE *file) { writePng(file, pictureImage(shown.arrays[i])); });
    });
  each.finish();
}

void Outputs::writeMovies() const {
  Attempts each;
  for (std::size_t i = 0; i < movies_.size(); i++)
    each.attempt([&] { writeMovie(recorded_[i], movies_[i]); });
  each.finish();
}

std::vector<std::string> Outputs::stateFiles() const {
  std::vector<std::string> names;
  for (const OutputFile &file : states_)
    names.push_back(file.path());
  return names;
}

void Outputs::writeStats(const std::function<std::string()> &json) const {
  if (!stats_)
    return;
  const std::string text = json();
  stats_->write([&](std::FILE *file) { writeBytes(file, text.data(), text.size()); });
}

} // namespace eulerc
