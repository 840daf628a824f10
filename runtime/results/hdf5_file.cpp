// Makes the structure of HDF5 and VTKHDF files, and finds the places of their counts (hdf5_file.h).

#include "results/hdf5_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "results/hdf5_maker.h"

namespace eulerc {

void hdf5::requireDisk() {
  const int why = errno;
  if (why == ENOSPC || why == EDQUOT || why == EFBIG || why == EIO)
    throw Hdf5Failure(fmt::format("the HDF5 library cannot write it: {}", std::strerror(why)));
}

hdf5::Id hdf5::made(Id id) {
  if (id >= 0)
    return id;
  requireDisk();
  throw Hdf5Failure("the HDF5 library failed");
}

namespace {

using namespace hdf5;

/// Placeholder for a number of states, whose place in the file is searched.
constexpr std::int64_t mark = 0x65756c65726321;

[[noreturn]] void failFormat() {
  throw Hdf5Failure("the HDF5 library that is installed writes another format than is needed; save "
                    "to FILE.npy");
}

/// Places of the heads of growing datasets, [count, …], times first; and of heads with an attribute
/// that is a count.
struct Heads {
  std::vector<std::pair<std::int64_t, Extents>> datasets;
  std::vector<std::int64_t> attributes;
};

/// The place of a dataset's growing extent in the file. The head has all extents, the growing one
/// first, followed by their maxima, of which the first is unlimited.
std::int64_t findCount(const std::string &head, std::int64_t place, Extents extents) {
  const std::size_t rank = extents.size();
  extents.insert(extents.end(), extents.begin(), extents.end());
  extents[rank] = Hdf5Library::unlimited;
  const std::string wanted(reinterpret_cast<const char *>(extents.data()),
                           extents.size() * sizeof(Size));
  const auto found = head.find(wanted);
  if (found == std::string::npos)
    failFormat();
  return place + static_cast<std::int64_t>(found);
}

/// The place of the mark in a head.
std::int64_t findMark(const std::string &head, std::int64_t place) {
  const auto found = head.find(std::string(reinterpret_cast<const char *>(&mark), sizeof mark));
  if (found == std::string::npos)
    failFormat();
  return place + static_cast<std::int64_t>(found);
}

std::vector<std::int64_t> findCounts(const std::string &path, const Heads &heads) {
  std::ifstream file(path, std::ios::binary);
  const auto headAt = [&](std::int64_t place) {
    std::string head(64 << 10, '\0');
    file.clear();
    file.seekg(place);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return head;
  };
  std::vector<std::int64_t> counts;
  for (const std::int64_t place : heads.attributes)
    counts.push_back(findMark(headAt(place), place));
  for (const auto &[place, extents] : heads.datasets)
    counts.push_back(findCount(headAt(place), place, extents));
  return counts;
}

void writeNotes(const Maker &maker, const SeriesNotes &notes) {
  for (const auto &[name, value] : notes.texts)
    maker.text(maker.file(), name.c_str(), value);
  for (const std::string &name : notes.later)
    maker.text(maker.file(), name.c_str(), laterText(name));
  for (const auto &[name, value] : notes.reals)
    maker.number(maker.file(), name.c_str(), value);
  for (const auto &[name, value] : notes.integers)
    maker.number(maker.file(), name.c_str(), value);
}

/// Writes long_name and units, as in the CF conventions.
void describeWords(const Maker &maker, Id dataset, const std::string &text,
                   const std::string &unit) {
  if (!text.empty())
    maker.text(dataset, "long_name", text);
  if (!unit.empty())
    maker.text(dataset, "units", unit);
}

/// An entry of REFERENCE_LIST: a dataset, and the dimension that uses the scale.
struct ScaleUse {
  std::int64_t dataset;
  std::uint32_t dimension;
};

/// Writes the attributes of dimension scales, as the HDF5 high-level library does.
class Scales {
public:
  explicit Scales(const Maker &maker) : maker_(maker) {}

