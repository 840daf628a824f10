// Loads the HDF5 library by dlopen and finds its functions.

#include "input/hdf5_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace eulerc {
namespace {

void *openLibrary() {
  // Debian's names, then other systems' names, by the versions of the binary interface.
  for (const char *name :
       {"libhdf5_serial.so.103", "libhdf5_serial.so.310", "libhdf5_serial.so", "libhdf5.so.103",
        "libhdf5.so.200", "libhdf5.so.310", "libhdf5.so.320", "libhdf5.so"})
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

/// Finds a function or variable of the library; `problem` names the first one that is missing.
template <class Symbol>
void find(void *library, const char *name, Symbol &symbol, std::string &problem) {
  symbol = reinterpret_cast<Symbol>(dlsym(library, name));
  if (symbol == nullptr && problem.empty())
    problem = fmt::format("the HDF5 library that is installed lacks {}", name);
}

/// Finds the functions that are called to read.
void findReading(void *library, Hdf5Library &h) {
#define EULERC_FIND(result, name, parameters) find(library, #name, h.name, h.problem);
  EULERC_HDF5_READING(EULERC_FIND)
#undef EULERC_FIND
  find(library, "H5T_NATIVE_FLOAT_g", h.nativeFloat, h.problem);
  find(library, "H5T_NATIVE_DOUBLE_g", h.nativeDouble, h.problem);
  find(library, "H5T_NATIVE_INT64_g", h.nativeInt64, h.problem);
}

/// Finds the further functions that are called to write.
void findWriting(void *library, Hdf5Library &h) {
#define EULERC_FIND(result, name, parameters) find(library, #name, h.name, h.writingProblem);
  EULERC_HDF5_WRITING(EULERC_FIND)
#undef EULERC_FIND
  find(library, "H5P_CLS_FILE_CREATE_ID_g", h.fileCreation, h.writingProblem);
  find(library, "H5P_CLS_FILE_ACCESS_ID_g", h.fileAccess, h.writingProblem);
  find(library, "H5P_CLS_GROUP_CREATE_ID_g", h.groupCreation, h.writingProblem);
  find(library, "H5P_CLS_DATASET_CREATE_ID_g", h.datasetCreation, h.writingProblem);
  find(library, "H5T_NATIVE_UINT32_g", h.nativeUint32, h.writingProblem);
  find(library, "H5T_IEEE_F32LE_g", h.fileFloat, h.writingProblem);
  find(library, "H5T_IEEE_F64LE_g", h.fileDouble, h.writingProblem);
  find(library, "H5T_C_S1_g", h.string, h.writingProblem);
  find(library, "H5T_STD_REF_OBJ_g", h.reference, h.writingProblem);
}

Hdf5Library load() {
  Hdf5Library h = {};
  void *library = openLibrary();
  if (library == nullptr) {
    h.problem = "the HDF5 library is not installed (Debian: apt-get install libhdf5-103-1)";
    return h;
  }
  find(library, "H5dont_atexit", h.H5dont_atexit, h.problem);
  find(library, "H5get_libversion", h.H5get_libversion, h.problem);
  unsigned major = 0, minor = 0, release = 0;
  if (h.problem.empty()) {
    h.H5dont_atexit(); // its exit handler crashes if a file could not be written and closed
    h.H5get_libversion(&major, &minor, &release);
  }
  if (major == 1 && minor < 10) // its identifiers have 32 bits
    h.problem = fmt::format("the HDF5 library that is installed is of version {}.{}.{}; 1.10 or "
                            "later is needed",
                            major, minor, release);
  findReading(library, h);
  findWriting(library, h);
  if (!h.problem.empty())
    return h;

  if (h.H5open() < 0) // sets the variables of types below
    h.problem = "the HDF5 library does not start";
  if (!h.writingProblem.empty())
    h.writingProblem += fmt::format("; version {}.{}.{} reads files, 1.10.5 or later makes them",
                                    major, minor, release);
  return h;
}

} // namespace

const Hdf5Library &hdf5Library() {
  static const Hdf5Library library = load();
  // Failures are reported by the runtime. A thread-safe library has this setting for each thread.
  thread_local bool isQuiet = false;
  if (!isQuiet && library.problem.empty())
    library.H5Eset_auto2(Hdf5Library::defaults, nullptr, nullptr);
  isQuiet = true;
  return library;
}

std::mutex &hdf5Mutex() {
  static std::mutex mutex;
  return mutex;
}

} // namespace eulerc
