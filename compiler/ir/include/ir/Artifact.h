// Artifact: the files eulerc emits.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

struct Artifact {
  std::string opencl;     ///< OpenCL C, complete
  std::string hostSource; ///< C++, defines NAME::model()
  std::string hostHeader; ///< C++, declares it
  /// Values of EULERC_PART: what of the host source may be compiled by itself, side by side, the
  /// longest first.
  std::vector<std::string> hostParts;
};

} // namespace eulerc::compiler
