#include "results/hdf5_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include <eulerc/solver.h>

#include "input/hdf5_library.h"

namespace eulerc {
namespace {

using Id = Hdf5Library::Id;
using Size = Hdf5Library::Size;
using Extents = std::vector<Size>;

constexpr std::size_t chunkBytes = 1 << 20; ///< of small states, several times share a chunk
constexpr std::size_t partBytes = 1 << 30;  ///< HDF5 allows chunks of less than 4 GiB
/// Stands where a number of states will be, to be found.
constexpr std::int64_t mark = 0x65756c65726321;

[[noreturn]] void fail(const std::string &path, const std::string &why) {
  throw Error(Error::Kind::Run, fmt::format("cannot make '{}': {}", path, why));
}

/// Makes the parts of a file; every failure of the library ends it.
class Maker {
public:
  explicit Maker(const std::string &path)
      : h_(hdf5Library()), path_(path), lock_(hdf5Mutex()),
        access_(ok(h_.H5Pcreate(*h_.fileAccess)), h_.H5Pclose), file_(create(), h_.H5Fclose) {}

  const Hdf5Library &library() const { return h_; }
  Id file() const { return file_.id(); }

  Id ok(Id id) const {
    if (id < 0)
      fail(path_, "the HDF5 library failed");
    return id;
  }

  Hdf5Handle group(Id place, const char *name) const {
    const Hdf5Handle list(ok(h_.H5Pcreate(*h_.groupCreation)), h_.H5Pclose);
    ok(h_.H5Pset_obj_track_times(list.id(), false));
    return {ok(h_.H5Gcreate2(place, name, 0, list.id(), 0)), h_.H5Gclose};
  }

  void attribute(Id object, const char *name, Id type, Id space, const void *value) const {
    const Hdf5Handle made(ok(h_.H5Acreate2(object, name, type, space, 0, 0)), h_.H5Aclose);
    ok(h_.H5Awrite(made.id(), type, value));
  }

  /// A text of any length.
  void text(Id object, const char *name, const std::string &value) const {
    const Hdf5Handle type = textType(static_cast<std::size_t>(-1));
    const Hdf5Handle space(ok(h_.H5Screate(Hdf5Library::scalar)), h_.H5Sclose);
    const char *start = value.c_str();
    attribute(object, name, type.id(), space.id(), &start);
  }

  /// A word of a convention, of its own length.
  void word(Id object, const char *name, const std::string &value, bool isEnded) const {
    const Hdf5Handle type(ok(h_.H5Tcopy(*h_.string)), h_.H5Tclose);
    ok(h_.H5Tset_size(type.id(), value.size() + (isEnded ? 1 : 0)));
    const Hdf5Handle space(ok(h_.H5Screate(Hdf5Library::scalar)), h_.H5Sclose);
    attribute(object, name, type.id(), space.id(), value.c_str());
  }

  template <class Value> void number(Id object, const char *name, Value value) const {
    const Hdf5Handle space(ok(h_.H5Screate(Hdf5Library::scalar)), h_.H5Sclose);
    attribute(object, name, typeOf(value), space.id(), &value);
  }

  template <class Value>
  void numbers(Id object, const char *name, const std::vector<Value> &values) const {
    const Size count = values.size();
    const Hdf5Handle space(ok(h_.H5Screate_simple(1, &count, nullptr)), h_.H5Sclose);
    attribute(object, name, typeOf(Value{}), space.id(), values.data());
  }

  /// A dataset of integers that are there already.
  Hdf5Handle indices(Id place, const char *name, const AxisRange &axis) const {
    std::vector<std::int64_t> values;
    for (std::int64_t i = axis.begin; i < axis.end; i += axis.step)
      values.push_back(i);
    const Size count = values.size();
    const Hdf5Handle space(ok(h_.H5Screate_simple(1, &count, nullptr)), h_.H5Sclose);
    const Hdf5Handle list = untimed();
    Hdf5Handle made(ok(h_.H5Dcreate2(place, name, *h_.nativeInt64, space.id(), 0, list.id(), 0)),
                    h_.H5Dclose);
    ok(h_.H5Dwrite(made.id(), *h_.nativeInt64, 0, 0, 0, values.data()));
    return made;
  }

