// The OpenCL devices of this machine, the best one first (as in listDevices()): GPUs before
// accelerators before processors, then by compute units.
#pragma once

#include <vector>

#include <eulerc/solver.h>

#include "opencl/bindings.h"

namespace eulerc {

struct Device {
  cl::Device handle;
  DeviceInfo info;
  int number;                ///< its place in listDevices()
  std::int64_t maxArguments; ///< the most bytes of all arguments of a kernel
  /// Whether built kernels and rates are kept in the user's cache folder. Not for processors, whose
  /// driver has a cache, nor for simulators, which claim to be a processor and a GPU.
  bool isRemembered;
  bool canRoundDivision; ///< can round float divisions and roots correctly
};

struct FoundDevices {
  std::vector<Device> devices;
  std::string failures; ///< errors of platforms, each with its name
};

FoundDevices findDevices();

} // namespace eulerc
