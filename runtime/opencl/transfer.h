// Transfer: moves states and fields between the host's order and a layout on the device.
//
//   Transfer(queue, places, 4).upload(y, buffer) … download(buffer, y)
//
// Buffers in main memory (buffers.h) are accessed in place. For other buffers, if both orders are
// the same, each state is one copy. Else values go through two staging arrays: one is converted
// while the other is transferred.
#pragma once

#include <functional>

#include "layout/convert.h"
#include "opencl/bindings.h"

namespace eulerc {

/// The most bytes of a staging array: enough to keep the bus busy, little compared to a large
/// state.
constexpr std::int64_t stagingBytes = 8 << 20;

/// Bytes of staging arrays for a buffer that is not in main memory.
std::int64_t stagingFor(std::int64_t bufferBytes);

class Transfer {
public:
  /// For values of `size` bytes, converted by `threads` threads.
  Transfer(cl::CommandQueue &queue, const Places &places, std::int64_t size, int threads);

  /// Changes `count` values before they are written to a buffer.
  using Change = std::function<void(void *values, std::int64_t count)>;

  /// Writes the components. Padding in the buffer keeps its values, or becomes zero, passed through
  /// `change`.
  void upload(const void *file, const cl::Buffer &buffer, const Change &change = nullptr);
  void download(const cl::Buffer &buffer, void *file);

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
