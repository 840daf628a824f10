// PoCL, the OpenCL driver of processors, shows no device while it cannot write its cache.
#pragma once

#include <string>

namespace eulerc {

/// Why PoCL cannot write its cache, if it is installed: "its cache '/x' cannot be written
/// (Permission denied)"; else "".
std::string unwritableCacheOfPocl();

} // namespace eulerc
