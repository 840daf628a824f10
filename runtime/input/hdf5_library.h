// Hdf5Library: the functions of the HDF5 library that the runtime calls, loaded when a file is
// first read or made.
//
// A solver must start without HDF5, which few need, so it is not linked with libhdf5. Its headers
// are not needed either: the C interface below has been the same since version 1.10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

// Result, name and parameters of each function that is called to read.
#define EULERC_HDF5_READING(X)                                                                     \
  X(Status, H5open, ())                                                                            \
  X(Status, H5Eset_auto2, (Id stack, void *function, void *data))                                  \
  X(Id, H5Fopen, (const char *name, unsigned flags, Id access))                                    \
  X(Status, H5Fclose, (Id file))                                                                   \
  X(Id, H5Gopen2, (Id place, const char *name, Id access))                                         \
  X(Status, H5Gclose, (Id group))                                                                  \
  X(std::ptrdiff_t, H5Lget_name_by_idx,                                                            \
    (Id place, const char *group, int index, int order, Size n, char *name, std::size_t size,      \
     Id access))                                                                                   \
  X(int, H5Lexists, (Id place, const char *name, Id access))                                       \
  X(int, H5Oexists_by_name, (Id place, const char *name, Id access))                               \
  X(Id, H5Dopen2, (Id place, const char *name, Id access))                                         \
  X(Status, H5Dclose, (Id dataset))                                                                \
  X(Id, H5Dget_space, (Id dataset))                                                                \
  X(Id, H5Dget_type, (Id dataset))                                                                 \
  X(Status, H5Dread, (Id dataset, Id memoryType, Id memorySpace, Id fileSpace, Id plan, void *to)) \
  X(Id, H5Screate_simple, (int rank, const Size *extents, const Size *most))                       \
  X(Status, H5Sselect_hyperslab,                                                                   \
    (Id space, int how, const Size *start, const Size *stride, const Size *count,                  \
     const Size *block))                                                                           \
  X(Id, H5Aopen, (Id object, const char *name, Id access))                                         \
  X(Id, H5Aget_space, (Id attribute))                                                              \
  X(Status, H5Aread, (Id attribute, Id type, void *to))                                            \
  X(Status, H5Aclose, (Id attribute))                                                              \
  X(int, H5Sget_simple_extent_ndims, (Id space))                                                   \
  X(std::int64_t, H5Sget_simple_extent_npoints, (Id space))                                        \
  X(int, H5Sget_simple_extent_dims, (Id space, Size * extents, Size * most))                       \
  X(Status, H5Sclose, (Id space))                                                                  \
  X(int, H5Tget_class, (Id type))                                                                  \
  X(std::size_t, H5Tget_size, (Id type))                                                           \
  X(int, H5Tget_nmembers, (Id type))                                                               \
  X(Status, H5Tclose, (Id type))

// Further functions that are called to write.
#define EULERC_HDF5_WRITING(X)                                                                     \
  X(Status, H5Fflush, (Id file, int scope))                                                        \
  X(Id, H5Fcreate, (const char *name, unsigned flags, Id creation, Id access))                     \
  X(Id, H5Pcreate, (Id kind))                                                                      \
  X(Status, H5Pclose, (Id list))                                                                   \
  X(Status, H5Pset_alignment, (Id access, Size least, Size alignment))                             \
  X(Status, H5Pset_libver_bounds, (Id access, int low, int high))                                  \
  X(Status, H5Pset_chunk, (Id creation, int rank, const Size *extents))                            \
  X(Status, H5Pset_alloc_time, (Id creation, int when))                                            \
  X(Status, H5Pset_fill_time, (Id creation, int when))                                             \
  X(Status, H5Pset_obj_track_times, (Id creation, bool track))                                     \
  X(Id, H5Gcreate2, (Id place, const char *name, Id link, Id creation, Id access))                 \
  X(Id, H5Screate, (int kind))                                                                     \
  X(Id, H5Dcreate2,                                                                                \
    (Id place, const char *name, Id type, Id space, Id link, Id creation, Id access))              \
  X(Status, H5Dwrite,                                                                              \
    (Id dataset, Id memoryType, Id memorySpace, Id fileSpace, Id plan, const void *from))          \
  X(Status, H5Dset_extent, (Id dataset, const Size *extents))                                      \
  X(Status, H5Dget_chunk_info_by_coord,                                                            \
    (Id dataset, const Size *offset, unsigned *mask, Size *place, Size *bytes))                    \
  X(Id, H5Acreate2, (Id object, const char *name, Id type, Id space, Id creation, Id access))      \
  X(Status, H5Awrite, (Id attribute, Id type, const void *from))                                   \
  X(Id, H5Tcopy, (Id type))                                                                        \
  X(Status, H5Tset_size, (Id type, std::size_t bytes))                                             \
  X(Status, H5Tset_cset, (Id type, int characters))                                                \
  X(Id, H5Tvlen_create, (Id of))                                                                   \
  X(Id, H5Tcreate, (int kind, std::size_t bytes))                                                  \
  X(Status, H5Tinsert, (Id compound, const char *name, std::size_t offset, Id type))               \
  X(Status, H5Rcreate, (void *reference, Id place, const char *name, int kind, Id space))

