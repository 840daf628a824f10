#include "results/series.h"

#include <filesystem>

#include <fmt/format.h>

#include <eulerc/solver.h>

#include "state.h"

namespace eulerc {
namespace {

std::string suffixOf(const std::string &path) {
  return std::filesystem::path(path).extension().string();
}

} // namespace

std::vector<std::int64_t> SeriesDescription::shape() const {
  std::vector<std::int64_t> extents;
  for (const AxisRange &axis : axes)
    extents.push_back(axis.count());
  return extents;
}

std::size_t SeriesDescription::stateBytes() const {
  return static_cast<std::size_t>(gridPoints(shape())) * valueBytes();
}

std::vector<std::string> seriesFiles(const std::string &path,
                                     const std::vector<std::string> &names) {
  const std::string suffix = suffixOf(path);
  if (suffix == ".h5" || suffix == ".hdf5" || suffix == ".vtkhdf")
    return {path};
  if (suffix != ".npy")
    throw Error(Error::Kind::Usage,
                fmt::format("a series of states goes to a file that ends in .h5, .vtkhdf or .npy, "
                            "not to '{}'",
                            path));
  std::vector<std::string> files;
  const auto add = [&](const std::string &name) {
    files.push_back(
        std::filesystem::path(path).replace_extension(fileWord(name) + ".npy").string());
  };
  if (names.size() == 1)
    files.push_back(path);
  else
    for (const std::string &name : names)
      add(name);
  add("time");
  return files;
}

std::unique_ptr<Series> makeSeries(const OutputFile &file, const SeriesDescription &description,
                                   std::int64_t already) {
  return suffixOf(file.path()) == ".npy" ? makeNpySeries(file, description, already)
                                         : makeHdf5Series(file, description, already);
}

} // namespace eulerc
