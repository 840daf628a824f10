#include "opencl/program.h"

#include <fmt/format.h>

#include "backend.h"
#include "opencl/status.h"
#include "templates/expand.h"

namespace eulerc {
namespace {

/// ", 'the first line that says something'", or "".
std::string firstLine(const std::string &log) {
  const std::size_t begin = log.find_first_not_of(std::string_view(" \n\r\t\0", 5));
  if (begin == std::string::npos)
    return "";
  return fmt::format(", '{}'", log.substr(begin, log.find('\n', begin) - begin));
}

} // namespace

void Program::build(const cl::Context &context, const cl::Device &device, const char *source,
                    const std::string &options) {
  constexpr std::size_t most = 8; // of which those of a choice are four
  if (source_ != source || built_.size() >= most)
    built_.clear();
  source_ = source;
  if (const auto found = built_.find(options); found != built_.end()) {
    program_ = found->second;
    return;
  }
  program_ = checked([&] { return cl::Program(context, withTemplates(source)); });
  try {
    program_.build({device}, options.c_str());
  } catch (const cl::Error &error) {
    std::string log;
    program_.getBuildInfo(device, CL_PROGRAM_BUILD_LOG, &log);
    const std::string name = device.getInfo<CL_DEVICE_NAME>();
    const std::string status = statusName(error.err());
    throw Unusable(fmt::format("{} builds no kernels: {}{}", name, status, firstLine(log)),
                   fmt::format("the kernels do not build on {} with options '{}': {}\n{}\nhint: "
                               "take --backend threads, or another device with --device",
                               name, options, status, log));
  }
  built_[options] = program_;
}

cl::Kernel Program::kernel(const char *name) const {
  return checked([&] { return cl::Kernel(program_, name); });
}

} // namespace eulerc
