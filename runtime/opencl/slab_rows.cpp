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

/// The event of the next command.
cl::Event *SlabRowsOfDevice::follow() { return &timed_.emplace_back(); }

void SlabRowsOfDevice::read(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                            void *to) {
  if (!rows.isSame) {
    HostArray held;
    held.allocate(rows.stretch() * size);
    queue_.enqueueReadBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                             bytesOf(rows.stretch(), size), held.data(), nullptr, follow());
    toSent(rows, size, held.data(), to);
  } else {
    for (std::int64_t q = 0; q < rows.planes(); q++)
      queue_.enqueueReadBuffer(
          buffer, CL_FALSE, bytesOf(rows.at(q), size), bytesOf(rows.length(), size),
          static_cast<std::byte *>(to) + q * rows.length() * size, nullptr, follow());
    queue_.flush();
  }
  reads_.push_back(timed_.back());
}

void SlabRowsOfDevice::await() {
  reads_.front().wait();
  reads_.pop_front();
}

void SlabRowsOfDevice::write(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                             const void *from) {
  if (!rows.isSame) {
    HostArray held;
    held.allocate(rows.stretch() * size);
    fromSent(rows, size, from, held.data());
    queue_.enqueueWriteBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                              bytesOf(rows.stretch(), size), held.data(), nullptr, follow());
    return;
  }
  for (std::int64_t q = 0; q < rows.planes(); q++)
    queue_.enqueueWriteBuffer(
        buffer, CL_FALSE, bytesOf(rows.at(q), size), bytesOf(rows.length(), size),
        static_cast<const std::byte *>(from) + q * rows.length() * size, nullptr, follow());
  queue_.flush();
}

double SlabRowsOfDevice::takeSeconds() {
  double seconds = 0;
  std::erase_if(timed_, [&](const cl::Event &event) {
    if (event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() != CL_COMPLETE)
      return false;
    try { // a driver without these times ends no run
      const cl_ulong begin = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
      seconds += end > begin ? 1e-9 * static_cast<double>(end - begin) : 0;
    } catch (const cl::Error &) {
    }
    return true;
  });
  return seconds;
}

void SlabRowsOfDevice::finish() {
  reads_.clear();
  if (!timed_.empty())
    queue_.finish();
}

} // namespace eulerc
