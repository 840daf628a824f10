// The note to the user that fma (fused multiply-add) is slow on a device, and what to do about it.
//
//   a model with contraction, a device without CL_FP_FMA → "… has no instruction for fma in float
//   …"
#pragma once

#include <string>

#include <eulerc/model.h>
#include <eulerc/solver.h>

namespace eulerc {

/// Whether the device has an instruction for fma in the precision.
bool hasFma(const DeviceInfo &device, Precision precision);

/// The note for a user who runs the model on the device; "" if fma does not slow it down.
std::string slowFmaNote(const Model &model, const DeviceInfo &device);

} // namespace eulerc
