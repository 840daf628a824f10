// Compares an existing HDF5 file with the one that a continued run would make (hdf5_standing.h).

#include "results/hdf5_standing.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "input/hdf5_frames.h"
#include "results/hdf5_file.h"

namespace eulerc {
namespace {

using Numbers = std::map<std::string, std::vector<double>>;

std::vector<std::string> namesIn(const Hdf5Frames &file, const std::string &path) {
  return file.names(path.ends_with(".vtkhdf") ? "/VTKHDF/PointData" : "/");
}

/// The coordinates of the points: the numbers of each axis.
Numbers axesOf(const Hdf5Frames &file, const std::string &path,
               const SeriesDescription &description) {
  Numbers axes;
  if (path.ends_with(".vtkhdf")) {
    for (const char *name : {"WholeExtent", "Origin", "Spacing", "Direction"})
      axes[name] = file.numbersOf("/VTKHDF", name);
    return axes;
  }
  const std::string times = timesName(path, description.arrays);
  const std::string lengths = lengthsName(path, description.arrays);
  for (const std::string &name : namesIn(file, path))
    if ("/" + name != times && "/" + name != lengths &&
        std::ranges::find(description.arrays, name, &SeriesArray::name) == description.arrays.end())
      axes[name] = file.numbers("/" + name);
  return axes;
}

/// Whether a file has the same params and arrays; dt and t0 may differ.
bool isOfRun(const Hdf5Frames &old, const std::string &path, const SeriesDescription &description) {
  bool isSame = true;
  for (const auto &[name, value] : description.notes.reals)
    isSame = isSame && (name == "dt" || name == "t0" || old.attribute(name) == value);
  for (const auto &[name, value] : description.notes.integers)
    isSame = isSame && old.attribute(name) == static_cast<double>(value);
  for (const SeriesArray &array : description.arrays) {
    std::vector<std::int64_t> shape = old.shape(valuesName(path, array));
    if (!shape.empty())
      shape.erase(shape.begin());
    isSame = isSame && shape == (path.ends_with(".vtkhdf") ? imageShape(description)
                                                           : description.shape(array));
  }
  return isSame;
}

} // namespace

void requireSameRun(const std::string &standing, const std::string &made, const std::string &path,
                    const SeriesDescription &description) {
  std::vector<std::string> names;
  Numbers axes;
  {
    const Hdf5Frames file(made); // locks the library
    names = namesIn(file, path);
    axes = axesOf(file, path, description);
  }
  const Hdf5Frames old(standing);
  if (!isOfRun(old, path, description))
    refuseOtherRun(path);
  std::vector<std::string> lost;
  for (const std::string &name : namesIn(old, path))
    if (std::ranges::find(names, name) == names.end())
      lost.push_back(name);
  if (!lost.empty())
    refuse(fmt::format("'{}' has {} as well, which this run does not record; record the same, or "
                       "give another name",
                       path, joined(lost)));
  if (axesOf(old, path, description) != axes)
    refuseOtherRun(path);
}

} // namespace eulerc
