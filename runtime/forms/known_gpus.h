// The device file: GPUs whose figures are known, and what plans assume of all others.
//
//   "NVIDIA H100 80GB HBM3" → 50 MB of cache, 65,536 registers and 227 KB of local memory a unit;
//   an unknown one → the same but for a cache that may be as large as any, and words that say so
//
// Figures that are times and rates are in gpu_figures.h: unit by unit they are scaled by what is
// measured of a device at the first run on it (opencl/rates.h).
#pragma once

#include <string_view>

#include <eulerc/device.h>

namespace eulerc {

/// Fills in what is known of a GPU by its name, or what is assumed.
void noteGpu(std::string_view name, DeviceLimits &limits);

} // namespace eulerc
