// Copies the state on the device and downloads the copy later (side_copy.h).

#include "opencl/side_copy.h"

#include "opencl/status.h"
#include "opencl/transfer.h"

namespace eulerc {

/// Releases the copy after its download, or when the function that downloads it is destroyed.
struct SideCopy::Release {
  std::shared_ptr<Shared> shared;
  std::int64_t number;

  void now() const {
    std::int64_t mine = number;
    if (shared->busy.compare_exchange_strong(mine, 0))
      shared->busy.notify_all();
  }
  ~Release() { now(); }
};

std::function<void()> SideCopy::take(const cl::Context &context, const cl::Device &device,
                                     cl::CommandQueue &queue, const cl::Buffer &state,
                                     std::int64_t bytes, const Places &places, std::int64_t size,
                                     void *to) {
  if (!shared_)
    shared_ = std::make_shared<Shared>();
  for (std::int64_t busy = shared_->busy; busy != 0; busy = shared_->busy)
    shared_->busy.wait(busy);
  try {
    if (shared_->bytes != bytes) {
      shared_->buffer = cl::Buffer();
      shared_->bytes = 0;
      shared_->buffer = cl::Buffer(context, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
      shared_->queue = cl::CommandQueue(context, device);
      shared_->bytes = bytes;
    }
    queue.enqueueCopyBuffer(state, shared_->buffer, 0, 0, static_cast<std::size_t>(bytes));
    queue.finish();
  } catch (const cl::Error &error) {
    if (!isShortage(error))
      throw;
    shared_->bytes = 0;
    return nullptr;
  }
  shared_->busy = ++number_;
  const auto release = std::make_shared<Release>(shared_, number_);
  return [release, places, size, to] {
    checked([&] {
      Transfer(release->shared->queue, places, size, 1).download(release->shared->buffer, to);
    });
    release->now();
  };
}

} // namespace eulerc
