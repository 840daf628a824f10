// Builds programs from text, or from binaries that an earlier run has kept (program.h).

#include "opencl/program.h"

#include <optional>

#include <fmt/format.h>

#include "backend/backend.h"
#include "base/pocl_cache.h"
#include "base/user_cache.h"
#include "opencl/device_cache.h"
#include "opencl/occupancy.h"
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

std::string buildLog(const cl::Program &program, const Device &device) {
  try {
    return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device.handle);
  } catch (const cl::Error &) { // nothing was built, so there is no log
    return "";
  }
}

cl::Program fromSource(const cl::Context &context, const Device &device, const std::string &text,
                       const std::string &options) {
  const cl::Program program = checked([&] { return cl::Program(context, text); });
  const cl_device_id handle = device.handle();
  const cl_int built = clBuildProgram(program(), 1, &handle, options.c_str(), nullptr, nullptr);
  if (built == CL_SUCCESS)
    return program;
  const std::string &name = device.info.name;
  const bool isPocl = device.info.platform.starts_with("Portable Computing");
  if (const std::string cache = isPocl ? unwritableCacheOfPocl() : ""; !cache.empty())
    throw Unusable(fmt::format("{} builds no kernels: {}", name, cache),
                   fmt::format("the kernels do not build on {}: {}; let POCL_CACHE_DIR name a "
                               "folder that can be written",
                               name, cache));
  const std::string status = statusName(built), log = buildLog(program, device);
  throw Unusable(fmt::format("{} builds no kernels: {}{}", name, status, firstLine(log)),
                 fmt::format("the kernels do not build on {} with options '{}': {}\n{}\nhint: "
                             "take --backend threads, or another device with --device",
                             name, options, status, log));
}

/// A program from a binary; nullopt if the driver does not accept it.
std::optional<cl::Program> fromBinary(const cl::Context &context, const Device &device,
                                      const std::optional<DeviceCache::Bytes> &binary,
                                      const std::string &options) {
  if (!binary)
    return std::nullopt;
  try {
    cl::Program program(context, {device.handle}, {*binary});
    program.build({device.handle}, options.c_str());
    return program;
  } catch (const cl::Error &) {
    return std::nullopt;
  }
}

/// The binary of a built program; nullopt if the driver does not give it.
std::optional<DeviceCache::Bytes> binaryOf(const cl::Program &program) {
  try {
    const std::vector<DeviceCache::Bytes> binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    if (binaries.size() == 1 && !binaries[0].empty())
      return binaries[0];
  } catch (const cl::Error &) {
  }
  return std::nullopt;
}

DeviceCache cacheOf(const Device &device, const std::string &text) {
  return {inUserCache("kernels"), device.info, text};
}

} // namespace

/// Builds a program from its text, and keeps the binary in the user's cache folder.
cl::Program Program::fromText(const Asked &asked) const {
  const auto &[context, device, text, options] = asked;
  if (processes_ != nullptr)
    processes_->build(text, options);
  cl::Program program = fromSource(context, device, text, options);
  if (device.isRemembered)
    if (const auto built = binaryOf(program))
      cacheOf(device, options + "\n" + text).keep(*built);
  return program;
}

cl::Program Program::whole(const Asked &asked) const {
  const auto &[context, device, text, options] = asked;
  if (!device.isRemembered || prefersText_) // PoCL takes longer for a binary
    return fromText(asked);
  const auto kept = cacheOf(device, options + "\n" + text).read();
  const auto program = fromBinary(context, device, kept, options);
  return program ? *program : fromText(asked);
}

/// Builds a program with limited registers from the binary without the limit, since parsing the
/// text again takes half of a build. If the driver does not accept that, builds it without the
/// limit.
cl::Program Program::limited(const Asked &asked, std::int64_t groupsPerUnit) const {
  const auto &[context, device, text, options] = asked;
  const DeviceCache cache = cacheOf(device, fmt::format("{} {}\n{}", options, groupsPerUnit, text));
  if (const auto program = fromBinary(context, device, cache.read(), options))
    return *program;
  std::optional<cl::Program> program;
  auto binary = cacheOf(device, options + "\n" + text).read();
  if (!binary) {
    program = fromText(asked);
    binary = binaryOf(*program);
  }
  if (binary)
    binary = withOccupancy(groupsPerUnit, *binary);
  if (const auto built = fromBinary(context, device, binary, options)) {
    if (const auto kept = binaryOf(*built))
      cache.keep(*kept);
    return *built;
  }
  return program ? *program : whole(asked);
}

void Program::build(const cl::Context &context, const Device &device, const char *source,
                    const std::string &options, const std::string &before,
                    std::int64_t groupsPerUnit) {
  constexpr std::size_t most = 32; // programs: twice as many as trials usually need
  if (source_ != source || built_.size() >= most)
    built_.clear();
  source_ = source;
  const std::string key = fmt::format("{} {}\n{}", options, groupsPerUnit, before);
  if (const auto found = built_.find(key); found != built_.end()) {
    program_ = found->second;
    return;
  }
  const std::string text = before + withTemplates(source);
  const Asked asked = {context, device, text, options};
  program_ =
      groupsPerUnit > 0 && device.isRemembered ? limited(asked, groupsPerUnit) : whole(asked);
  built_[key] = program_;
}

cl::Kernel Program::kernel(const char *name) const {
  return checked([&] { return cl::Kernel(program_, name); });
}

} // namespace eulerc
