// What a run needs of a device: memory, room for arguments, its kind of numbers.
#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "opencl/devices.h"

namespace eulerc {

/// Throws Run where memory is short. `taken`: bytes of the device that the run has already.
void requireRoom(const Footprint &footprint, const Device &device, std::int64_t taken);

/// Throws Unusable where kernels take more arguments than the device builds.
void requireArguments(const Model &model, const Device &device);

/// Throws Run where it has no numbers of the model's precision.
void requirePrecision(const Model &model, const Device &device);

} // namespace eulerc
