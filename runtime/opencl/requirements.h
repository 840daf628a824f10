// Checks whether a device meets the requirements of a run: memory, room for arguments, precision.
#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "opencl/devices.h"

namespace eulerc {

/// Throws Run if memory is short. `taken`: bytes of the device that the run already holds.
void requireRoom(const Footprint &footprint, const Device &device, std::int64_t taken);

/// Throws Unusable if kernels take more bytes of arguments than the device supports.
void requireArguments(const Model &model, const Device &device);

/// Throws Run if the device does not support the model's precision.
void requirePrecision(const Model &model, const Device &device);

} // namespace eulerc
