// The name of this machine's processor.
//
//   "model name\t: AMD EPYC 9654 96-Core Processor" of /proc/cpuinfo → "AMD EPYC 9654 …"
#pragma once

#include <string>

namespace eulerc {

/// "unknown processor" where the system does not tell.
std::string processorName(const std::string &cpuinfo = "/proc/cpuinfo");

} // namespace eulerc
