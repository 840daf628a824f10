// The kernels of a model, built for one device and kept until the build options change.
#pragma once

#include <string>

#include "opencl/bindings.h"

namespace eulerc {

class Program {
public:
  /// Builds `source` unless it is built already with these options. Throws Error(Run) with the
  /// compiler's log.
  void build(const cl::Context &context, const cl::Device &device, const char *source,
             const std::string &options);
  cl::Kernel kernel(const char *name) const;

private:
  cl::Program program_;
  std::string options_;
  const char *source_ = nullptr;
};

} // namespace eulerc
