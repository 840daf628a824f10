// The kernels of a model, built for one device with a few sets of options and kept.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "opencl/bindings.h"
#include "opencl/build_process.h"
#include "opencl/devices.h"

namespace eulerc {

class Program {
public:
  /// Builds `source`, with some text before it, unless it is built already with these options, or
  /// an earlier run has kept what it built (device_cache.h); kernel() is then of this build.
  /// Registers are limited for that number of work-groups on a compute unit (occupancy.h), unless
  /// it is 0: what was built without the limit is then built further. Throws Error(Run) with the
  /// compiler's log.
  void build(const cl::Context &context, const Device &device, const char *source,
             const std::string &options, const std::string &before = "",
             std::int64_t groupsPerUnit = 0);
  cl::Kernel kernel(const char *name) const;
  /// From now on texts are built, whatever an earlier run has kept of them.
  void preferText(bool prefers) { prefersText_ = prefers; }

  /// From now on these build each text first; null: none do.
  void buildFirstIn(BuildProcesses *processes) { processes_ = processes; }

private:
  struct Asked {
    const cl::Context &context;
    const Device &device;
    const std::string &text, &options;
  };
  cl::Program fromText(const Asked &asked) const;
  cl::Program whole(const Asked &asked) const;
  cl::Program limited(const Asked &asked, std::int64_t groupsPerUnit) const;

  bool prefersText_ = false;
  BuildProcesses *processes_ = nullptr;
  std::map<std::string, cl::Program> built_; ///< by options, limit and what stands before
  const char *source_ = nullptr;             ///< of all of them
  cl::Program program_;                      ///< the latest one asked for
};

} // namespace eulerc
