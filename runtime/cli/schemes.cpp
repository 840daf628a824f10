// Plans each scheme for a common GPU and a common processor (schemes.h).

#include "cli/schemes.h"

#include <iterator>

#include <fmt/format.h>

#include "planning/request.h"

namespace eulerc {
namespace {

/// Steps of a run that is long enough for all tiles.
constexpr std::int64_t manySteps = 1000;

DeviceLimits commonGpu() {
  DeviceLimits device;
  device.isCpu = false;
  device.computeUnits = 100;
  device.maxWorkGroupSize = 1024;
  device.localMemory = 48 << 10;
  return device;
}

/// A processor as PoCL reports it.
DeviceLimits commonProcessor() {
  DeviceLimits device;
  device.computeUnits = 8;
  device.maxWorkGroupSize = 4096;
  device.localMemory = 1 << 20;
  return device;
}

/// Why a device does not support a scheme, or "".
std::string reasonAgainst(Scheme scheme, const DeviceLimits &device, const Model &model,
                          const std::vector<ParamValue> &params) {
  Tuning tuning;
  tuning.scheme = scheme;
  return unsupportedReason(
      plannerOf(model).plan(planRequest(model, params, device, tuning, manySteps)));
}

/// Text with the devices that support a scheme, and the reason for others.
std::string devicesText(Scheme scheme, bool isOfAll, const Model &model,
                        const std::vector<ParamValue> &params) {
  std::string onGpu = reasonAgainst(scheme, commonGpu(), model, params);
  const std::string onCpu = reasonAgainst(scheme, commonProcessor(), model, params);
  if (onGpu.empty() && onCpu.empty())
    return isOfAll ? "applies" : "applies in OpenCL";
  if (onGpu == onCpu)
    return onGpu;
  if (!onGpu.empty() && !onCpu.empty())
    return fmt::format("GPU: {}; processor: {}", onGpu, onCpu);
  const char *where = isOfAll ? "applies on" : "applies in OpenCL on";
  return onCpu.empty() ? fmt::format("{} a processor; GPU: {}", where, onGpu)
                       : fmt::format("{} a GPU; processor: {}", where, onCpu);
}

std::string hostText(Backend backend) {
  return fmt::format("is not for the backend {}",
                     backend == Backend::Threads ? "threads" : "serial");
}

} // namespace

std::string schemesText(const Model &model, const std::vector<ParamValue> &params,
                        Backend backend) {
  const bool isOnHost = backend == Backend::Threads || backend == Backend::Serial;
  std::string text =
      "schemes (of OpenCL devices: a GPU with 48 KiB of local memory, and a processor; the "
      "backends threads and serial have linear and overlapped)\n";
  for (const Scheme scheme : allSchemes) {
    if (scheme == Scheme::Auto)
      continue;
    const bool isOfAll = scheme == Scheme::Linear || scheme == Scheme::Overlapped;
    const std::string words =
        isOnHost && !isOfAll ? hostText(backend) : devicesText(scheme, isOfAll, model, params);
    fmt::format_to(std::back_inserter(text), "  {:<24} {}\n", schemeName(scheme), words);
  }
  return text;
}

} // namespace eulerc