  /// A dataset [count, …] that has all its chunks; tells where they are.
  Hdf5Handle growing(Id place, const char *name, Id type, std::size_t valueBytes, Extents extents,
                     GrowingArray &array) const {
    Extents chunk = chunkOf(extents, valueBytes, array);
    Extents most = extents;
    most[0] = Hdf5Library::unlimited;
    const int rank = static_cast<int>(extents.size());
    const Hdf5Handle space(ok(h_.H5Screate_simple(rank, extents.data(), most.data())), h_.H5Sclose);
    const Hdf5Handle list = untimed();
    ok(h_.H5Pset_chunk(list.id(), rank, chunk.data()));
    ok(h_.H5Pset_alloc_time(list.id(), Hdf5Library::allocateEarly));
    ok(h_.H5Pset_fill_time(list.id(), Hdf5Library::fillNever));
    Hdf5Handle made(ok(h_.H5Dcreate2(place, name, type, space.id(), 0, list.id(), 0)), h_.H5Dclose);
    Extents at(extents.size());
    for (at[0] = 0; at[0] < extents[0]; at[0] += chunk[0])
      for (std::int64_t part = 0; part < array.parts; part++) {
        if (extents.size() > 1)
          at[1] = static_cast<Size>(part) * chunk[1];
        unsigned mask = 0;
        Size where = 0, bytes = 0;
        ok(h_.H5Dget_chunk_info_by_coord(made.id(), at.data(), &mask, &where, &bytes));
        array.chunks.push_back(static_cast<std::int64_t>(where));
      }
    return made;
  }

  Id typeOf(double) const { return *h_.nativeDouble; }
  Id typeOf(std::int64_t) const { return *h_.nativeInt64; }

  /// In a file of the old format, which we ask for, a reference is the place of the object's head.
  std::int64_t placeOf(const std::string &name) const {
    std::int64_t place = 0;
    ok(h_.H5Rcreate(&place, file(), name.c_str(), Hdf5Library::toObject, -1));
    return place;
  }

private:
  /// The old format has heads without checksums, so that a number in them can be changed.
  Id create() const {
    ok(h_.H5Pset_libver_bounds(access_.id(), Hdf5Library::earliest, Hdf5Library::latest));
    return ok(h_.H5Fcreate(path_.c_str(), Hdf5Library::truncate, 0, access_.id()));
  }

  /// Without times of change: the same run makes the same bytes.
  Hdf5Handle untimed() const {
    Hdf5Handle list(ok(h_.H5Pcreate(*h_.datasetCreation)), h_.H5Pclose);
    ok(h_.H5Pset_obj_track_times(list.id(), false));
    return list;
  }

  Hdf5Handle textType(std::size_t bytes) const {
    Hdf5Handle type(ok(h_.H5Tcopy(*h_.string)), h_.H5Tclose);
    ok(h_.H5Tset_size(type.id(), bytes));
    ok(h_.H5Tset_cset(type.id(), 1)); // UTF-8
    return type;
  }

  Extents chunkOf(const Extents &extents, std::size_t valueBytes, GrowingArray &array) const {
    Extents chunk = extents;
    array.rowBytes = valueBytes;
    for (std::size_t axis = 1; axis < extents.size(); axis++)
      array.rowBytes *= extents[axis];
    const Size rows = std::max<Size>(1, chunkBytes / array.rowBytes);
    chunk[0] = std::min<Size>(rows, extents[0]);
    array.chunkRows = static_cast<std::int64_t>(chunk[0]);
    if (array.rowBytes <= partBytes)
      return chunk;
    const std::size_t slice = array.rowBytes / extents[1];
    chunk[1] = std::max<Size>(1, partBytes / slice);
    array.parts = static_cast<std::int64_t>((extents[1] + chunk[1] - 1) / chunk[1]);
    array.partBytes = chunk[1] * slice;
    return chunk;
  }

  const Hdf5Library &h_;
  const std::string path_;
  const std::lock_guard<std::mutex> lock_;
  const Hdf5Handle access_, file_;
};

/// Heads of datasets whose extents grow, [count, …], and those of attributes that count.
struct Heads {
  std::vector<std::pair<std::int64_t, Extents>> datasets;
  std::vector<std::int64_t> attributes;
};

/// Where in the file the extent of a dataset is that grows: before the others, behind which their
/// largest values follow, the first of them unlimited.
std::int64_t findCount(const std::string &path, const std::string &head, std::int64_t place,
                       Extents extents) {
  const std::size_t rank = extents.size();
  extents.insert(extents.end(), extents.begin(), extents.end());
  extents[rank] = Hdf5Library::unlimited;
  const std::string wanted(reinterpret_cast<const char *>(extents.data()),
                           extents.size() * sizeof(Size));
  const auto found = head.find(wanted);
  if (found == std::string::npos)
    fail(path, "the HDF5 library that is installed writes another format than is needed; save to "
               "FILE.npy");
  return place + static_cast<std::int64_t>(found);
}

/// Where an attribute of the mark is.
std::int64_t findMark(const std::string &path, const std::string &head, std::int64_t place) {
  const auto found = head.find(std::string(reinterpret_cast<const char *>(&mark), sizeof mark));
  if (found == std::string::npos)
    fail(path, "the HDF5 library that is installed writes another format than is needed; save to "
               "FILE.npy");
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
  for (const auto &[place, extents] : heads.datasets)
    counts.push_back(findCount(path, headAt(place), place, extents));
  for (const std::int64_t place : heads.attributes)
    counts.push_back(findMark(path, headAt(place), place));
  return counts;
}

void writeNotes(const Maker &maker, const SeriesNotes &notes) {
  for (const auto &[name, value] : notes.texts)
    maker.text(maker.file(), name.c_str(), value);
  for (const auto &[name, value] : notes.reals)
    maker.number(maker.file(), name.c_str(), value);
  for (const auto &[name, value] : notes.integers)
    maker.number(maker.file(), name.c_str(), value);
}

/// An entry of REFERENCE_LIST: a dataset, and which of its dimensions the scale is of.
struct ScaleUse {
  std::int64_t dataset;
  std::uint32_t dimension;
};

/// The attributes of dimension scales, as the HDF5 high-level library has them.
class Scales {
public:
  explicit Scales(const Maker &maker) : maker_(maker) {}

