// Whether all values of a buffer are finite, and how large they are, found on the device: one pass
// of reading, and one number back, so that a state need not leave the device to be looked at.
//
//   FiniteCheck check;  check.allFinite(context, queue, device, Precision::Float, buffer) → true
//   check.largest(context, queue, device, Precision::Float, buffer) → 3.5
//
// Its kernels are built at the first call. It looks at bits, so that no option of a compiler that
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
  /// The largest |value| of all bytes, or of doubles up to a millionth more.
  double largest(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
                 Precision precision, const cl::Buffer &buffer);

private:
  void build(const cl::Context &context, const Device &device, bool isFloat);
  void launch(cl::Kernel &kernel, cl::CommandQueue &queue, bool isFloat, const cl::Buffer &buffer);

  cl::Kernel kernel_, ofLargest_;
  std::size_t itemCount_ = 0;
  cl::Buffer found_; ///< a number of each work-item; whether all are finite: the first one alone
};

} // namespace eulerc
