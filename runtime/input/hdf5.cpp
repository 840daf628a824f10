// Reads a dataset of an HDF5 file. The library converts to the solver's precision as it reads.
#include "input/values.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>

#include <fmt/format.h>
#include <sys/file.h>

#include "base/text.h"
#include "input/file.h"
#include "input/hdf5_frames.h"
#include "input/hdf5_library.h"
#include "input/hdf5_packing.h"

namespace eulerc {
namespace {

using Id = Hdf5Library::Id;

using Handle = Hdf5Handle;

/// "in '/' there are: beta, mask": the contents of a group, or of the nearest group above that
/// exists.
std::string contents(const Hdf5Library &h, Id file, std::string group) {
  while (true) {
    if (group.empty())
      group = "/";
    const Handle handle(h.H5Gopen2(file, group.c_str(), Hdf5Library::defaults), h.H5Gclose);
    if (handle || group == "/")
      break;
    const auto slash = group.rfind('/');
    group.resize(slash == std::string::npos ? 0 : slash);
  }
  const Hdf5Library::Size most = 20;
  std::vector<std::string> names;
  std::array<char, 256> name = {};
  for (Hdf5Library::Size n = 0; n <= most; n++) {
    if (h.H5Lget_name_by_idx(file, group.c_str(), Hdf5Library::byName, Hdf5Library::increasing, n,
                             name.data(), name.size(), Hdf5Library::defaults) < 0)
      break;
    names.push_back(n < most ? name.data() : "…");
  }
  return names.empty() ? fmt::format("'{}' is empty", group)
                       : fmt::format("in '{}' there are: {}", group, joined(names));
}

/// Throws the error that no dataset of that name could be opened.
[[noreturn]] void refuseDataset(const Hdf5Library &h, Id file, const std::string &name) {
  if (const Handle group(h.H5Gopen2(file, name.c_str(), Hdf5Library::defaults), h.H5Gclose); group)
    throw InputError(
        fmt::format("'{}' is a group, not a dataset; {}", name, contents(h, file, name)));
  if (h.H5Lexists(file, name.c_str(), Hdf5Library::defaults) <= 0)
    throw InputError(fmt::format("there is no dataset '{}'; {}", name, contents(h, file, name)));
  if (h.H5Oexists_by_name(file, name.c_str(), Hdf5Library::defaults) <= 0)
    throw InputError(fmt::format("'{}' is a link, and what it leads to is not there", name));
  unsigned major = 0, minor = 0, release = 0;
  h.H5get_libversion(&major, &minor, &release);
  throw InputError(fmt::format(
      "the HDF5 library that is installed ({}.{}.{}) cannot open '{}': it is of a newer format, "
      "damaged, or no dataset; a newer library's 'h5repack --high=2 OLD NEW' makes a file for "
      "this one",
      major, minor, release, name));
}

std::vector<std::int64_t> shapeOf(const Hdf5Library &h, Id dataset) {
  const Handle space(h.H5Dget_space(dataset), h.H5Sclose);
  const int rank = space ? h.H5Sget_simple_extent_ndims(space.id()) : -1;
  if (rank < 0)
    throw InputError("the shape of the dataset cannot be read");
  std::vector<Hdf5Library::Size> extents(static_cast<std::size_t>(rank));
  h.H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

/// Whether some process holds the lock that the library takes on files it writes.
bool isOpenToWrite(const std::string &path) {
  const InputFile file = openInput(path);
  const int descriptor = fileno(file.stream.get());
  if (flock(descriptor, LOCK_SH | LOCK_NB) != 0)
    return errno == EWOULDBLOCK;
  flock(descriptor, LOCK_UN);
  return false;
}

/// Whether a type is h5py's type of truth values: an enumeration of two in one byte.
bool areTruths(const Hdf5Library &h, Id type) {
  return h.H5Tget_class(type) == Hdf5Library::enumClass && h.H5Tget_nmembers(type) == 2 &&
         h.H5Tget_size(type) == 1;
}

void requireType(const Hdf5Library &h, Id type, bool isInt) {
  const int found = h.H5Tget_class(type);
  if (areTruths(h, type))
    return;
  if (isInt && found != Hdf5Library::integerClass)
    throw InputError("the values of the dataset are no integers");
  if (!isInt && found != Hdf5Library::floatClass && found != Hdf5Library::integerClass)
    throw InputError("the values of the dataset are no numbers");
}

/// Reads a whole dataset, or a part of it.
void read(const Hdf5Library &h, Id dataset, Id type, const Framed &framed, void *to) {
  const std::vector<std::int64_t> shape = shapeOf(h, dataset);
  std::vector<Hdf5Rows> rows;
  for (const std::int64_t place : framed.placesIn(shape))
    rows.push_back({place, 1});
  const Hdf5Library::Status status =
      rows.empty()
          ? h.H5Dread(dataset, type, Hdf5Library::all, Hdf5Library::all, Hdf5Library::defaults, to)
          : readHdf5Rows(h, dataset, type, shape, rows, to);
  if (status < 0)
    throw InputError("reading the dataset failed: the file is damaged, or compressed in a way "
                     "that the HDF5 library cannot undo");
}

void readTruths(const Hdf5Library &h, Id dataset, Id type, const Framed &framed,
                const Target &target) {
  HostArray whole;
  whole.allocate(target.points());
  const auto *values = static_cast<const std::uint8_t *>(whole.data());
  read(h, dataset, type, framed, whole.data());
  if (target.isInt)
    convertInts(values, target.points(), target, 0);
  else
    convert(values, target.points(), target, 0);
}

void readPacked(const Hdf5Library &h, Id dataset, const Framed &framed, const Hdf5Packing &packing,
                const Target &target) {
  HostArray whole;
  whole.allocate(target.points() * static_cast<std::int64_t>(sizeof(double)));
  auto *values = static_cast<double *>(whole.data());
  read(h, dataset, *h.nativeDouble, framed, values);
  packing.requireAll(values, target);
  packing.unpack(values, target.points());
  if (target.isInt)
    convertInts(values, target.points(), target, 0);
  else
    convert(values, target.points(), target, 0);
}

} // namespace

void readHdf5(const std::string &path, const Framed &framed, const Target &target) {
  const std::string &name = framed.name;
  const InputFile input = openInput(path); // its errors say why; the library's do not
  char start[3] = {};
  const bool isClassic = std::fread(start, 1, sizeof start, input.stream.get()) == 3 &&
                         std::memcmp(start, "CDF", 3) == 0;
  const std::lock_guard lock(hdf5Mutex());
  const Hdf5Library &h = hdf5Library();
  if (!h.problem.empty())
    throw InputError(h.problem);

  const Handle file(h.H5Fopen(path.c_str(), Hdf5Library::readOnly, Hdf5Library::defaults),
                    h.H5Fclose);
  if (!file && isOpenToWrite(path))
    throw InputError(
        "another program has it open to write; read it when that one has closed it, or "
        "read a copy");
  if (!file)
    throw InputError(isClassic ? "it is netCDF's classic format, which is no HDF5; 'nccopy -k nc4 "
                                 "OLD.nc NEW.nc' makes HDF5 of it"
                               : "it is no HDF5 file, or a damaged one");
  if (name.empty())
    throw InputError(fmt::format("name a dataset of it, as {}:/path/to/dataset; {}", path,
                                 contents(h, file.id(), "/")));
  const Handle dataset(h.H5Dopen2(file.id(), name.c_str(), Hdf5Library::defaults), h.H5Dclose);
  if (!dataset)
    refuseDataset(h, file.id(), name);
  const Handle type(h.H5Dget_type(dataset.id()), h.H5Tclose);
  requireType(h, type.id(), target.isInt);
  requireShape(framed.shapeOf(shapeOf(h, dataset.id())), target);
  target.allocate();
  if (areTruths(h, type.id()))
    return readTruths(h, dataset.id(), type.id(), framed, target);
  const Hdf5Packing packing(h, file.id(), dataset.id());
  if (!packing.isPlain())
    return readPacked(h, dataset.id(), framed, packing, target);
  if (target.isInt) { // the library would clip values that do not fit
    HostArray whole;
    whole.allocate(target.points() * static_cast<std::int64_t>(sizeof(std::int64_t)));
    read(h, dataset.id(), *h.nativeInt64, framed, whole.data());
    return convertInts(static_cast<const std::int64_t *>(whole.data()), target.points(), target, 0);
  }
  read(h, dataset.id(), target.precision == Precision::Float ? *h.nativeFloat : *h.nativeDouble,
       framed, target.values.data());
  requireFinite(target);
}

} // namespace eulerc
