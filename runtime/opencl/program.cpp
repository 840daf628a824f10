#include "opencl/program.h"

#include <fmt/format.h>

#include "opencl/status.h"

namespace eulerc {

void Program::build(const cl::Context &context, const cl::Device &device, const char *source,
                    const std::string &options) {
  if (source_ == source && options_ == options)
    return;
  source_ = nullptr;
  program_ = checked([&] { return cl::Program(context, std::string(source)); });
  try {
    program_.build({device}, options.c_str());
  } catch (const cl::Error &error) {
    std::string log;
    program_.getBuildInfo(device, CL_PROGRAM_BUILD_LOG, &log);
    throw Error(Error::Kind::Run,
                fmt::format("the kernels do not build on {} with options '{}': {}\n{}",
                            device.getInfo<CL_DEVICE_NAME>(), options, statusName(error.err()),
                            log));
  }
  source_ = source;
  options_ = options;
}

cl::Kernel Program::kernel(const char *name) const {
  return checked([&] { return cl::Kernel(program_, name); });
}

} // namespace eulerc
