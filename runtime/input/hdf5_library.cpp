#include "input/hdf5_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace eulerc {
namespace {

void *openLibrary() {
  // Debian's names, then those of others, by the versions of the binary interface.
  for (const char *name :
       {"libhdf5_serial.so.103", "libhdf5_serial.so.310", "libhdf5_serial.so", "libhdf5.so.103",
        "libhdf5.so.200", "libhdf5.so.310", "libhdf5.so.320", "libhdf5.so"})
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

Hdf5Library load() {
  Hdf5Library h = {};
  void *library = openLibrary();
  if (library == nullptr) {
    h.problem = "the HDF5 library is not installed (Debian: apt-get install libhdf5-103-1)";
    return h;
  }
  const auto find = [&](const char *name, auto &function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr && h.problem.empty())
      h.problem = fmt::format("the HDF5 library that is installed lacks {}", name);
  };
#define EULERC_FIND(name) find(#name, h.name)
  EULERC_FIND(H5open);
  EULERC_FIND(H5get_libversion);
  EULERC_FIND(H5Eset_auto2);
  EULERC_FIND(H5Fopen);
  EULERC_FIND(H5Fclose);
  EULERC_FIND(H5Gopen2);
  EULERC_FIND(H5Gclose);
  EULERC_FIND(H5Lget_name_by_idx);
  EULERC_FIND(H5Dopen2);
  EULERC_FIND(H5Dclose);
  EULERC_FIND(H5Dget_space);
  EULERC_FIND(H5Dget_type);
  EULERC_FIND(H5Dread);
  EULERC_FIND(H5Sget_simple_extent_ndims);
  EULERC_FIND(H5Sget_simple_extent_dims);
  EULERC_FIND(H5Sclose);
  EULERC_FIND(H5Tget_class);
  EULERC_FIND(H5Tclose);
#undef EULERC_FIND
  find("H5T_NATIVE_FLOAT_g", h.nativeFloat);
  find("H5T_NATIVE_DOUBLE_g", h.nativeDouble);
  if (!h.problem.empty())
    return h;

  unsigned major = 0, minor = 0, release = 0;
  h.H5get_libversion(&major, &minor, &release);
  if (major == 1 && minor < 10) // its identifiers are of 32 bits
    h.problem = fmt::format("the HDF5 library that is installed is of version {}.{}.{}; 1.10 or "
                            "later is needed",
                            major, minor, release);
  else if (h.H5open() < 0) // gives the types below their values
    h.problem = "the HDF5 library does not start";
  else
    h.H5Eset_auto2(Hdf5Library::defaults, nullptr, nullptr); // we report failures ourselves
  return h;
}

} // namespace

const Hdf5Library &hdf5Library() {
  static const Hdf5Library library = load();
  return library;
}

} // namespace eulerc