  void scale(Id dataset, const char *name) const {
    maker_.word(dataset, "CLASS", "DIMENSION_SCALE", true);
    maker_.word(dataset, "NAME", name, true);
  }

  void attach(Id dataset, const std::vector<std::int64_t> &scales) const {
    const Hdf5Library &h = maker_.library();
    struct List {
      std::size_t length;
      const void *first;
    };
    std::vector<List> lists;
    for (const std::int64_t &scale : scales)
      lists.push_back({1, &scale});
    const Size count = lists.size();
    const Hdf5Handle type(maker_.ok(h.H5Tvlen_create(*h.reference)), h.H5Tclose);
    const Hdf5Handle space(maker_.ok(h.H5Screate_simple(1, &count, nullptr)), h.H5Sclose);
    maker_.attribute(dataset, "DIMENSION_LIST", type.id(), space.id(), lists.data());
  }

  void uses(Id scale, const std::vector<ScaleUse> &uses) const {
    const Hdf5Library &h = maker_.library();
    const Hdf5Handle type(maker_.ok(h.H5Tcreate(Hdf5Library::compound, sizeof(ScaleUse))),
                          h.H5Tclose);
    maker_.ok(h.H5Tinsert(type.id(), "dataset", offsetof(ScaleUse, dataset), *h.reference));
    maker_.ok(h.H5Tinsert(type.id(), "dimension", offsetof(ScaleUse, dimension), *h.nativeUint32));
    const Size count = uses.size();
    const Hdf5Handle space(maker_.ok(h.H5Screate_simple(1, &count, nullptr)), h.H5Sclose);
    maker_.attribute(scale, "REFERENCE_LIST", type.id(), space.id(), uses.data());
  }

private:
  const Maker &maker_;
};

/// A name that no state has.
std::string freeName(std::string name, const SeriesDescription &description) {
  while (std::ranges::find(description.names, name) != description.names.end())
    name += "_";
  return name;
}

Id fileType(const Hdf5Library &h, Precision precision) {
  return precision == Precision::Float ? *h.fileFloat : *h.fileDouble;
}

Extents extentsOf(const SeriesDescription &description) {
  Extents extents = {static_cast<Size>(description.count)};
  for (const std::int64_t extent : description.shape())
    extents.push_back(static_cast<Size>(extent));
  return extents;
}

/// The groups of a VTKHDF file for images: extents of three axes, x the fastest.
Extents imageExtents(const SeriesDescription &description) {
  Extents extents = extentsOf(description);
  extents.insert(extents.begin() + 1, 4 - extents.size(), 1);
  return extents;
}

void describeImage(const Maker &maker, Id root, const SeriesDescription &description) {
  const Extents extents = imageExtents(description);
  std::vector<std::int64_t> whole;
  std::vector<double> origin(3, 0), spacing(3, 1);
  for (std::size_t axis = 0; axis < 3; axis++) {
    whole.push_back(0);
    whole.push_back(static_cast<std::int64_t>(extents[3 - axis]) - 1);
    if (axis < description.axes.size()) {
      const AxisRange &range = description.axes[description.axes.size() - 1 - axis];
      origin[axis] = static_cast<double>(range.begin);
      spacing[axis] = static_cast<double>(range.step);
    }
  }
  maker.numbers(root, "Version", std::vector<std::int64_t>{2, 0});
  maker.word(root, "Type", "ImageData", false);
  maker.numbers(root, "WholeExtent", whole);
  maker.numbers(root, "Origin", origin);
  maker.numbers(root, "Spacing", spacing);
  maker.numbers(root, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
}

} // namespace

void requireHdf5(const std::string &path) {
  const std::lock_guard lock(hdf5Mutex());
  const Hdf5Library &h = hdf5Library();
  const std::string &problem = h.problem.empty() ? h.writingProblem : h.problem;
  if (!problem.empty())
    fail(path, problem);
}

Hdf5Structure makeHdf5File(const std::string &path, const SeriesDescription &description) {
  Hdf5Structure made;
  Heads heads;
  {
    const Maker maker(path);
    const Hdf5Library &h = maker.library();
    const Scales scales(maker);
    const std::size_t states = description.names.size();
    made.arrays.resize(states + 1);
    writeNotes(maker, description.notes);

    const std::string time = freeName("time", description);
    const Hdf5Handle times =
        maker.growing(maker.file(), time.c_str(), *h.fileDouble, 8,
                      {static_cast<Size>(description.count)}, made.arrays[states]);
    scales.scale(times.id(), time.c_str());
    heads.datasets.push_back({maker.placeOf(time), {static_cast<Size>(description.count)}});
    std::vector<std::int64_t> references = {heads.datasets[0].first};
    std::vector<std::string> names = {time};
    for (const AxisRange &axis : description.axes) {
      names.push_back(freeName(axis.name, description));
      const Hdf5Handle dataset = maker.indices(maker.file(), names.back().c_str(), axis);
      scales.scale(dataset.id(), names.back().c_str());
      references.push_back(maker.placeOf(names.back()));
    }
    std::vector<std::int64_t> places;
    for (std::size_t k = 0; k < states; k++) {
      const std::string &name = description.names[k];
      const Hdf5Handle dataset =
          maker.growing(maker.file(), name.c_str(), fileType(h, description.precision),
                        description.valueBytes(), extentsOf(description), made.arrays[k]);
      scales.attach(dataset.id(), references);
      if (!description.descriptions[k].empty())
        maker.text(dataset.id(), "long_name", description.descriptions[k]);
      places.push_back(maker.placeOf(name));
      heads.datasets.push_back({places.back(), extentsOf(description)});
    }
    for (std::size_t dimension = 0; dimension < names.size(); dimension++) {
      std::vector<ScaleUse> uses;
      for (const std::int64_t place : places)
        uses.push_back({place, static_cast<std::uint32_t>(dimension)});
      const Hdf5Handle scale(maker.ok(h.H5Dopen2(maker.file(), names[dimension].c_str(), 0)),
                             h.H5Dclose);
      scales.uses(scale.id(), uses);
    }
  }
  made.counts = findCounts(path, heads);
  return made;
}

Hdf5Structure makeVtkFile(const std::string &path, const SeriesDescription &description) {
  Hdf5Structure made;
  Heads heads;
  {
    const Maker maker(path);
    const Hdf5Library &h = maker.library();
    const std::size_t states = description.names.size();
    made.arrays.resize(states + 1);
    writeNotes(maker, description.notes);
    const Hdf5Handle root = maker.group(maker.file(), "VTKHDF");
    describeImage(maker, root.id(), description);
    const Hdf5Handle steps = maker.group(root.id(), "Steps");
    maker.number(steps.id(), "NSteps", mark);
    heads.attributes.push_back(maker.placeOf("/VTKHDF/Steps"));
    const Extents count = {static_cast<Size>(description.count)};
    maker.growing(steps.id(), "Values", *h.fileDouble, 8, count, made.arrays[states]);
    heads.datasets.push_back({maker.placeOf("/VTKHDF/Steps/Values"), count});
    const Hdf5Handle data = maker.group(root.id(), "PointData");
    for (std::size_t k = 0; k < states; k++) {
      const std::string &name = description.names[k];
      maker.growing(data.id(), name.c_str(), fileType(h, description.precision),
                    description.valueBytes(), imageExtents(description), made.arrays[k]);
      heads.datasets.push_back(
          {maker.placeOf("/VTKHDF/PointData/" + name), imageExtents(description)});
    }
    maker.word(data.id(), "Scalars", description.names[0], false);
  }
  made.counts = findCounts(path, heads);
  return made;
}

void requireEmpty(const std::string &path, const SeriesDescription &description, bool isVtk) {
  const std::lock_guard lock(hdf5Mutex());
  const Hdf5Library &h = hdf5Library();
  const std::string name = (isVtk ? "/VTKHDF/PointData/" : "/") + description.names[0];
  const Hdf5Handle file(h.H5Fopen(path.c_str(), Hdf5Library::readOnly, 0), h.H5Fclose);
  const Hdf5Handle dataset(file ? h.H5Dopen2(file.id(), name.c_str(), 0) : -1, h.H5Dclose);
  const Hdf5Handle space(dataset ? h.H5Dget_space(dataset.id()) : -1, h.H5Sclose);
  std::array<Size, 4> extents = {1, 1, 1, 1};
  if (space && h.H5Sget_simple_extent_ndims(space.id()) <= 4)
    h.H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
  if (extents[0] != 0)
    fail(path, "the HDF5 library that is installed writes another format than is needed; save to "
               "FILE.npy");
}

} // namespace eulerc
