#include "opencl/buffer_readers.h"

namespace eulerc {

void BufferReaders::add(const cl::Buffer &copy, const cl::Event &done) {
  std::erase_if(readers_, [&](const Reader &before) { return before.copy() == copy(); });
  readers_.push_back({copy, done});
}

void BufferReaders::await(const cl::CommandQueue &queue,
                          const std::function<bool(const cl::Buffer &copy)> &isWritten) {
  std::erase_if(readers_, [&](const Reader &reader) {
    if (!isWritten(reader.copy))
      return false;
    const std::vector<cl::Event> done = {reader.done};
    queue.enqueueBarrierWithWaitList(&done);
    return true;
  });
}

void BufferReaders::finish() {
  for (const Reader &reader : readers_)
    reader.done.wait();
  readers_.clear();
}

} // namespace eulerc
