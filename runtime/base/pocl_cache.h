// Tells why PoCL, the OpenCL driver of processors, cannot write its cache: without it PoCL shows no
// device.
#pragma once

#include <string>

namespace eulerc {

/// Why PoCL cannot write its cache, if it is installed: "its cache '/x' cannot be written
/// (Permission denied)"; else "".
std::string unwritableCacheOfPocl();

} // namespace eulerc