  void scale(Id dataset, const std::string &name) {
    maker_.word(dataset, "CLASS", "DIMENSION_SCALE", true);
    maker_.word(dataset, "NAME", name, true);
    places_[name] = maker_.placeOf(name);
  }

  /// Sets the scales of a dataset's dimensions, by their names.
  void attach(Id dataset, std::int64_t place, const std::vector<std::string> &scales) {
    const Hdf5Library &h = maker_.library();
    struct List {
      std::size_t length;
      const void *first;
    };
    std::vector<List> lists;
    for (const std::string &scale : scales) {
      uses_[scale].push_back({place, static_cast<std::uint32_t>(lists.size())});
      lists.push_back({1, &places_.at(scale)});
    }
    const Size count = lists.size();
    const Hdf5Handle type(maker_.ok(h.H5Tvlen_create(*h.reference)), h.H5Tclose);
    const Hdf5Handle space(maker_.ok(h.H5Screate_simple(1, &count, nullptr)), h.H5Sclose);
    maker_.attribute(dataset, "DIMENSION_LIST", type.id(), space.id(), lists.data());
  }

  /// Writes REFERENCE_LIST after all datasets have their scales.
  void writeUses() const {
    const Hdf5Library &h = maker_.library();
    const Hdf5Handle type(maker_.ok(h.H5Tcreate(Hdf5Library::compound, sizeof(ScaleUse))),
                          h.H5Tclose);
    maker_.ok(h.H5Tinsert(type.id(), "dataset", offsetof(ScaleUse, dataset), *h.reference));
    maker_.ok(h.H5Tinsert(type.id(), "dimension", offsetof(ScaleUse, dimension), *h.nativeUint32));
    for (const auto &[name, uses] : uses_) {
      const Hdf5Handle scale(maker_.ok(h.H5Dopen2(maker_.file(), name.c_str(), 0)), h.H5Dclose);
      const Size count = uses.size();
      const Hdf5Handle space(maker_.ok(h.H5Screate_simple(1, &count, nullptr)), h.H5Sclose);
      maker_.attribute(scale.id(), "REFERENCE_LIST", type.id(), space.id(), uses.data());
    }
  }

private:
  const Maker &maker_;
  std::map<std::string, std::int64_t> places_;
  std::map<std::string, std::vector<ScaleUse>> uses_;
};

Id fileType(const Hdf5Library &h, Precision precision) {
  return precision == Precision::Float ? *h.fileFloat : *h.fileDouble;
}

Extents extentsOf(const SeriesDescription &description, const std::vector<std::int64_t> &shape) {
  Extents extents = {static_cast<Size>(description.count)};
  for (const std::int64_t extent : shape)
    extents.push_back(static_cast<Size>(extent));
  return extents;
}

struct Line {
  double from = 0, step = 1;
};

/// Origin and spacing of an image along an axis; indices if the points are not equidistant.
Line lineOf(const AxisRange &range, const AxisCoordinates &given) {
  const std::vector<double> &x = given.values;
  const Line indices{static_cast<double>(range.begin), static_cast<double>(range.step)};
  if (x.empty())
    return indices;
  const double step = x.size() > 1 ? (x.back() - x.front()) / static_cast<double>(x.size() - 1) : 1;
  for (std::size_t k = 0; k < x.size(); k++)
    if (std::abs(x[k] - (x[0] + static_cast<double>(k) * step)) > 1e-5 * std::abs(step))
      return indices;
  return {x[0], step};
}

/// The axes of a grid in the order of VTK: the fastest first, then the others from fast to slow,
/// with axes of one point last.
std::vector<std::size_t> imageAxes(const std::vector<std::int64_t> &shape) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = shape.size(); axis-- > 0;)
    axes.push_back(axis);
  std::stable_partition(axes.begin() + 1, axes.end(),
                        [&](std::size_t axis) { return shape[axis] > 1; });
  return axes;
}

