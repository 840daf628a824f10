// Artifact: the files eulerc emits.
#pragma once

#include <string>

namespace eulerc::compiler {

struct Artifact {
  std::string opencl;     ///< OpenCL C, complete
  std::string hostSource; ///< C++, defines NAME::model()
  std::string hostHeader; ///< C++, declares it
};

} // namespace eulerc::compiler
