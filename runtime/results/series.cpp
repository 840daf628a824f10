// Names of the arrays and files of a series, and the choice of its format by the suffix (series.h).

#include "results/series.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/units.h"
#include "state/state.h"

namespace eulerc {
namespace {

std::string suffixOf(const std::string &path) {
  return std::filesystem::path(path).extension().string();
}

} // namespace

std::vector<SeriesArray> seriesArrays(const Model &model, const SelectedArrays &selected,
                                      const std::string &path) {
  const std::vector<int> &states = selected.states;
  std::vector<SeriesArray> arrays;
  for (std::size_t k = 0; k < states.size(); k++) {
    const Described words = described(model.program.states[states[k]].description);
    arrays.push_back({model.program.states[states[k]].name, words.text, words.unit});
    if (path.ends_with(".vtkhdf") ||
        std::ranges::find(selected.wholes, states[k]) == selected.wholes.end())
      continue;
    const std::vector<DeclaredState> all = declaredStates(model);
    const auto declared = std::ranges::find(all, states[k], &DeclaredState::first);
    arrays.back().name = declared->name;
    arrays.back().species = declared->count;
    k += static_cast<std::size_t>(declared->count) - 1;
  }
  for (const int which : selected.outputs) {
    const Output &output = model.monitors.outputs[which];
    const Described words = described(output.description);
    arrays.push_back({output.name, words.text, words.unit});
  }
  return arrays;
}

std::vector<std::int64_t> SeriesDescription::gridShape() const {
  std::vector<std::int64_t> extents;
  for (const AxisRange &axis : axes)
    extents.push_back(axis.count());
  return extents;
}

std::vector<std::int64_t> SeriesDescription::shape(const SeriesArray &array) const {
  std::vector<std::int64_t> extents = gridShape();
  if (array.species > 0)
    extents.insert(extents.begin(), array.species);
  return extents;
}

std::size_t SeriesDescription::stateBytes() const {
  return static_cast<std::size_t>(gridPoints(gridShape())) * valueBytes();
}

void refuseOtherRun(const std::string &path) {
  refuse(fmt::format("'{}' is not what the run that goes on has saved; give another name", path));
}

void refuseShorter(const std::string &path, std::int64_t held, std::int64_t recorded,
                   const char *what) {
  refuse(fmt::format("'{}' holds {} of the {} {} that the run had recorded when its checkpoint "
                     "was written; give another name, or resume from an older checkpoint",
                     path, held, recorded, what));
}

std::string freeName(std::string name, const std::vector<SeriesArray> &arrays) {
  while (std::ranges::find(arrays, name, &SeriesArray::name) != arrays.end())
    name += "_";
  return name;
}

std::vector<std::string> seriesFiles(const std::string &path,
                                     const std::vector<SeriesArray> &arrays) {
  const std::string suffix = suffixOf(path);
  if (suffix == ".h5" || suffix == ".hdf5" || suffix == ".nc" || suffix == ".vtkhdf")
    return {path};
  if (suffix != ".npy")
    refuse(fmt::format("a series of states goes to a file that ends in .h5, .nc, .vtkhdf or .npy, "
                       "not to '{}'",
                       path));
  std::vector<std::string> files, names;
  for (const SeriesArray &array : arrays)
    names.push_back(array.name);
  const auto add = [&](const std::string &name) {
    files.push_back(
        std::filesystem::path(path).replace_extension(fileWord(name, names) + ".npy").string());
  };
  if (arrays.size() == 1)
    files.push_back(path);
  else
    for (const SeriesArray &array : arrays)
      add(array.name);
  add(arrays.size() == 1 ? "time" : freeName("time", arrays));
  return files;
}

std::string timesName(const std::string &path, const std::vector<SeriesArray> &arrays) {
  return path.ends_with(".vtkhdf") ? "/VTKHDF/Steps/Values" : "/" + freeName("time", arrays);
}

std::string lengthsName(const std::string &path, const std::vector<SeriesArray> &arrays) {
  return path.ends_with(".vtkhdf") ? "/VTKHDF/Steps/StepLength"
                                   : "/" + freeName("step_length", arrays);
}

std::string valuesName(const std::string &path, const SeriesArray &array) {
  return (path.ends_with(".vtkhdf") ? "/VTKHDF/PointData/" : "/") + array.name;
}

std::unique_ptr<Series> makeSeries(const OutputFile &file, const SeriesDescription &description,
                                   std::int64_t already) {
  return suffixOf(file.path()) == ".npy" ? makeNpySeries(file, description, already)
                                         : makeHdf5Series(file, description, already);
}

} // namespace eulerc
