// How many registers a kernel takes decides how many work-groups a compute unit holds at once.
// NVIDIA's compiler chooses on its own, and has no option for kernels of a fixed work-group size;
// but the programs it gives out are text (PTX), and that may ask for work-groups.
//
//   .reqntid 128, 1, 1   →   .reqntid 128, 1, 1
//                            .minnctapersm 5
#pragma once

#include <cstdint>

#include "opencl/device_cache.h"

namespace eulerc {

/// A built program whose kernels leave room for `groups` work-groups at once on a compute unit. One
/// that is no such text is not changed.
DeviceCache::Bytes withOccupancy(std::int64_t groups, const DeviceCache::Bytes &binary);

} // namespace eulerc
