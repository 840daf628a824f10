// Reads datasets, attributes and names of members from an HDF5 file.

#include "input/hdf5_frames.h"

#include <algorithm>
#include <array>

#include "input/hdf5_packing.h"

namespace eulerc {

Hdf5Library::Status readHdf5Rows(const Hdf5Library &h, Hdf5Library::Id dataset,
                                 Hdf5Library::Id type, const std::vector<std::int64_t> &shape,
                                 const std::vector<Hdf5Rows> &rows, void *to) {
  std::vector<Hdf5Library::Size> start(shape.size(), 0), count(shape.begin(), shape.end());
  for (std::size_t axis = 0; axis < rows.size(); axis++) {
    start[axis] = static_cast<Hdf5Library::Size>(rows[axis].first);
    count[axis] = static_cast<Hdf5Library::Size>(rows[axis].count);
  }
  const Hdf5Handle inFile(h.H5Dget_space(dataset), h.H5Sclose);
  const int rank = static_cast<int>(shape.size());
  const Hdf5Handle inMemory(h.H5Screate_simple(rank, count.data(), nullptr), h.H5Sclose);
  if (!inFile || !inMemory ||
      h.H5Sselect_hyperslab(inFile.id(), Hdf5Library::selectSet, start.data(), nullptr,
                            count.data(), nullptr) < 0)
    return -1;
  return h.H5Dread(dataset, type, inMemory.id(), inFile.id(), Hdf5Library::defaults, to);
}

Hdf5Frames::Hdf5Frames(const std::string &path) : lock_(hdf5Mutex()), h_(hdf5Library()) {
  if (h_.problem.empty())
    file_.emplace(h_.H5Fopen(path.c_str(), Hdf5Library::readOnly, Hdf5Library::defaults),
                  h_.H5Fclose);
}

Hdf5Handle Hdf5Frames::open(const std::string &dataset) const {
  return {isOpen() ? h_.H5Dopen2(file_->id(), dataset.c_str(), Hdf5Library::defaults) : -1,
          h_.H5Dclose};
}

std::vector<std::int64_t> Hdf5Frames::shape(const std::string &dataset) const {
  const Hdf5Handle handle = open(dataset);
  const Hdf5Handle space(handle ? h_.H5Dget_space(handle.id()) : -1, h_.H5Sclose);
  const int rank = space ? h_.H5Sget_simple_extent_ndims(space.id()) : 0;
  if (rank <= 0)
    return {};
  std::vector<Hdf5Library::Size> extents(static_cast<std::size_t>(rank));
  h_.H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

std::vector<double> Hdf5Frames::numbers(const std::string &dataset) const {
  const std::vector<std::int64_t> extents = shape(dataset);
  if (extents.size() != 1)
    return {};
  std::vector<double> values(static_cast<std::size_t>(extents[0]));
  const Hdf5Handle handle = open(dataset);
  if (!values.empty() && h_.H5Dread(handle.id(), *h_.nativeDouble, Hdf5Library::all,
                                    Hdf5Library::all, Hdf5Library::defaults, values.data()) < 0)
    return {};
  return values;
}

std::vector<std::string> Hdf5Frames::names(const std::string &group) const {
  std::vector<std::string> names;
  std::array<char, 256> name = {};
  while (isOpen() && h_.H5Lget_name_by_idx(file_->id(), group.c_str(), Hdf5Library::byName,
                                           Hdf5Library::increasing, names.size(), name.data(),
                                           name.size(), Hdf5Library::defaults) >= 0)
    names.emplace_back(name.data());
  return names;
}

std::vector<double> Hdf5Frames::numbersOf(const std::string &group, const std::string &name) const {
  const Hdf5Handle handle(
      isOpen() ? h_.H5Gopen2(file_->id(), group.c_str(), Hdf5Library::defaults) : -1, h_.H5Gclose);
  const Hdf5Handle attribute(
      handle ? h_.H5Aopen(handle.id(), name.c_str(), Hdf5Library::defaults) : -1, h_.H5Aclose);
  const Hdf5Handle space(attribute ? h_.H5Aget_space(attribute.id()) : -1, h_.H5Sclose);
  const std::int64_t count = space ? h_.H5Sget_simple_extent_npoints(space.id()) : 0;
  std::vector<double> values(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
  if (values.empty() || h_.H5Aread(attribute.id(), *h_.nativeDouble, values.data()) < 0)
    return {};
  return values;
}

std::optional<double> Hdf5Frames::attribute(const std::string &name) const {
  return isOpen() ? hdf5Number(h_, file_->id(), name) : std::nullopt;
}

bool Hdf5Frames::read(const std::string &dataset, const Hdf5Rows &frames, bool isFloat,
                      void *to) const {
  const Hdf5Handle handle = open(dataset);
  const std::vector<std::int64_t> extents = shape(dataset);
  return handle && !extents.empty() &&
         readHdf5Rows(h_, handle.id(), isFloat ? *h_.nativeFloat : *h_.nativeDouble, extents,
                      {frames}, to) >= 0;
}

} // namespace eulerc
