// Copies states and fields between host and device, chunk by chunk if their layouts differ
// (transfer.h).

#include "opencl/transfer.h"

#include <algorithm>

#include "base/array.h"
#include "opencl/buffers.h"

namespace eulerc {
namespace {

/// Two staging arrays. The destructor waits for the queue, which may still use them.
class Staging {
public:
  Staging(cl::CommandQueue &queue, std::int64_t bytes) : queue_(queue) {
    for (HostArray &array : arrays_)
      array.allocate(bytes);
  }
  ~Staging() { clFinish(queue_()); }
  Staging(const Staging &) = delete;
  Staging &operator=(const Staging &) = delete;

  void *data(std::int64_t chunk) const { return arrays_[chunk % 2].data(); }
  cl::Event &event(std::int64_t chunk) { return events_[chunk % 2]; }

private:
  cl::CommandQueue &queue_;
  HostArray arrays_[2];
  cl::Event events_[2]; ///< of the latest transfer of each
};

} // namespace

std::int64_t stagingFor(std::int64_t bufferBytes) {
  return 2 * std::min(bufferBytes, stagingBytes);
}

Transfer::Transfer(cl::CommandQueue &queue, const Places &places, std::int64_t size, int threads)
    : queue_(queue), places_(places), size_(size), threads_(threads),
      chunk_(std::min(places.values, stagingBytes / size)) {}

std::int64_t Transfer::endOf(std::int64_t chunk) const {
  return std::min((chunk + 1) * chunk_, places_.values);
}

void Transfer::upload(const void *file, const cl::Buffer &buffer, const Change &change) {
  if (inMainMemory(buffer)) {
    const Mapping mapping(queue_, buffer, CL_MAP_WRITE_INVALIDATE_REGION, places_.values * size_);
    toLayout(places_, size_, file, {0, places_.values}, mapping.data(), threads_);
    if (change)
      change(mapping.data(), places_.values);
    return;
  }
  if (change || !places_.direct())
    return uploadChunks(file, buffer, change);
  for (std::int64_t state = 0; state < places_.states; state++)
    queue_.enqueueWriteBuffer(
        buffer, CL_TRUE, bytesOf(places_.firstOf(state)), bytesOf(places_.stateSize()),
        static_cast<const std::byte *>(file) + bytesOf(places_.fileOf(state)));
}

void Transfer::download(const cl::Buffer &buffer, void *file) {
  if (inMainMemory(buffer)) {
    const Mapping mapping(queue_, buffer, CL_MAP_READ, places_.values * size_);
    fromLayout(places_, size_, mapping.data(), {0, places_.values}, file, threads_);
    return;
  }
  if (!places_.direct())
    return downloadChunks(buffer, file);
  for (std::int64_t state = 0; state < places_.states; state++)
    queue_.enqueueReadBuffer(buffer, CL_TRUE, bytesOf(places_.firstOf(state)),
                             bytesOf(places_.stateSize()),
                             static_cast<std::byte *>(file) + bytesOf(places_.fileOf(state)));
}

void Transfer::uploadChunks(const void *file, const cl::Buffer &buffer, const Change &change) {
  Staging staging(queue_, chunk_ * size_);
  for (std::int64_t k = 0; k < chunks(); k++) {
    const std::int64_t begin = k * chunk_, end = endOf(k);
    if (k >= 2)
      staging.event(k).wait();
    toLayout(places_, size_, file, {begin, end}, staging.data(k), threads_);
    if (change)
      change(staging.data(k), end - begin);
    queue_.enqueueWriteBuffer(buffer, CL_FALSE, bytesOf(begin), bytesOf(end - begin),
                              staging.data(k), nullptr, &staging.event(k));
    queue_.flush();
  }
  queue_.finish(); // throws if a write failed
}

void Transfer::downloadChunks(const cl::Buffer &buffer, void *file) {
  Staging staging(queue_, chunk_ * size_);
  const auto request = [&](std::int64_t k) {
    queue_.enqueueReadBuffer(buffer, CL_FALSE, bytesOf(k * chunk_), bytesOf(endOf(k) - k * chunk_),
                             staging.data(k), nullptr, &staging.event(k));
    queue_.flush();
  };
  request(0);
  for (std::int64_t k = 0; k < chunks(); k++) {
    if (k + 1 < chunks())
      request(k + 1);
    staging.event(k).wait();
    fromLayout(places_, size_, staging.data(k), {k * chunk_, endOf(k)}, file, threads_);
  }
}

} // namespace eulerc
