// Limits the registers of kernels on NVIDIA GPUs, so that a compute unit holds more work-groups at
// once. NVIDIA's OpenCL compiler has no option for that if kernels have a fixed work-group size.
// But its binaries are text (PTX), which can ask for a number of work-groups.
//
//   .reqntid 128, 1, 1   →   .reqntid 128, 1, 1
//                            .minnctapersm 5
#pragma once

#include <cstdint>

#include "opencl/device_cache.h"

namespace eulerc {

/// The binary with all kernels limited so that `groups` work-groups fit on a compute unit. A binary
/// that is not PTX is not changed.
DeviceCache::Bytes withOccupancy(std::int64_t groups, const DeviceCache::Bytes &binary);

} // namespace eulerc
