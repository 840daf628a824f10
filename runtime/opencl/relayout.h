// Relayout: converts the state to another layout on the device.
//
//   Relayout relayout;  relayout.convert(context, queue, device, 4, {buffer, rowsOfTheInterior},
//                                        {other, wholeRows});
//
// Padding between the components of `to` is not changed.
#pragma once

#include <cstdint>

#include "layout/convert.h"
#include "opencl/bindings.h"
#include "opencl/devices.h"

namespace eulerc {

class Relayout {
public:
  struct Laid {
    const cl::Buffer &buffer;
    const Places &places;
  };
  /// Builds the kernel unless it is built.
  void build(const cl::Context &context, const Device &device, std::int64_t realSize);
  /// Converts `from` into `to`, which holds the same states of the same grid. Throws cl::Error, or
  /// Error.
  void convert(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
               std::int64_t realSize, const Laid &from, const Laid &to);

private:
  cl::Kernel kernel_;
};

} // namespace eulerc
