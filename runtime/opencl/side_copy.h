// SideCopy: a third copy of the state, for observers. It is made quickly on the device; another
// thread and queue download it while steps continue.
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
  /// Copies the state and returns the function that downloads it. Waits until the previous copy was
  /// downloaded. Null if the device has no memory for the copy.
  std::function<void()> take(const cl::Context &context, const cl::Device &device,
                             cl::CommandQueue &queue, const cl::Buffer &state, std::int64_t bytes,
                             const Places &places, std::int64_t size, void *to);

private:
  struct Shared {
    cl::Buffer buffer;
    cl::CommandQueue queue;
    std::int64_t bytes = 0;
    std::atomic<std::int64_t> busy = 0; ///< number of the copy that is not yet downloaded; 0: none
  };
  struct Release;

  std::shared_ptr<Shared> shared_; ///< with functions that have yet to download
  std::int64_t number_ = 0;
};

} // namespace eulerc
