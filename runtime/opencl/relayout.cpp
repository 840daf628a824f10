// The kernel that converts a state between two layouts (relayout.h).

#include "opencl/relayout.h"

#include "opencl/program.h"

namespace eulerc {
namespace {

/// Work-items take values in the order of files; both layouts have a place for each.
constexpr const char *text = R"(
typedef struct { long classes, lead, pitch, plane, step; } eulerc_places;
long eulerc_place(const eulerc_places p, const long state, const long row, const long i) {
  return p.plane * (state * p.classes + i % p.classes) + p.lead + row * p.pitch +
         i / p.classes * p.step;
}
kernel void eulerc_relayout(global const VALUE *restrict from, global VALUE *restrict to,
                            const eulerc_places in, const eulerc_places out, const long rows,
                            const long row, const long count) {
  for (long k = get_global_id(0); k < count; k += get_global_size(0)) {
    const long line = k / row, i = k % row;
    to[eulerc_place(out, line / rows, line % rows, i)] =
        from[eulerc_place(in, line / rows, line % rows, i)];
  }
}
)";

struct PlacesOnDevice {
  cl_long classes, lead, pitch, plane, step;
};

PlacesOnDevice onDevice(const Places &p) { return {p.classes, p.lead, p.pitch, p.plane, p.step}; }

} // namespace

void Relayout::build(const cl::Context &context, const Device &device, std::int64_t realSize) {
  if (kernel_() != nullptr)
    return;
  Program program;
  program.build(context, device, text,
                realSize == 4 ? "-cl-std=CL1.2 -w -DVALUE=int" : "-cl-std=CL1.2 -w -DVALUE=long");
  kernel_ = program.kernel("eulerc_relayout");
}

void Relayout::convert(const cl::Context &context, cl::CommandQueue &queue, const Device &device,
                       std::int64_t realSize, const Laid &from, const Laid &to) {
  build(context, device, realSize);
  const Places &places = from.places;
  const PlacesOnDevice in = onDevice(places), out = onDevice(to.places);
  kernel_.setArg(0, from.buffer);
  kernel_.setArg(1, to.buffer);
  kernel_.setArg(2, sizeof in, &in);
  kernel_.setArg(3, sizeof out, &out);
  kernel_.setArg(4, static_cast<cl_long>(places.rows));
  kernel_.setArg(5, static_cast<cl_long>(places.fileRow));
  kernel_.setArg(6, static_cast<cl_long>(places.fileSize()));
  constexpr std::size_t group = 256, perUnit = 8;
  const auto units = static_cast<std::size_t>(device.info.limits.computeUnits);
  queue.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(units * perUnit * group),
                             cl::NDRange(group));
}

} // namespace eulerc