namespace eulerc {

struct Hdf5Library {
  using Id = std::int64_t; ///< hid_t; negative: a failure
  using Status = int;      ///< herr_t; negative: a failure
  using Size = unsigned long long;

  static constexpr Id all = 0;            ///< H5S_ALL
  static constexpr Id defaults = 0;       ///< H5P_DEFAULT, H5E_DEFAULT
  static constexpr unsigned readOnly = 0; ///< H5F_ACC_RDONLY
  static constexpr int integerClass = 0;  ///< H5T_INTEGER
  static constexpr int floatClass = 1;    ///< H5T_FLOAT
  static constexpr int enumClass = 8;     ///< H5T_ENUM
  static constexpr int byName = 0;        ///< H5_INDEX_NAME
  static constexpr int increasing = 0;    ///< H5_ITER_INC
  static constexpr int selectSet = 0;     ///< H5S_SELECT_SET

  Status (*H5dont_atexit)();
  Status (*H5get_libversion)(unsigned *major, unsigned *minor, unsigned *release);
#define EULERC_MEMBER(result, name, parameters) result(*name) parameters;
  EULERC_HDF5_READING(EULERC_MEMBER)
  const Id *nativeFloat;
  const Id *nativeDouble;
  const Id *nativeInt64;

  // For writing.
  static constexpr unsigned truncate = 2;        ///< H5F_ACC_TRUNC
  static constexpr int earliest = 0, latest = 1; ///< H5F_LIBVER_EARLIEST, H5F_LIBVER_V18
  static constexpr int allocateEarly = 1;        ///< H5D_ALLOC_TIME_EARLY
  static constexpr int fillNever = 1;            ///< H5D_FILL_TIME_NEVER
  static constexpr int scalar = 0;               ///< H5S_SCALAR
  static constexpr int toObject = 0;             ///< H5R_OBJECT
  static constexpr int compound = 6;             ///< H5T_COMPOUND
  static constexpr Size unlimited = ~Size{0};    ///< H5S_UNLIMITED

  static constexpr int wholeFile = 1; ///< H5F_SCOPE_GLOBAL

  EULERC_HDF5_WRITING(EULERC_MEMBER)
#undef EULERC_MEMBER
  const Id *fileCreation, *fileAccess, *groupCreation,
      *datasetCreation; ///< classes of property lists
  const Id *nativeUint32, *fileFloat, *fileDouble, *string, *reference;

  std::string problem;        ///< why the library cannot be used; "": it can
  std::string writingProblem; ///< why it cannot be used to make files; "": it can
};

const Hdf5Library &hdf5Library();

/// An open file, group, dataset, …
class Hdf5Handle {
public:
  Hdf5Handle(Hdf5Library::Id id, Hdf5Library::Status (*close)(Hdf5Library::Id))
      : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (id_ >= 0)
      close_(id_);
  }
  Hdf5Handle(Hdf5Handle &&other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle &operator=(Hdf5Handle &&) = delete;
  explicit operator bool() const { return id_ >= 0; }
  Hdf5Library::Id id() const { return id_; }

private:
  Hdf5Library::Id id_;
  Hdf5Library::Status (*close_)(Hdf5Library::Id);
};

/// The library is not thread-safe: hold this mutex while calling it.
std::mutex &hdf5Mutex();

} // namespace eulerc
