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

/// Whether a vector may have that width: 1, 2, 4, 8 or 16, or 0 for the planner's choice.
constexpr bool isVectorWidth(std::int64_t width) {
  return width >= 0 && width <= 16 && (width & (width - 1)) == 0;
}

/// The stepper for a backend; with `device`, Auto means OpenCL. Auto without a usable device takes
/// threads and says so through `note`.
std::unique_ptr<Stepper> makeStepper(Precision precision, Backend backend,
                                     std::optional<std::size_t> device,
                                     const std::function<void(const std::string &)> &note);

/// The threads in place of a device that Auto chose; says why through `note`.
std::unique_ptr<Stepper> insteadOf(const Unusable &device,
                                   const std::function<void(const std::string &)> &note);

} // namespace eulerc
