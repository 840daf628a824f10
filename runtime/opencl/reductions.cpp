// Launches the reduction kernels of templates/reduction and reads their results (reductions.h).

#include "opencl/reductions.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "opencl/program.h"
#include "reduction.h" // templates/
#include "reduction/reduce.h"

namespace eulerc {
namespace {

constexpr std::int64_t usualGroup = 256, usualRestGroup = 1024;
/// Up to so many values, one work-group is about as fast as many (H200, 10⁸ floats: 0.127 ms with
/// another launch of many, 0.133 ms without).
constexpr std::int64_t mostOfRest = std::int64_t{16} * eulerc_reduction_chunk;

std::int64_t chunksOf(std::int64_t count) {
  return (count + eulerc_reduction_chunk - 1) / eulerc_reduction_chunk;
}

std::int64_t groupOf(std::int64_t wanted, std::int64_t most) {
  return std::max<std::int64_t>(std::min(wanted, most) / eulerc_reduction_lanes, 1) *
         eulerc_reduction_lanes;
}

} // namespace

/// Results on the device that nobody has asked for yet. The object outlives the reductions as long
/// as a result may be asked for.
struct Reductions::Results {
  struct Result {
    bool isRead = false;
    double value = 0;
  };
  static constexpr std::size_t most = 64;
  cl::CommandQueue queue;
  cl::Buffer buffer;
  std::vector<std::shared_ptr<Result>> waiting;

  void read() {
    std::array<double, most> values;
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, waiting.size() * sizeof(double), values.data());
    for (std::size_t k = 0; k < waiting.size(); k++)
      *waiting[k] = {true, values[k]};
    waiting.clear();
  }
};

std::string gridOptions(int rank, const std::int64_t *extent, std::int64_t values) {
  constexpr std::int64_t mostOfInt = 1 << 30; // leaves room for indices beyond the end
  const bool areLong = rank > 1 && extent[rank - 1] >= eulerc_reduction_lanes;
  return fmt::format(" -DEULERC_WHOLE={}{}", values < mostOfInt ? "int" : "long",
                     areLong ? " -DEULERC_LONG_ROWS=1" : "");
}

bool Reductions::fit(const Device &device) {
  return device.info.hasDouble && device.info.limits.maxWorkGroupSize >= eulerc_reduction_lanes;
}

std::int64_t Reductions::group() const {
  return groupOf(hint_ > 0 ? hint_ : usualGroup, device_.info.limits.maxWorkGroupSize);
}

std::int64_t Reductions::restGroup() const {
  return groupOf(hint_ > 0 ? hint_ : usualRestGroup, device_.info.limits.maxWorkGroupSize);
}

Reductions::Kernels &Reductions::kernelsOf(const ReducedValues &values) {
  const std::string options =
      fmt::format("-cl-std=CL1.2 -w -DEULERC_GROUP={} -DEULERC_REST={} -DEULERC_REDUCTION={} {}",
                  group(), restGroup(), static_cast<int>(values.reduction), values.options);
  Kernels &kernels = kernels_[options];
  if (kernels.ofPoints() == nullptr) {
    Program program;
    program.build(context_, device_, values.source, options);
    kernels = {program.kernel("eulerc_reduce_points"), program.kernel("eulerc_reduce_values"),
               program.kernel("eulerc_reduce_rest"), program.kernel("eulerc_write_values")};
  }
  return kernels;
}

void Reductions::launch(const cl::Kernel &kernel, std::int64_t items, std::int64_t size,
                        const std::vector<cl::Event> *after, cl::Event *event) {
  queue_.enqueueNDRangeKernel(
      kernel, cl::NullRange,
      cl::NDRange(static_cast<std::size_t>((items + size - 1) / size * size)),
      cl::NDRange(static_cast<std::size_t>(size)), after, event);
}

void Reductions::makeRoom(std::int64_t chunks) {
  const auto ofValues = [&](std::int64_t count) {
    return cl::Buffer(context_, CL_MEM_READ_WRITE,
                      static_cast<std::size_t>(count) * sizeof(double));
  };
  if (!results_)
    results_ = std::make_shared<Results>(
        Results{queue_, ofValues(static_cast<std::int64_t>(Results::most)), {}});
  if (room_ >= chunks)
    return;
  room_ = 0;
  values_[0] = ofValues(chunks);
  values_[1] = ofValues(chunksOf(chunks));
  room_ = chunks;
}

