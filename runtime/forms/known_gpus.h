// Sizes of caches, registers and local memory of GPUs that are known by name, and the sizes that
// plans assume of all other GPUs.
//
//   "NVIDIA H100 80GB HBM3" → 50 MB of cache, 65,536 registers and 227 KB of local memory a unit
//   an unknown GPU → the same with the largest cache of any GPU, and a text for --plan that says so
//
// Times and rates are in gpu_figures.h. They are scaled, for each compute unit, by rates that are
// measured at the first run on a device (opencl/rates.h).
#pragma once

#include <string_view>

#include <eulerc/device.h>

namespace eulerc {

/// Sets the known limits of a GPU of that name, or the assumed ones.
void noteGpu(std::string_view name, DeviceLimits &limits);

} // namespace eulerc
