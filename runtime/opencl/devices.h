// The OpenCL devices of this machine, the best one first: the order of listDevices().
#pragma once

#include <vector>

#include <eulerc/solver.h>

#include "opencl/bindings.h"

namespace eulerc {

struct Device {
  cl::Device handle;
  DeviceInfo info;
  int number;                ///< its place in listDevices()
  std::int64_t maxArguments; ///< bytes of all arguments of a kernel, at most
  /// What is built for it and its rates: not of processors, whose driver remembers itself, nor of
  /// simulators, which say that they are a processor and a GPU.
  bool isRemembered;
  bool canRoundDivision; ///< divides floats and takes roots correctly rounded when asked to
};

struct FoundDevices {
  std::vector<Device> devices;
  std::string failures; ///< of platforms, with the name of each
};

FoundDevices findDevices();

} // namespace eulerc
