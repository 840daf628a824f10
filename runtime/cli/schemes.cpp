#include "cli/schemes.h"

#include <iterator>

#include <fmt/format.h>

#include "planning/request.h"

namespace eulerc {
namespace {

/// Steps of a run that is long enough for every tile.
constexpr std::int64_t manySteps = 1000;

DeviceLimits commonGpu() {
  DeviceLimits device;
  device.isCpu = false;
  device.computeUnits = 100;
  device.maxWorkGroupSize = 1024;
  device.localMemory = 48 << 10;
  return device;
}

/// As PoCL shows it.
DeviceLimits commonProcessor() {
  DeviceLimits device;
  device.computeUnits = 8;
  device.maxWorkGroupSize = 4096;
  device.localMemory = 1 << 20;
  return device;
}

/// Why a scheme does not apply on a device, or "".
std::string reasonAgainst(Scheme scheme, const DeviceLimits &device, const Model &model,
                          const std::vector<ParamValue> &params) {
  Tuning tuning;
  tuning.scheme = scheme;
  return refusalReason(
      plannerOf(model).plan(planRequest(model, params, device, tuning, manySteps)));
}

} // namespace

std::string schemesText(const Model &model, const std::vector<ParamValue> &params) {
  std::string text =
      "schemes (of OpenCL devices: a GPU with 48 KiB of local memory, and a processor; the "
      "backends threads and serial have linear and overlapped)\n";
  for (const Scheme scheme : {Scheme::Linear, Scheme::Diamond, Scheme::DiamondColumns,
                              Scheme::Honeycomb, Scheme::HoneycombColumns, Scheme::Overlapped}) {
    const std::string onGpu = reasonAgainst(scheme, commonGpu(), model, params);
    const std::string onCpu = reasonAgainst(scheme, commonProcessor(), model, params);
    std::string words = "applies";
    if (!onGpu.empty() && onGpu == onCpu)
      words = onGpu;
    else if (!onGpu.empty() && !onCpu.empty())
      words = fmt::format("GPU: {}; processor: {}", onGpu, onCpu);
    else if (!onGpu.empty())
      words = fmt::format("applies on the processor; GPU: {}", onGpu);
    else if (!onCpu.empty())
      words = fmt::format("applies on the GPU; processor: {}", onCpu);
    fmt::format_to(std::back_inserter(text), "  {:<24} {}\n", schemeName(scheme), words);
  }
  return text;
}

} // namespace eulerc
