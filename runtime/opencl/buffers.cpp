#include "opencl/buffers.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>

#include "base/array.h"
#include "base/parallel.h"

namespace eulerc {
namespace {

void CL_CALLBACK freeArray(cl_mem, void *array) { delete static_cast<HostArray *>(array); }

} // namespace

cl::Buffer makeBuffer(const cl::Context &context, cl_mem_flags flags, std::int64_t bytes,
                      bool ownMemory) {
  const auto size = static_cast<std::size_t>(bytes);
  if (!ownMemory)
    return cl::Buffer(context, flags, size);
  auto array = std::make_unique<HostArray>();
  array->allocate(bytes);
  cl::Buffer buffer(context, flags | CL_MEM_USE_HOST_PTR, size, array->data());
  buffer.setDestructorCallback(freeArray, array.get());
  array.release(); // now owned by the buffer
  return buffer;
}

bool inMainMemory(const cl::Buffer &buffer) {
  return buffer.getInfo<CL_MEM_FLAGS>() & CL_MEM_USE_HOST_PTR;
}

Mapping::Mapping(cl::CommandQueue &queue, const cl::Buffer &buffer, cl_map_flags flags,
                 std::int64_t bytes)
    : queue_(queue), buffer_(buffer),
      data_(queue.enqueueMapBuffer(buffer, CL_TRUE, flags, 0, static_cast<std::size_t>(bytes))) {}

Mapping::~Mapping() {
  // The next command of the queue reports a failure.
  clEnqueueUnmapMemObject(queue_(), buffer_(), data_, 0, nullptr, nullptr);
}

void fillWithZeros(cl::CommandQueue &queue, const cl::Buffer &buffer, std::int64_t bytes,
                   int threads, std::int64_t most) {
  if (!inMainMemory(buffer)) {
    const auto size = [](std::int64_t count) { return static_cast<std::size_t>(count); };
    queue.enqueueFillBuffer(buffer, cl_uint{0}, 0, size(std::min(most, bytes)));
    for (std::int64_t begin = most; begin < bytes; begin += most)
      queue.enqueueCopyBuffer(buffer, buffer, 0, size(begin), size(std::min(most, bytes - begin)));
    return;
  }
  const Mapping mapping(queue, buffer, CL_MAP_WRITE_INVALIDATE_REGION, bytes);
  inParallel(threads, [&](int index) {
    const Range part = cutRange(bytes, 4096, threads, index);
    std::memset(static_cast<std::byte *>(mapping.data()) + part.begin, 0,
                static_cast<std::size_t>(part.end - part.begin));
  });
}

} // namespace eulerc
