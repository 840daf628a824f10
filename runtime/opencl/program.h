// Program: the kernels of a model for one device. It builds them with several sets of options and
// keeps each build.
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
  /// Builds `source` with the text `before` in front of it, unless a build with these options is
  /// kept here or by an earlier run (device_cache.h). kernel() then takes kernels of this build.
  /// `groupsPerUnit`: registers are limited so that so many work-groups fit on a compute unit
  /// (occupancy.h); 0: no limit. Throws Error(Run) with the compiler's log.
  void build(const cl::Context &context, const Device &device, const char *source,
             const std::string &options, const std::string &before = "",
             std::int64_t groupsPerUnit = 0);
  cl::Kernel kernel(const char *name) const;
  /// From now on, texts are built even if an earlier run has kept their binaries.
  void preferText(bool prefers) { prefersText_ = prefers; }

  /// From now on, these processes build each text first; null: no process does.
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
  std::map<std::string, cl::Program> built_; ///< by options, limit and the text before the source
  const char *source_ = nullptr;             ///< of all builds
  cl::Program program_;                      ///< the latest build
};

} // namespace eulerc
