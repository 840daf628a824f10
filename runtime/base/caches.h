// Sizes of this machine's caches.
#pragma once

#include <eulerc/device.h>

namespace eulerc {

/// Writes the cache sizes that the system tells into the limits of a processor.
void noteCaches(DeviceLimits &limits);

} // namespace eulerc
