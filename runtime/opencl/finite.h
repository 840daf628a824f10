// FiniteCheck: tells on the device whether all values of a buffer are finite, and the largest
// |value|. Each takes one pass over the buffer, and the state stays on the device.
//
//   FiniteCheck check;  check.allFinite(context, queue, device, Precision::Float, buffer) → true
//   check.largest(context, queue, device, Precision::Float, buffer) → 3.5
//
// The kernels are built at the first call. They test bits, so compiler options that assume finite
// values do not affect them.
#pragma once

#include <eulerc/model.h>

#include "opencl/bindings.h"
#include "opencl/devices.h"

namespace eulerc {

class FiniteCheck {
public:
  /// Tests all bytes of `buffer`, with the padding between components. Throws cl::Error.
  bool allFinite(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
                 Precision precision, const cl::Buffer &buffer);
  /// The largest |value| in the buffer; for doubles up to a millionth more.
  double largest(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
                 Precision precision, const cl::Buffer &buffer);

private:
  void build(const cl::Context &context, const Device &device, bool isFloat);
  void launch(cl::Kernel &kernel, cl::CommandQueue &queue, bool isFloat, const cl::Buffer &buffer);

  cl::Kernel kernel_, ofLargest_;
  std::size_t itemCount_ = 0;
  cl::Buffer found_; ///< one number a work-item; allFinite() uses only the first
};

} // namespace eulerc
