// Asynchronous readers of the two copies of the state. A launch waits only for readers of the copy
// that it writes.
//
//   readers.add(copy, seen) → a launch reads the copy, the next one waits for `seen` and writes it
#pragma once

#include <functional>
#include <vector>

#include "opencl/bindings.h"

namespace eulerc {

class BufferReaders {
public:
  /// Someone looks at a copy until `done`. Whoever comes later to the same copy is done later.
  void add(const cl::Buffer &copy, const cl::Event &done);
  /// What follows in the queue waits for those who look at a copy that is written.
  void await(const cl::CommandQueue &queue,
             const std::function<bool(const cl::Buffer &copy)> &isWritten);
  /// Waits for all.
  void finish();

private:
  struct Reader {
    cl::Buffer copy;
    cl::Event done;
  };
  std::vector<Reader> readers_; ///< at either copy, or one at each
};

} // namespace eulerc
