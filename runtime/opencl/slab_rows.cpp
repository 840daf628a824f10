#include "opencl/slab_rows.h"

#include "base/array.h"
#include "opencl/buffers.h"

namespace eulerc {
namespace {

std::size_t bytesOf(std::int64_t values, std::int64_t size) {
  return static_cast<std::size_t>(values * size);
}

} // namespace

SlabRowsOfDevice::~SlabRowsOfDevice() {
  for (Pinned &pinned : pinned_)
    release(pinned);
}

void SlabRowsOfDevice::release(Pinned &pinned) {
  if (pinned.data != nullptr) {
    clEnqueueUnmapMemObject(queue_(), pinned.buffer(), pinned.data, 0, nullptr, nullptr);
    clFinish(queue_());
  }
  pinned = {};
}

void *SlabRowsOfDevice::memory(int which, std::int64_t bytes) {
  Pinned &pinned = pinned_[static_cast<std::size_t>(which)];
  if (pinned.bytes == bytes)
    return pinned.data;
  release(pinned);
  pinned.buffer = cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                             static_cast<std::size_t>(bytes));
  pinned.data = queue_.enqueueMapBuffer(pinned.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                        static_cast<std::size_t>(bytes));
  pinned.bytes = bytes;
  return pinned.data;
}

void SlabRowsOfDevice::read(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                            void *to) {
  if (!rows.isSame) {
    HostArray held;
    held.allocate(rows.stretch() * size);
    queue_.enqueueReadBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                             bytesOf(rows.stretch(), size), held.data());
    return toSent(rows, size, held.data(), to);
  }
  for (std::int64_t q = 0; q < rows.planes(); q++)
    queue_.enqueueReadBuffer(buffer, CL_FALSE, bytesOf(rows.at(q), size),
                             bytesOf(rows.length(), size),
                             static_cast<std::byte *>(to) + q * rows.length() * size);
  queue_.finish();
}

void SlabRowsOfDevice::write(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                             const void *from) {
  if (!rows.isSame) {
    HostArray held;
    held.allocate(rows.stretch() * size);
    fromSent(rows, size, from, held.data());
    queue_.enqueueWriteBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                              bytesOf(rows.stretch(), size), held.data());
    return;
  }
  for (std::int64_t q = 0; q < rows.planes(); q++)
    queue_.enqueueWriteBuffer(buffer, CL_FALSE, bytesOf(rows.at(q), size),
                              bytesOf(rows.length(), size),
                              static_cast<const std::byte *>(from) + q * rows.length() * size);
  queue_.finish();
}

} // namespace eulerc
