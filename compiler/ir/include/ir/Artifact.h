// Artifact: the files that eulerc emits.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A part of the host source that may be compiled separately.
struct HostPart {
  std::string name;         ///< value of EULERC_PART
  std::string optimisation; ///< "-O3"
};

struct Artifact {
  std::string opencl;              ///< OpenCL C, complete
  std::string hostSource;          ///< C++, defines NAME::model()
  std::string hostHeader;          ///< C++, declares NAME::model()
  std::vector<HostPart> hostParts; ///< to be compiled in parallel, the longest first
};

} // namespace eulerc::compiler
