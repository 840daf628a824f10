// Checks whether a device meets the requirements of a run: memory, room for arguments, precision.
#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "opencl/devices.h"

namespace eulerc {

/// Adds the memory for steps on a device. Throws Run if the device lacks it. `taken`: bytes of the
/// device that the run already holds.
void addRoom(const Footprint &footprint, const Device &device, std::int64_t taken,
             MemoryNeeds &needs);

/// Throws Unusable if kernels take more bytes of arguments than the device supports.
void requireArguments(const Model &model, const Device &device);

/// Throws Run if the device does not support the model's precision.
void requirePrecision(const Model &model, const Device &device);

} // namespace eulerc
