#include "opencl/reductions.h"

#include <algorithm>

#include <fmt/format.h>

#include "opencl/program.h"
#include "reduction.h" // templates/
#include "results/reduce.h"

namespace eulerc {
namespace {

constexpr std::int64_t usualGroup = 256;

std::int64_t chunksOf(std::int64_t count) { return (count + EULERC_CHUNK - 1) / EULERC_CHUNK; }

} // namespace

bool Reductions::fit(const Device &device) {
  return device.info.hasDouble && device.info.limits.maxWorkGroupSize >= EULERC_LANES;
}

std::int64_t Reductions::group() const {
  const std::int64_t most = device_.info.limits.maxWorkGroupSize;
  const std::int64_t wanted = std::min(wish_ > 0 ? wish_ : usualGroup, most);
  return std::max<std::int64_t>(wanted / EULERC_LANES, 1) * EULERC_LANES;
}

Reductions::Kernels &Reductions::kernelsOf(const ReducedValues &values) {
  const std::string options =
      fmt::format("-cl-std=CL1.2 -w -DEULERC_GROUP={} -DEULERC_REDUCTION={} {}", group(),
                  static_cast<int>(values.reduction), values.options);
  Kernels &kernels = kernels_[options];
  if (kernels.ofPoints() == nullptr) {
    Program program;
    program.build(context_, device_, values.source, options);
    kernels = {program.kernel("eulerc_reduce_points"), program.kernel("eulerc_reduce_values")};
  }
  return kernels;
}

void Reductions::launch(const cl::Kernel &kernel, std::int64_t chunks) {
  const std::int64_t items = chunks * EULERC_LANES, size = group();
  queue_.enqueueNDRangeKernel(
      kernel, cl::NullRange,
      cl::NDRange(static_cast<std::size_t>((items + size - 1) / size * size)),
      cl::NDRange(static_cast<std::size_t>(size)));
}

void Reductions::makeRoom(const DeviceView &view, std::int64_t chunks) {
  const std::size_t bytes = std::max<std::size_t>(1, view.params.size()) * sizeof(ParamValue);
  if (paramsBytes_ != bytes) {
    params_ = cl::Buffer(context_, CL_MEM_READ_ONLY, bytes);
    paramsBytes_ = bytes;
  }
  if (room_ >= chunks)
    return;
  room_ = 0;
  const auto ofValues = [&](std::int64_t count) {
    return cl::Buffer(context_, CL_MEM_READ_WRITE,
                      static_cast<std::size_t>(count) * sizeof(double));
  };
  results_[0] = ofValues(chunks);
  results_[1] = ofValues(chunksOf(chunks));
  room_ = chunks;
}

double Reductions::reduce(const ReducedValues &values, const DeviceView &view,
                          std::int64_t points) {
  Kernels &kernels = kernelsOf(values);
  std::int64_t count = chunksOf(points);
  makeRoom(view, count);
  if (!view.params.empty())
    queue_.enqueueWriteBuffer(params_, CL_FALSE, 0, view.params.size() * sizeof(ParamValue),
                              view.params.data());
  cl_uint argument = 0;
  const auto give = [&](const auto &value) { kernels.ofPoints.setArg(argument++, value); };
  give(view.looked);
  give(static_cast<cl_long>(points));
  give(results_[0]);
  give(params_);
  give(view.y);
  for (const cl::Buffer &field : view.fields)
    give(field);
  launch(kernels.ofPoints, count);

  int from = 0;
  for (; count > 1; count = chunksOf(count), from = 1 - from) {
    kernels.ofValues.setArg(0, results_[from]);
    kernels.ofValues.setArg(1, static_cast<cl_long>(count));
    kernels.ofValues.setArg(2, results_[1 - from]);
    launch(kernels.ofValues, chunksOf(count));
  }
  double result = 0;
  queue_.enqueueReadBuffer(results_[from], CL_TRUE, 0, sizeof result, &result);
  return finished(values.reduction, result, points);
}

} // namespace eulerc