/// Writes the attributes of a VTKHDF image. `Direction` gives the axis in space of each image axis.
void describeImage(const Maker &maker, Id root, const SeriesDescription &description) {
  const std::vector<std::int64_t> shape = description.gridShape();
  std::vector<std::size_t> axes = imageAxes(shape);
  std::vector<std::int64_t> whole;
  std::vector<double> origin(3, 0), spacing(3, 1), direction(9, 0);
  for (std::size_t k = 0; k < 3; k++) {
    const std::size_t axis = k < axes.size() ? axes[k] : k;
    const std::size_t inSpace = k < axes.size() ? shape.size() - 1 - axis : k;
    const Line line = k < axes.size()
                          ? lineOf(description.axes[axis], description.coordinates[axis])
                          : Line{0, 1};
    whole.push_back(0);
    whole.push_back(k < axes.size() ? shape[axis] - 1 : 0);
    origin[inSpace] = line.from;
    spacing[k] = std::abs(line.step);
    direction[3 * inSpace + k] = line.step < 0 ? -1 : 1;
  }
  maker.numbers(root, "Version", std::vector<std::int64_t>{2, 0});
  maker.word(root, "Type", "ImageData", false);
  maker.numbers(root, "WholeExtent", whole);
  maker.numbers(root, "Origin", origin);
  maker.numbers(root, "Spacing", spacing);
  maker.numbers(root, "Direction", direction);
}

/// Adds the growing datasets: times, lengths of steps if these differ, states. Their heads lie
/// together, so that their counts can be written at once. `suffix`: of the file's name.
std::vector<GrowingDataset> addGrowing(const Maker &maker, const std::string &suffix,
                                       const SeriesDescription &description, Hdf5Structure &made,
                                       Heads &heads) {
  const Hdf5Library &h = maker.library();
  const std::size_t states = description.arrays.size();
  made.arrays.resize(states + (description.hasLengths ? 2 : 1));
  std::vector<GrowingDataset> datasets;
  const auto add = [&](const std::string &name, Id type, std::size_t bytes, const Extents &extents,
                       std::size_t array) {
    datasets.push_back(
        maker.growing(maker.file(), name.c_str(), type, bytes, extents, made.arrays[array]));
    heads.datasets.push_back({maker.placeOf(name), extents});
  };
  const Extents count = {static_cast<Size>(description.count)};
  add(timesName(suffix, description.arrays), *h.fileDouble, 8, count, states);
  if (description.hasLengths)
    add(lengthsName(suffix, description.arrays), *h.fileDouble, 8, count, states + 1);
  for (std::size_t k = 0; k < states; k++) {
    const SeriesArray &array = description.arrays[k];
    const bool isImage = suffix == ".vtkhdf";
    add(valuesName(suffix, array), fileType(h, description.precision), description.valueBytes(),
        extentsOf(description, isImage ? imageShape(description) : description.shape(array)), k);
  }
  if (description.hasLengths)
    maker.text(datasets[1].dataset.id(), "long_name", "length of the step that led there");
  return datasets;
}

} // namespace

std::vector<std::int64_t> imageShape(const SeriesDescription &description) {
  const std::vector<std::int64_t> shape = description.gridShape();
  std::vector<std::int64_t> extents;
  for (std::size_t axis = 0; axis < shape.size(); axis++)
    if (shape[axis] > 1 || axis + 1 == shape.size())
      extents.push_back(shape[axis]);
  return extents;
}

std::string laterText(const std::string &name) {
  constexpr std::size_t bytes = 120;
  std::string text = "known later: eulerc's " + name + " ";
  text.resize(bytes, '.');
  return text;
}

void requireHdf5() {
  const std::lock_guard lock(hdf5Mutex());
  const Hdf5Library &h = hdf5Library();
  const std::string &problem = h.problem.empty() ? h.writingProblem : h.problem;
  if (!problem.empty())
    throw Hdf5Failure(problem);
}

