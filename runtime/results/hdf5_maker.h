// Maker: makes the parts of an HDF5 file through the HDF5 library. Every failure of the library
// throws Hdf5Failure.
#pragma once

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <string>
#include <vector>

#include "input/hdf5_library.h"
#include "output/direct.h"
#include "results/hdf5_file.h"

namespace eulerc::hdf5 {

using Id = Hdf5Library::Id;
using Size = Hdf5Library::Size;
using Extents = std::vector<Size>;

inline constexpr std::size_t chunkBytes = 1 << 20; ///< several times share a chunk of small states
inline constexpr std::size_t partBytes = 1 << 30;  ///< HDF5 allows chunks of less than 4 GiB

/// Throws if the failure was a write of the library, which leaves errno set.
void requireDisk();
/// The id; throws if it is invalid.
Id made(Id id);

/// A dataset [count, …], and the places of its chunks.
struct GrowingDataset {
  Hdf5Handle dataset;
  Extents extents, chunk;
  GrowingArray &array;
};

class Maker {
public:
  explicit Maker(const std::string &path)
      : h_((errno = 0, hdf5Library())), lock_(hdf5Mutex()),
        access_(ok(h_.H5Pcreate(*h_.fileAccess)), h_.H5Pclose), file_(create(path), h_.H5Fclose) {}

  const Hdf5Library &library() const { return h_; }
  Id file() const { return file_.id(); }

  Id ok(Id id) const { return made(id); }

  /// Must be called at the end: closing the file reports no failure.
  void flush() const {
    if (h_.H5Fflush(file(), Hdf5Library::wholeFile) >= 0)
      return;
    requireDisk();
    throw Hdf5Failure("the HDF5 library cannot write it; is the disk full?");
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

  /// A word of a convention, as a text of fixed length.
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

  /// A dataset with the indices of an axis.
  Hdf5Handle indices(Id place, const char *name, const AxisRange &axis) const {
    std::vector<std::int64_t> values;
    for (std::int64_t i = axis.begin; axis.has(i); i += axis.step)
      values.push_back(i);
    return list(place, name, values);
  }

  /// A dataset with given numbers.
  template <class Value>
  Hdf5Handle list(Id place, const char *name, const std::vector<Value> &values) const {
    const Id type = typeOf(Value{});
    const Size count = values.size();
    const Hdf5Handle space(ok(h_.H5Screate_simple(1, &count, nullptr)), h_.H5Sclose);
    const Hdf5Handle list = untimed();
    Hdf5Handle made(ok(h_.H5Dcreate2(place, name, type, space.id(), 0, list.id(), 0)), h_.H5Dclose);
    ok(h_.H5Dwrite(made.id(), type, 0, 0, 0, values.data()));
    return made;
  }

  /// A dataset [count, …] without chunks, so that heads made one after the other lie together.
  GrowingDataset growing(Id place, const char *name, Id type, std::size_t valueBytes,
                         const Extents &extents, GrowingArray &array) const {
    const Extents chunk = chunkOf(extents, valueBytes, array);
    Extents none = extents, most = extents;
    none[0] = 0;
    most[0] = Hdf5Library::unlimited;
    const int rank = static_cast<int>(extents.size());
    const Hdf5Handle space(ok(h_.H5Screate_simple(rank, none.data(), most.data())), h_.H5Sclose);
    const Hdf5Handle list = untimed();
    ok(h_.H5Pset_chunk(list.id(), rank, chunk.data()));
    ok(h_.H5Pset_alloc_time(list.id(), Hdf5Library::allocateEarly));
    ok(h_.H5Pset_fill_time(list.id(), Hdf5Library::fillNever));
    return {{ok(h_.H5Dcreate2(place, name, type, space.id(), 0, list.id(), 0)), h_.H5Dclose},
            extents,
            chunk,
            array};
  }

  /// Allocates all chunks of a dataset, and stores their places in its array.
  void allocate(const GrowingDataset &made) const {
    const auto &[dataset, extents, chunk, array] = made;
    ok(h_.H5Dset_extent(dataset.id(), extents.data()));
    Extents at(extents.size());
    for (at[0] = 0; at[0] < extents[0]; at[0] += chunk[0])
      for (std::int64_t part = 0; part < array.parts; part++) {
        if (extents.size() > 1)
          at[1] = static_cast<Size>(part) * chunk[1];
        unsigned mask = 0;
        Size where = 0, bytes = 0;
        ok(h_.H5Dget_chunk_info_by_coord(dataset.id(), at.data(), &mask, &where, &bytes));
        array.chunks.push_back(static_cast<std::int64_t>(where));
      }
  }

  Id typeOf(double) const { return *h_.nativeDouble; }
  Id typeOf(std::int64_t) const { return *h_.nativeInt64; }

  /// The place of an object's head. In the old file format, which create() sets, a reference is
  /// that place.
  std::int64_t placeOf(const std::string &name) const {
    std::int64_t place = 0;
    ok(h_.H5Rcreate(&place, file(), name.c_str(), Hdf5Library::toObject, -1));
    return place;
  }

private:
  /// Uses the old file format, whose heads have no checksums, so that numbers in them can be
  /// changed. Large chunks are aligned so that they can be written past the page cache.
  Id create(const std::string &path) const {
    ok(h_.H5Pset_alignment(access_.id(), chunkBytes, DirectWriter::pageBytes));
    ok(h_.H5Pset_libver_bounds(access_.id(), Hdf5Library::earliest, Hdf5Library::latest));
    return ok(h_.H5Fcreate(path.c_str(), Hdf5Library::truncate, 0, access_.id()));
  }

  /// Properties without times of change, so that the same run makes the same bytes.
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
  const std::lock_guard<std::mutex> lock_;
  const Hdf5Handle access_, file_;
};

} // namespace eulerc::hdf5
