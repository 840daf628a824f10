// Rates of a device: bytes and operations in a second, seconds of a launch. Measured once and kept
// in the user's cache folder.
//
//   H200 → 4.2e12 bytes, 3.3e13 fused sums of float, 1.6e13 of double, 3e-6 s a launch
//
// Not for processors, whose caches matter more: planners have figures for them.
#pragma once

#include <eulerc/solver.h>

#include "opencl/bindings.h"
#include "opencl/devices.h"

namespace eulerc {

/// The rates that an earlier run has measured; unknown if none has.
DeviceRates rememberedRates(const DeviceInfo &device);

/// Measures the rates of a device and keeps them, unless they are known; usually in less than 0.2
/// s. They stay unknown if the device cannot run the kernels. Returns the seconds spent.
double measureUnknownRates(const cl::Context &context, cl::CommandQueue &queue, Device &device);

} // namespace eulerc