Hdf5Structure makeHdf5File(const std::string &path, const SeriesDescription &description) {
  Hdf5Structure made;
  Heads heads;
  {
    const Maker maker(path);
    Scales scales(maker);
    const std::string time = freeName("time", description.arrays);
    const auto datasets = addGrowing(maker, ".h5", description, made, heads);
    const std::size_t firstState = datasets.size() - description.arrays.size();
    writeNotes(maker, description.notes);

    scales.scale(datasets[0].dataset.id(), time);
    std::set<std::string> taken = {time};
    if (description.hasLengths) {
      scales.attach(datasets[1].dataset.id(), heads.datasets[1].first, {time});
      taken.insert(lengthsName(".h5", description.arrays).substr(1));
    }
    const auto indices = [&](const AxisRange &axis, const AxisCoordinates &given) {
      std::string name = freeName(axis.name, description.arrays);
      while (!taken.insert(name).second)
        name = freeName(name + "_", description.arrays);
      const Hdf5Handle made = given.values.empty()
                                  ? maker.indices(maker.file(), name.c_str(), axis)
                                  : maker.list(maker.file(), name.c_str(), given.values);
      describeWords(maker, made.id(), given.description, given.unit);
      scales.scale(made.id(), name);
      return name;
    };
    std::vector<std::string> axes;
    for (std::size_t axis = 0; axis < description.axes.size(); axis++)
      axes.push_back(indices(description.axes[axis], description.coordinates[axis]));
    for (std::size_t k = 0; k < description.arrays.size(); k++) {
      const SeriesArray &array = description.arrays[k];
      const Id dataset = datasets[firstState + k].dataset.id();
      std::vector<std::string> along = {time};
      if (array.species > 0)
        along.push_back(indices({array.name + "_species", 0, array.species, 1}, {}));
      along.insert(along.end(), axes.begin(), axes.end());
      scales.attach(dataset, heads.datasets[firstState + k].first, along);
      describeWords(maker, dataset, array.description, array.unit);
    }
    scales.writeUses();
    std::ranges::for_each(datasets, [&](const auto &dataset) { maker.allocate(dataset); });
    maker.flush();
  }
  made.counts = findCounts(path, heads);
  return made;
}

Hdf5Structure makeVtkFile(const std::string &path, const SeriesDescription &description) {
  Hdf5Structure made;
  Heads heads;
  {
    const Maker maker(path);
    const Hdf5Handle root = maker.group(maker.file(), "VTKHDF");
    const Hdf5Handle steps = maker.group(root.id(), "Steps");
    const Hdf5Handle data = maker.group(root.id(), "PointData");
    maker.number(steps.id(), "NSteps", mark);
    heads.attributes.push_back(maker.placeOf("/VTKHDF/Steps"));
    const auto datasets = addGrowing(maker, ".vtkhdf", description, made, heads);
    writeNotes(maker, description.notes);
    describeImage(maker, root.id(), description);
    maker.word(data.id(), "Scalars", description.arrays[0].name, false);
    std::ranges::for_each(datasets, [&](const auto &dataset) { maker.allocate(dataset); });
    maker.flush();
  }
  made.counts = findCounts(path, heads);
  return made;
}

void requireEmpty(const std::string &path, const SeriesDescription &description, bool isVtk) {
  const std::lock_guard lock(hdf5Mutex());
  const Hdf5Library &h = hdf5Library();
  const std::string name = (isVtk ? "/VTKHDF/PointData/" : "/") + description.arrays[0].name;
  const Hdf5Handle file(h.H5Fopen(path.c_str(), Hdf5Library::readOnly, 0), h.H5Fclose);
  const Hdf5Handle dataset(file ? h.H5Dopen2(file.id(), name.c_str(), 0) : -1, h.H5Dclose);
  const Hdf5Handle space(dataset ? h.H5Dget_space(dataset.id()) : -1, h.H5Sclose);
  std::array<Size, 5> extents = {1, 1, 1, 1, 1}; // time, species, the grid's
  if (space && h.H5Sget_simple_extent_ndims(space.id()) <= 5)
    h.H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
  if (extents[0] != 0)
    failFormat();
}

} // namespace eulerc
