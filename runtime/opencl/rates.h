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

/// Measures a device's, unless they are known, in less than 0.2 s on usual devices, and remembers
/// them. They stay unknown where a device cannot run what that takes. Returns the seconds spent.
double measureUnknownRates(const cl::Context &context, cl::CommandQueue &queue, Device &device);

} // namespace eulerc