void Reductions::giveParams(const std::vector<ParamValue> &params) {
  const auto isSame = [](const ParamValue &a, const ParamValue &b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  };
  if (params_() != nullptr && std::ranges::equal(params, given_, isSame))
    return;
  const std::size_t bytes = params.size() * sizeof(ParamValue);
  if (params_() == nullptr || params.size() != given_.size())
    params_ = cl::Buffer(context_, CL_MEM_READ_ONLY, std::max(bytes, sizeof(ParamValue)));
  given_ = params;
  if (bytes > 0)
    queue_.enqueueWriteBuffer(params_, CL_TRUE, 0, bytes, params.data());
}

/// Sets the arguments of a kernel that reads points. For whole chunks, `points.begin` is the number
/// of the first chunk.
void Reductions::give(cl::Kernel &kernel, const DeviceView &view, Range points) const {
  cl_uint argument = 0;
  const auto next = [&](const auto &value) { kernel.setArg(argument++, value); };
  next(view.looked);
  next(static_cast<cl_long>(points.begin));
  next(static_cast<cl_long>(points.end));
  next(values_[0]);
  next(params_);
  next(view.y);
  for (const cl::Buffer &field : view.fields)
    next(field);
}

Reductions::Reduced Reductions::reduce(const ReducedValues &values, const DeviceView &view,
                                       std::int64_t points, const cl::Event &after) {
  Kernels &kernels = kernelsOf(values);
  std::int64_t count = chunksOf(points);
  makeRoom(count);
  giveParams(view.params);
  give(kernels.ofPoints, view, {0, points});
  Reduced reduced;
  const std::vector<cl::Event> events = {after};
  launch(kernels.ofPoints, count * eulerc_reduction_lanes, group(), &events, &reduced.seen);

  int from = 0;
  for (; count > mostOfRest; count = chunksOf(count), from = 1 - from) {
    kernels.ofValues.setArg(0, values_[from]);
    kernels.ofValues.setArg(1, static_cast<cl_long>(count));
    kernels.ofValues.setArg(2, values_[1 - from]);
    launch(kernels.ofValues, chunksOf(count) * eulerc_reduction_lanes, group());
  }
  if (results_->waiting.size() == Results::most)
    results_->read();
  kernels.ofRest.setArg(0, values_[from]);
  kernels.ofRest.setArg(1, static_cast<cl_long>(count));
  kernels.ofRest.setArg(2, results_->buffer);
  kernels.ofRest.setArg(3, static_cast<cl_long>(results_->waiting.size()));
  launch(kernels.ofRest, restGroup(), restGroup());
  queue_.flush();

  const auto result = std::make_shared<Results::Result>();
  results_->waiting.push_back(result);
  reduced.value = [results = results_, result, how = values.reduction, points] {
    if (!result->isRead)
      results->read();
    return finished(how, result->value, points);
  };
  return reduced;
}

ReducedPart Reductions::part(const ReducedValues &values, const DeviceView &view, Range points,
                             std::int64_t count, const cl::Event &after) {
  Kernels &kernels = kernelsOf(values);
  makeRoom(
      std::max(chunksOf(points.end - points.begin) + 1, 2 * std::int64_t{eulerc_reduction_chunk}));
  giveParams(view.params);
  const std::vector<cl::Event> events = {after};
  const auto read = [&](std::int64_t results) {
    std::vector<double> made(static_cast<std::size_t>(results));
    queue_.enqueueReadBuffer(values_[0], CL_TRUE, 0, made.size() * sizeof(double), made.data());
    return made;
  };
  const auto inChunks = [&](Range range) {
    const std::int64_t first = range.begin / eulerc_reduction_chunk;
    const std::int64_t chunks = chunksOf(range.end) - first;
    give(kernels.ofPoints, view, {first, range.end});
    launch(kernels.ofPoints, chunks * eulerc_reduction_lanes, group(), &events);
    return read(chunks);
  };
  const auto inValues = [&](Range range) {
    give(kernels.toWrite, view, range);
    launch(kernels.toWrite, range.end - range.begin, group(), &events);
    return read(range.end - range.begin);
  };
  return partOf(values.reduction, count, points, {inValues, inChunks});
}

} // namespace eulerc
