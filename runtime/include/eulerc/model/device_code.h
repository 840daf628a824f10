// DeviceCode: the kernels as OpenCL C, and how exactly they compute.
#pragma once

namespace eulerc {

struct DeviceCode {
  /// OpenCL C; `#include "linear.cl"` and the like name templates, which the runtime inserts.
  /// Arguments of the kernels: y, next, one buffer for each field, the constants block by value, t
  /// and h in the program's precision, the level as a long.
  const char *kernels = "";
  bool exact = false;     ///< the same bits on all devices: no function of a device's own library
  bool contracts = false; ///< a product and the sum it is written in are rounded once (fma)
  bool isFast = false;    ///< GPUs use their own functions and inexact quotients of floats
};

} // namespace eulerc
