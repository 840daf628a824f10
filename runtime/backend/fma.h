// Devices on which fma is slow, and what to do about it.
//
//   a model with contraction, a device without CL_FP_FMA → "… has no instruction for fma in float
//   …"
#pragma once

#include <string>

#include <eulerc/model.h>
#include <eulerc/solver.h>

namespace eulerc {

/// Whether the device computes fma of the precision by an instruction.
bool hasFma(const DeviceInfo &device, Precision precision);

/// What to tell someone who runs the model on the device, or "" if it is as fast as it can be.
std::string slowFmaNote(const Model &model, const DeviceInfo &device);

} // namespace eulerc
