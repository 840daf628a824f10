// Sizes of this machine's caches.
#pragma once

#include <eulerc/device.h>

namespace eulerc {

/// Writes the sizes of a core's caches into the limits of a processor, where the system tells them.
void noteCaches(DeviceLimits &limits);

} // namespace eulerc
