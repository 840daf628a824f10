// Choosing where to run: makes a stepper from the hints for the backend and the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "backend/backend.h"

namespace eulerc {

/// Index of the device that the user names by its index or by a part of its name (in any case). A
/// whole number is always an index. Throws Error(Run) when there is none; the message names the
/// devices there are.
std::size_t chooseDevice(const std::vector<DeviceInfo> &devices, std::string_view indexOrName);

/// The number of devices of the same kind as the first one: all GPUs, or, where there is none, all
/// processors.
std::size_t countOfBestKind(const std::vector<DeviceInfo> &devices);

/// Whether `width` is a vector width (1, 2, 4, 8 or 16), or 0 for the planner's choice.
constexpr bool isVectorWidth(std::int64_t width) {
  return width >= 0 && width <= 16 && (width & (width - 1)) == 0;
}

/// Whether a hint has an effect on devices alone, or there are options of OpenCL's compiler.
bool isForDevices(const Tuning &hints, const std::string &buildOptions);

/// Whether Auto takes threads: there is no device, or the best one is the processor itself.
bool isProcessorUsual();
/// Asks all platforms for devices. Returns the platforms that fail, and why; "": none.
std::string failedPlatforms();

/// The stepper for a backend. Auto means OpenCL if `device` is given. Else Auto takes the best
/// device, but threads if that is a processor, unless OpenCL `isWanted` or $EULERC_PROCESSOR is
/// "opencl". Without a usable device Auto takes threads as well and says so through `note`.
std::unique_ptr<Stepper> makeStepper(Precision precision, Backend backend,
                                     std::optional<std::size_t> device,
                                     const std::function<void(const std::string &)> &note,
                                     bool isWanted = false);

/// The threads backend in place of a device that Auto chose; says why through `note`.
std::unique_ptr<Stepper> insteadOf(const Unusable &device,
                                   const std::function<void(const std::string &)> &note);

} // namespace eulerc
