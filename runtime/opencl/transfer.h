// States and fields between the host's order and a layout on the device.
//
//   Transfer(queue, places, 4).upload(y, buffer) … download(buffer, y)
//
// Buffers in main memory (buffers.h) are written and read where they are. For others one copy a
// state does it where both orders are the same; else values go through two staging arrays, one
// being converted while the other is on its way.
#pragma once

#include <functional>

#include "layout/convert.h"
#include "opencl/bindings.h"

namespace eulerc {

/// Bytes of a staging array, at most: enough for a bus to be busy, little beside any large state.
constexpr std::int64_t stagingBytes = 8 << 20;

/// The most memory that a transfer takes for a buffer that is not in main memory.
std::int64_t stagingFor(std::int64_t bufferBytes);

class Transfer {
public:
  /// For values of `size` bytes, converted by `threads` threads.
  Transfer(cl::CommandQueue &queue, const Places &places, std::int64_t size, int threads);

  /// Changes `count` values before they enter a buffer.
  using Change = std::function<void(void *values, std::int64_t count)>;

  /// Writes the components. The buffer's other values stay as they are, or become zero, changed.
  void upload(const void *file, const cl::Buffer &buffer, const Change &change = nullptr);
  void download(const cl::Buffer &buffer, void *file);

private:
private:
  std::size_t bytesOf(std::int64_t values) const {
    return static_cast<std::size_t>(values * size_);
  }
  std::int64_t chunks() const { return (places_.values + chunk_ - 1) / chunk_; }
  std::int64_t endOf(std::int64_t chunk) const;
  void uploadChunks(const void *file, const cl::Buffer &buffer, const Change &change);
  void downloadChunks(const cl::Buffer &buffer, void *file);

  cl::CommandQueue &queue_;
  const Places places_;
  const std::int64_t size_;
  const int threads_;
  const std::int64_t chunk_; ///< values
};

} // namespace eulerc
