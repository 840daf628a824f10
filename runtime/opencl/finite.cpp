// Kernels that look for values that are not finite and for the largest value (finite.h).

#include "opencl/finite.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "opencl/program.h"

namespace eulerc {
namespace {

/// In infinities and NaN all bits of the exponent are set. Without the sign bit, a larger number
/// has larger bits when read as an integer; of a double the upper 32 bits are enough.
constexpr const char *source = R"(
kernel void eulerc_find_nonfinite(global const WORD *values, const long count, global int *found) {
  int bad = 0;
  for (long k = get_global_id(0); k < count; k += get_global_size(0))
    bad |= (values[k] & EXPONENT) == EXPONENT;
  if (bad)
    atomic_or(found, 1);
}

kernel void eulerc_find_largest(global const WORD *values, const long count, global int *found) {
  int largest = 0;
  for (long k = get_global_id(0); k < count; k += get_global_size(0))
    largest = max(largest, (int)((values[k] >> UPPER) & 0x7fffffff));
  found[get_global_id(0)] = largest;
}
)";

/// Enough work-items to keep the memory busy.
constexpr std::size_t items = 64, groupsOfUnit = 32;

} // namespace

void FiniteCheck::build(const cl::Context &context, const Device &device, bool isFloat) {
  if (kernel_() == nullptr) {
    Program program;
    program.build(context, device, source,
                  isFloat ? "-DWORD=uint -DEXPONENT=0x7f800000u -DUPPER=0"
                          : "-DWORD=ulong -DEXPONENT=0x7ff0000000000000ul -DUPPER=32");
    kernel_ = program.kernel("eulerc_find_nonfinite");
    ofLargest_ = program.kernel("eulerc_find_largest");
    itemCount_ = static_cast<std::size_t>(device.info.limits.computeUnits) * groupsOfUnit * items;
    found_ = cl::Buffer(context, CL_MEM_READ_WRITE, itemCount_ * sizeof(cl_int));
  }
}

void FiniteCheck::launch(cl::Kernel &kernel, cl::CommandQueue &queue, bool isFloat,
                         const cl::Buffer &buffer) {
  kernel.setArg(0, buffer);
  kernel.setArg(1, static_cast<cl_long>(buffer.getInfo<CL_MEM_SIZE>() / (isFloat ? 4 : 8)));
  kernel.setArg(2, found_);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(itemCount_));
}

bool FiniteCheck::allFinite(const cl::Context &context, cl::CommandQueue &queue,
                            const Device &device, Precision precision, const cl::Buffer &buffer) {
  const bool isFloat = precision == Precision::Float;
  build(context, device, isFloat);
  cl_int found = 0;
  queue.enqueueWriteBuffer(found_, CL_FALSE, 0, sizeof found, &found);
  launch(kernel_, queue, isFloat, buffer);
  queue.enqueueReadBuffer(found_, CL_TRUE, 0, sizeof found, &found);
  return found == 0;
}

double FiniteCheck::largest(const cl::Context &context, cl::CommandQueue &queue,
                            const Device &device, Precision precision, const cl::Buffer &buffer) {
  const bool isFloat = precision == Precision::Float;
  build(context, device, isFloat);
  launch(ofLargest_, queue, isFloat, buffer);
  std::vector<cl_int> found(itemCount_);
  queue.enqueueReadBuffer(found_, CL_TRUE, 0, itemCount_ * sizeof(cl_int), found.data());
  const auto bits = static_cast<std::uint32_t>(*std::ranges::max_element(found));
  if (isFloat)
    return static_cast<double>(std::bit_cast<float>(bits));
  return std::bit_cast<double>(static_cast<std::uint64_t>(bits) << 32U | 0xffffffffU);
}

} // namespace eulerc
