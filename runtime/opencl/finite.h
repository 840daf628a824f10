// Whether all values of a buffer are finite, found on the device: one pass of reading, and one
// number back, so that a state need not leave the device to be looked at.
//
//   FiniteCheck check;  check.allFinite(context, queue, device, Precision::Float, buffer) → true
//
// Its kernel is built at the first call. It looks at bits, so that no option of a compiler that
// takes all values for finite has a say.
#pragma once

#include <eulerc/model.h>

#include "opencl/bindings.h"
#include "opencl/devices.h"

namespace eulerc {

class FiniteCheck {
public:
  /// Of all bytes of `buffer`, what lies between components included. Throws cl::Error.
  bool allFinite(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
                 Precision precision, const cl::Buffer &buffer);

private:
  cl::Kernel kernel_;
  cl::Buffer found_;
};

} // namespace eulerc
