#include "opencl/looks.h"

namespace eulerc {

void Looks::add(const cl::Buffer &copy, const cl::Event &done) {
  std::erase_if(looks_, [&](const Look &before) { return before.copy() == copy(); });
  looks_.push_back({copy, done});
}

void Looks::await(const cl::CommandQueue &queue,
                  const std::function<bool(const cl::Buffer &copy)> &isWritten) {
  std::erase_if(looks_, [&](const Look &look) {
    if (!isWritten(look.copy))
      return false;
    const std::vector<cl::Event> done = {look.done};
    queue.enqueueBarrierWithWaitList(&done);
    return true;
  });
}

void Looks::finish() {
  for (const Look &look : looks_)
    look.done.wait();
  looks_.clear();
}

} // namespace eulerc
