// Choosing where to run: backend and device hints → stepper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "backend/backend.h"

namespace eulerc {

/// Index of the device the user means by its index or by part of its name (any case). Throws
/// Error(Run) when there is none, and names those there are.
std::size_t chooseDevice(const std::vector<DeviceInfo> &devices, std::string_view indexOrName);

/// How many devices are of the kind of the first one, which is the best: all GPUs; where there is
/// none, all processors.
std::size_t countOfBestKind(const std::vector<DeviceInfo> &devices);

/// Whether a vector may have that width: 1, 2, 4, 8 or 16, or 0 for the planner's choice.
constexpr bool isVectorWidth(std::int64_t width) {
  return width >= 0 && width <= 16 && (width & (width - 1)) == 0;
}

/// Whether some hint, or an option of OpenCL's compiler, is for what only devices have.
bool isForDevices(const Tuning &hints, const std::string &buildOptions);

/// Whether Auto takes the processor's threads: there is no device, or it is the processor.
bool isProcessorUsual();
/// Asks all platforms for devices. Those that fail, and why; "": none.
std::string failedPlatforms();

/// The stepper for a backend; with `device`, Auto means OpenCL. Auto takes the best device; threads
/// in place of a processor, unless OpenCL `isWanted` or $EULERC_PROCESSOR is "opencl". Without a
/// usable device it takes threads as well and says so through `note`.
std::unique_ptr<Stepper> makeStepper(Precision precision, Backend backend,
                                     std::optional<std::size_t> device,
                                     const std::function<void(const std::string &)> &note,
                                     bool isWanted = false);

/// The threads in place of a device that Auto chose; says why through `note`.
std::unique_ptr<Stepper> insteadOf(const Unusable &device,
                                   const std::function<void(const std::string &)> &note);

} // namespace eulerc
