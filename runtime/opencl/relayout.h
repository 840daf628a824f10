// Another layout for the state, made on the device.
//
//   Relayout relayout;  relayout.convert(context, queue, device, 4, {buffer, rowsOfTheInterior},
//                                        {other, wholeRows});
//
// Values between the components of `to` stay what they are.
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
  /// Builds its kernel, if it is not built.
  void build(const cl::Context &context, const Device &device, std::int64_t realSize);
  /// Both hold the same states of the same grid. Throws cl::Error, or Error.
  void convert(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
               std::int64_t realSize, const Laid &from, const Laid &to);

private:
  cl::Kernel kernel_;
};

} // namespace eulerc
