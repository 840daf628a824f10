// Checks the paths of output files against each other and against inputs, and writes them
// (outputs.h).

#include "cli/outputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "cli/deferred_errors.h"
#include "cli/movie.h"
#include "cli/over_time.h"
#include "cli/picture.h"
#include "cli/pictured.h"
#include "cli/states.h"
#include "cli/stats.h"
#include "cli/sweep.h"
#include "input/frames.h"
#include "input/values.h"
#include "model/model_lists.h"
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
    paths.push_back(result.replace_extension(fileWord(name, names) + suffix).string());
  }
  return paths;
}

namespace {

struct Named {
  std::string option, path;
};

/// Adds the file of a field, and the file of its times if it changes in time.
void addField(std::vector<Named> &files, const Model &model, const std::string &name,
              const std::string &path) {
  const std::string option = fmt::format("--field {}", name);
  files.push_back({option, fileOf(path)});
  const std::optional<int> place = placeOf(name, fieldsOf(model));
  if (!place || !isSeries(model, model.program.fields[*place]))
    return;
  if (const std::string times = fileOfTimes(path); !times.empty())
    files.push_back({option + " (its times)", times});
}

/// The files that a run reads.
std::vector<Named> inputs(const Model &model, const Options &options) {
  const TimeOptions &o = options.overTime;
  std::vector<Named> files;
  for (const auto &[name, path] : options.fields)
    addField(files, model, name, path);
  for (const auto &[name, path] : options.data)
    files.push_back({fmt::format("--data {}", name), fileOf(path)});
  for (const auto &[name, path] : options.initials)
    files.push_back({fmt::format("--init {}", name), fileOf(path)});
  for (const auto &[option, path] :
       {std::pair{"--resume", o.resume}, std::pair{"--restart", o.restart}})
    if (!path.empty()) // the previous checkpoint is read if this one is damaged
      files.insert(files.end(), {{option, path}, {option, path + ".previous"}});
  for (const auto &[option, path] : o.words)
    if (option == "--probe-file")
      files.push_back({option, path});
  for (const Sweep &each : o.sweeps)
    if (!each.file.empty())
      files.push_back({"--sweep", each.file});
  return files;
}

/// Whether a shared file is allowed: a continued run may replace its checkpoint. A run killed while
/// it wrote a checkpoint can have left one file with both names.
bool areCheckpoints(const std::string &first, const std::string &second) {
  return (first == "--checkpoint" || first == "--resume" || first == "--restart") &&
         second == "--checkpoint";
}

/// Throws Usage if one of these files is the file that the option writes.
void requireOther(const std::vector<Named> &files, const std::string &option,
                  const std::string &path) {
  for (const Named &each : files)
    if (areOneFile(path, each.path) && !areCheckpoints(each.option, option))
      refuse(fmt::format("{} and {} both name '{}'; give two files", each.option, option, path));
}

/// The same for the last finite state, which only failing runs write.
void requireOtherThanLastGood(const std::vector<Named> &files, const Options &options) {
  const char *beside = options.output.empty() ? "--save" : "--output";
  if (const std::string path = lastGoodFile(options); !path.empty())
    requireOther(files, fmt::format("{} (its last finite state)", beside), path);
}

/// The numbers between the dots of a file's name: 3 of "s.3.csv".
std::vector<std::int64_t> numbersIn(const std::string &path) {
  std::vector<std::int64_t> numbers;
  for (const std::string &part : split(std::filesystem::path(path).filename().string(), '.'))
    if (const auto number = readInteger(part); number && *number >= 0)
      numbers.push_back(*number);
  return numbers;
}

/// The same for the files of a sweep's runs, which have the run's number: "s.17.csv" of "s.csv".
void requireOtherThanOfRuns(std::vector<Named> files, const Model &model, const Options &options) {
  if (const std::string table = options.overTime.sweepTable(); !table.empty())
    files.push_back({"--table", table});
  for (const Named &file : files)
    for (const std::int64_t number : numbersIn(file.path)) {
      const Options own = optionsOf(options, number);
      for (const auto &[option, path] : filesOverTime(model, own))
        requireOther({file}, option, path);
      requireOtherThanLastGood({file}, own);
    }
}

} // namespace

void requireOwnLastGood(const Model &model, const Options &options) {
  requireOtherThanLastGood(inputs(model, options), options);
}

Outputs::Outputs(const Model &model, const Options &options) {
  std::vector<Named> taken = inputs(model, options);
  if (!options.overTime.sweeps.empty())
    requireOtherThanOfRuns(taken, model, options);
  const auto open = [&](const std::string &option, const std::string &path) {
    OutputFile file(path);
    requireOther(taken, option, path);
    // Each checkpoint is a new file, so between two of them another run's lock might not be
    // visible.
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
    const std::filesystem::path name = std::filesystem::path(options.output).filename();
    if (name == ".npy" || name == ".csv")
      refuse(
          fmt::format("--output: '{}' is a suffix alone; give a name before it", options.output));
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
    requireOwnKind(stats_.emplace(open("--stats", options.stats)), statsBegin,
                   "file of measurements");
  for (const auto &[option, path] : filesOverTime(model, options)) {
    const OutputFile file = open(option, path);
    if (option == "--picture")
      pictures_.push_back(file);
    if (option == "--movie")
      movies_.push_back(file);
  }
  requireOtherThanLastGood(taken, options);
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
  DeferredErrors errors;
  for (std::size_t i = 0; !csv_ && i < states_.size(); i++)
    errors.attempt([&] { states_[i].write([&](std::FILE *file) { writeNpy(file, arrays[i]); }); });
  errors.finish();
}

void Outputs::writePictures(const Solver &solver, const TimeOptions &options) const {
  if (pictures_.empty())
    return;
  const Pictured shown = picturedBy(solver, options);
  DeferredErrors errors;
  for (std::size_t i = 0; i < pictures_.size(); i++)
    errors.attempt([&] {
      pictures_[i].write([&](std::FILE *file) { writePng(file, pictureImage(shown.arrays[i])); });
    });
  errors.finish();
}

void Outputs::writeMovies() const {
  DeferredErrors errors;
  for (std::size_t i = 0; i < movies_.size(); i++)
    errors.attempt([&] { writeMovie(recorded_[i], movies_[i]); });
  errors.finish();
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
