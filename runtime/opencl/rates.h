// What a device does in a second, measured once and remembered in the user's cache folder.
//
//   H200 → 4.2e12 bytes, 3.3e13 fused sums of float, 1.6e13 of double, 3e-6 s a launch
//
// Not of processors, whose caches decide: the planners have figures for them.
#pragma once

#include <eulerc/solver.h>

#include "opencl/bindings.h"
#include "opencl/devices.h"

namespace eulerc {

/// As an earlier run has measured them; unknown if none has.
DeviceRates rememberedRates(const DeviceInfo &device);

/// Measures them in less than 0.2 s on usual devices, and remembers them. Unknown where a device
/// cannot run what that takes, which is no error.
DeviceRates measureRates(const cl::Context &context, cl::CommandQueue &queue, const Device &device);

} // namespace eulerc
