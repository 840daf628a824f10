// The functions of the HDF5 library that the runtime calls, found when a file is first read.
//
// A solver must start without HDF5, and few need it, so it is not linked with libhdf5. Neither are
// its headers needed: the C interface below has been the same since version 1.10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace eulerc {

struct Hdf5Library {
  using Id = std::int64_t; ///< hid_t; negative: a failure
  using Status = int;      ///< herr_t; negative: a failure
  using Size = unsigned long long;

  static constexpr Id all = 0;            ///< H5S_ALL
  static constexpr Id defaults = 0;       ///< H5P_DEFAULT, H5E_DEFAULT
  static constexpr unsigned readOnly = 0; ///< H5F_ACC_RDONLY
  static constexpr int floatClass = 1;    ///< H5T_FLOAT
  static constexpr int byName = 0;        ///< H5_INDEX_NAME
  static constexpr int increasing = 0;    ///< H5_ITER_INC

  Status (*H5open)();
  Status (*H5get_libversion)(unsigned *major, unsigned *minor, unsigned *release);
  Status (*H5Eset_auto2)(Id stack, void *function, void *data);
  Id (*H5Fopen)(const char *name, unsigned flags, Id access);
  Status (*H5Fclose)(Id file);
  Id (*H5Gopen2)(Id place, const char *name, Id access);
  Status (*H5Gclose)(Id group);
  std::ptrdiff_t (*H5Lget_name_by_idx)(Id place, const char *group, int index, int order, Size n,
                                       char *name, std::size_t size, Id access);
  Id (*H5Dopen2)(Id place, const char *name, Id access);
  Status (*H5Dclose)(Id dataset);
  Id (*H5Dget_space)(Id dataset);
  Id (*H5Dget_type)(Id dataset);
  Status (*H5Dread)(Id dataset, Id memoryType, Id memorySpace, Id fileSpace, Id plan, void *to);
  int (*H5Sget_simple_extent_ndims)(Id space);
  int (*H5Sget_simple_extent_dims)(Id space, Size *extents, Size *most);
  Status (*H5Sclose)(Id space);
  int (*H5Tget_class)(Id type);
  Status (*H5Tclose)(Id type);
  const Id *nativeFloat;
  const Id *nativeDouble;

  std::string problem; ///< why the library cannot be used; "" when it can
};

const Hdf5Library &hdf5Library();

} // namespace eulerc
