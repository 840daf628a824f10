#include "cli/outputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/attempts.h"
#include "cli/over_time.h"
#include "cli/picture.h"
#include "cli/states.h"
#include "input/values.h"
#include "output/array.h"
#include "output/growing.h"

namespace eulerc {

std::string statePath(const std::string &path, const Model &model, int state) {
  if (model.stateCount == 1)
    return path;
  std::filesystem::path result = path;
  const std::string suffix = result.extension().string();
  result.replace_extension(fmt::format("{}{}", model.states[state].name, suffix));
  return result.string();
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
  return files;
}

} // namespace

Outputs::Outputs(const Model &model, const Options &options) {
  std::vector<Named> taken = inputs(options);
  const auto open = [&](const std::string &option, const std::string &path) {
    OutputFile file(path);
    for (const Named &other : taken)
      if (file.isFile(other.path))
        throw Error(Error::Kind::Usage, fmt::format("{} and {} both name '{}'; give two files",
                                                    other.option, option, path));
    taken.push_back({option, path});
    return file;
  };
  if (!options.output.empty()) {
    const std::string suffix = std::filesystem::path(options.output).extension().string();
    csv_ = suffix == ".csv";
    if (!csv_ && suffix != ".npy")
      throw Error(Error::Kind::Usage,
                  fmt::format("--output: '{}' must end in .npy or .csv", options.output));
    for (int i = 0; i < (csv_ ? 1 : model.stateCount); i++)
      states_.push_back(
          open("--output", csv_ ? options.output : statePath(options.output, model, i)));
  }
  if (options.stats == "-")
    throw Error(Error::Kind::Usage, "--stats writes a file; name one, as in --stats stats.json");
  if (!options.stats.empty())
    stats_ = open("--stats", options.stats);
  for (const auto &[option, path] : filesOverTime(model, options)) {
    const OutputFile file = open(option, path);
    requireNoOtherRun(file);
    if (option == "--picture")
      pictures_.push_back(file);
  }
}

void Outputs::writeState(const Solver &solver) const {
  if (states_.empty())
    return;
  const std::vector<StateArray> arrays = stateArrays(solver);
  if (csv_)
    states_[0].write([&](std::FILE *file) {
      const Model &model = solver.model();
      writeCsv(file, {model.axes, model.axes + model.rank}, arrays);
    });
  Attempts each;
  for (std::size_t i = 0; !csv_ && i < states_.size(); i++)
    each.attempt([&] { states_[i].write([&](std::FILE *file) { writeNpy(file, arrays[i]); }); });
  each.finish();
}

void Outputs::writePictures(const Solver &solver) const {
  const std::vector<StateArray> arrays = stateArrays(solver);
  Attempts each;
  for (std::size_t i = 0; i < pictures_.size(); i++)
    each.attempt([&] {
      pictures_[i].write([&](std::FILE *file) { writePng(file, pictureImage(arrays[i])); });
    });
  each.finish();
}

std::vector<std::string> Outputs::stateFiles() const {
  std::vector<std::string> names;
  for (const OutputFile &file : states_)
    names.push_back(file.path());
  return names;
}

void Outputs::writeStats(const std::string &json) const {
  if (stats_)
    stats_->write([&](std::FILE *file) { writeBytes(file, json.data(), json.size()); });
}

} // namespace eulerc
