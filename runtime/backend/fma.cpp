// Whether a device has an instruction for fma, and the note if it has none.

#include "backend/fma.h"

#include <fmt/format.h>

#include "model/precision.h"

namespace eulerc {

bool hasFma(const DeviceInfo &device, Precision precision) {
  return precision == Precision::Float ? device.hasFmaOfFloat : device.hasFmaOfDouble;
}

std::string slowFmaNote(const Model &model, const DeviceInfo &device) {
  if (!model.device.contracts || hasFma(device, model.program.precision))
    return "";
  return fmt::format(
      "{} has no instruction for fma in {}, so each product that is part of a sum is "
      "slow; compile with eulerc --contract=off for this device",
      device.name, precisionName(model.program.precision));
}

} // namespace eulerc
