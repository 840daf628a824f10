#include "cli/outputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/states.h"
#include "output/array.h"

namespace eulerc {

std::string statePath(const std::string &path, const Model &model, int state) {
  if (model.stateCount == 1)
    return path;
  std::filesystem::path result = path;
  const std::string suffix = result.extension().string();
  result.replace_extension(fmt::format("{}{}", model.states[state].name, suffix));
  return result.string();
}

Outputs::Outputs(const Model &model, const Options &options) {
  if (!options.output.empty()) {
    const std::string suffix = std::filesystem::path(options.output).extension().string();
    csv_ = suffix == ".csv";
    if (!csv_ && suffix != ".npy")
      throw Error(Error::Kind::Usage,
                  fmt::format("--output: '{}' must end in .npy or .csv", options.output));
    for (int i = 0; i < (csv_ ? 1 : model.stateCount); i++)
      states_.emplace_back(csv_ ? options.output : statePath(options.output, model, i));
  }
  if (options.stats.empty())
    return;
  stats_.emplace(options.stats);
  for (const OutputFile &file : states_)
    if (file.sameAs(*stats_))
      throw Error(
          Error::Kind::Usage,
          fmt::format("--output and --stats both name '{}'; give two files", options.stats));
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
  else
    for (std::size_t i = 0; i < states_.size(); i++)
      states_[i].write([&](std::FILE *file) { writeNpy(file, arrays[i]); });
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
