#include "opencl/finite.h"

#include "opencl/program.h"

namespace eulerc {
namespace {

/// Infinities and NaN have all bits of the exponent.
constexpr const char *source = R"(
kernel void eulerc_find_nonfinite(global const WORD *values, const long count, global int *found) {
  int bad = 0;
  for (long k = get_global_id(0); k < count; k += get_global_size(0))
    bad |= (values[k] & EXPONENT) == EXPONENT;
  if (bad)
    atomic_or(found, 1);
}
)";

/// Enough work-items to keep a memory busy.
constexpr std::size_t items = 64, groupsOfUnit = 32;

} // namespace

bool FiniteCheck::allFinite(const cl::Context &context, cl::CommandQueue &queue,
                            const Device &device, Precision precision, const cl::Buffer &buffer) {
  const bool isFloat = precision == Precision::Float;
  if (kernel_() == nullptr) {
    Program program;
    program.build(context, device, source,
                  isFloat ? "-DWORD=uint -DEXPONENT=0x7f800000u"
                          : "-DWORD=ulong -DEXPONENT=0x7ff0000000000000ul");
    kernel_ = program.kernel("eulerc_find_nonfinite");
    found_ = cl::Buffer(context, CL_MEM_READ_WRITE, sizeof(cl_int));
  }
  const std::size_t bytes = buffer.getInfo<CL_MEM_SIZE>();
  cl_int found = 0;
  queue.enqueueWriteBuffer(found_, CL_FALSE, 0, sizeof found, &found);
  kernel_.setArg(0, buffer);
  kernel_.setArg(1, static_cast<cl_long>(bytes / (isFloat ? 4 : 8)));
  kernel_.setArg(2, found_);
  const auto units = static_cast<std::size_t>(device.info.limits.computeUnits);
  queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(units * groupsOfUnit * items));
  queue.enqueueReadBuffer(found_, CL_TRUE, 0, sizeof found, &found);
  return found == 0;
}

} // namespace eulerc
