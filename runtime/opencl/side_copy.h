// A copy of the state beside the two that steps work on: made on the device in no time, and brought
// to the host by another thread and queue while the steps go on.
//
//   SideCopy copy;
//   auto bring = copy.take(context, device, queue, state, bytes, places, 4, to);
//   … steps …                      another thread: bring();
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "layout/convert.h"
#include "opencl/bindings.h"

namespace eulerc {

class SideCopy {
public:
  /// Waits for the copy before it to be brought. Null where the device has no memory for it.
  std::function<void()> take(const cl::Context &context, const cl::Device &device,
                             cl::CommandQueue &queue, const cl::Buffer &state, std::int64_t bytes,
                             const Places &places, std::int64_t size, void *to);

private:
  struct Shared {
    cl::Buffer buffer;
    cl::CommandQueue queue;
    std::int64_t bytes = 0;
    std::atomic<std::int64_t> busy = 0; ///< number of the copy that is to be brought; 0: none
  };
  struct Release;

  std::shared_ptr<Shared> shared_; ///< with whoever has yet to bring it
  std::int64_t number_ = 0;
};

} // namespace eulerc
