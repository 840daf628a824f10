// Ranks the devices, and makes the stepper that the hints ask for.

#include "backend/select_backend.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

#include "base/pocl_cache.h"
#include "base/text.h"
#include "forms/forms.h"

namespace eulerc {
namespace {

[[noreturn]] void failWithout(bool isAny) {
  if (isAny)
    throw Error(Error::Kind::Run,
                "no OpenCL device here computes with double (cl_khr_fp64); compile "
                "with --real=float or take the backend threads");
  if (const std::string cache = unwritableCacheOfPocl(); !cache.empty())
    throw Error(Error::Kind::Run,
                fmt::format("no OpenCL device found: PoCL is installed, but {}; let POCL_CACHE_DIR "
                            "name a folder that can be written",
                            cache));
  if (const std::string failed = failedPlatforms(); !failed.empty())
    throw Error(Error::Kind::Run,
                fmt::format("no OpenCL device found: the driver fails ({}); mend it or take the "
                            "backend threads",
                            failed));
  throw Error(Error::Kind::Run,
              "no OpenCL device found; install an OpenCL driver (Debian: pocl-opencl-icd for the "
              "processor, nvidia-opencl-icd for an NVIDIA GPU) or take the backend threads");
}

/// Why Auto takes threads and no device.
std::string whyThreads(bool isAny) {
  const std::string cache = isAny ? "" : unwritableCacheOfPocl();
  if (!cache.empty())
    return fmt::format("no OpenCL device found, for PoCL is installed and {}; running on the "
                       "processor's threads",
                       cache);
  const std::string failed = failedPlatforms();
  return fmt::format("no OpenCL device {}{}; running on the processor's threads",
                     isAny ? "computes with double" : "found",
                     failed.empty() ? "" : fmt::format(" ({})", failed));
}

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool computesWith(const DeviceInfo &device, Precision precision) {
  return precision == Precision::Float || device.hasDouble;
}

/// The best device that computes in the precision; nullopt: none does.
std::optional<std::size_t> bestDevice(const std::vector<DeviceInfo> &devices, Precision precision) {
  const auto best = std::find_if(devices.begin(), devices.end(), [&](const DeviceInfo &device) {
    return computesWith(device, precision);
  });
  if (best == devices.end())
    return std::nullopt;
  return static_cast<std::size_t>(best - devices.begin());
}

/// Whether Auto takes threads rather than OpenCL on that device. An OpenCL driver for processors
/// runs the same code but has to build it first.
bool leavesToThreads(const DeviceInfo &device) {
  const char *asked = std::getenv("EULERC_PROCESSOR");
  return device.type == "CPU" && (asked == nullptr || std::string_view(asked) != "opencl");
}

} // namespace

bool isProcessorUsual() {
  const std::vector<DeviceInfo> devices = listDevices();
  return devices.empty() || leavesToThreads(devices.front());
}

bool isForDevices(const Tuning &hints, const std::string &buildOptions) {
  const bool hasHostForm = hasHostCode(hints.tileForm) && hasHostCode(hints.linearForm);
  const bool hasHostScheme = hasHostCode(hints.scheme) || hints.scheme == Scheme::Auto;
  return !buildOptions.empty() || !hasHostForm || !hasHostScheme || hints.workGroupSize > 0 ||
         hints.workGroups > 0 || hints.groupsPerUnit > 0 || hints.vectorsDeep > 0 ||
         hints.arrangement != ArrangementHint::Auto || hints.strategy != Strategy::Auto;
}

std::unique_ptr<Stepper> insteadOf(const Unusable &device,
                                   const std::function<void(const std::string &)> &note) {
  if (note)
    note(fmt::format("{}; running on the processor's threads", device.why()));
  return makeThreads();
}

std::size_t chooseDevice(const std::vector<DeviceInfo> &devices, std::string_view indexOrName) {
  if (devices.empty())
    failWithout(false);
  const auto index = readInteger(indexOrName);
  if (index && *index >= 0 && std::cmp_less(*index, devices.size()))
    return static_cast<std::size_t>(*index);
  const std::string wanted = lowered(indexOrName);
  std::string known;
  for (std::size_t i = 0; i < devices.size(); i++) {
    if (!index && !wanted.empty() && lowered(devices[i].name).find(wanted) != std::string::npos)
      return i;
    known += fmt::format("\n  {}: {}", i, devices[i].name);
  }
  throw Error(Error::Kind::Run,
              fmt::format("there is no OpenCL device '{}'; there are:{}", indexOrName, known));
}

std::size_t countOfBestKind(const std::vector<DeviceInfo> &devices) {
  return static_cast<std::size_t>(std::ranges::count_if(devices, [&](const DeviceInfo &each) {
    return each.limits.isCpu == devices.front().limits.isCpu;
  }));
}

std::unique_ptr<Stepper> makeStepper(Precision precision, Backend backend,
                                     std::optional<std::size_t> device,
                                     const std::function<void(const std::string &)> &note,
                                     bool isWanted) {
  if (backend == Backend::Serial)
    return makeSerial();
  if (backend == Backend::Threads)
    return makeThreads();

  const bool must = backend == Backend::OpenCL || device;
  const std::vector<DeviceInfo> devices = listDevices();
  if (!device)
    device = bestDevice(devices, precision);
  if (device && !must && !isWanted && leavesToThreads(devices[*device])) {
    if (const std::string failed = failedPlatforms(); note && !failed.empty())
      note(fmt::format("an OpenCL driver fails ({}); running on the processor's threads", failed));
    return makeThreads();
  }
  if (device) {
    try {
      return makeOpenCL(*device);
    } catch (const Unusable &unusable) {
      if (must)
        throw;
      return insteadOf(unusable, note);
    }
  }

  if (must)
    failWithout(!devices.empty());
  if (note)
    note(whyThreads(!devices.empty()));
  return makeThreads();
}

} // namespace eulerc
