// BufferReaders: asynchronous readers of the two copies of the state, such as monitors. A launch
// waits only for readers of the copy that it writes.
//
//   readers.add(copy, seen) → a launch reads the copy, the next one waits for `seen` and writes it
#pragma once

#include <functional>
#include <vector>

#include "opencl/bindings.h"

namespace eulerc {

class BufferReaders {
public:
  /// Adds a reader of a copy, which reads until `done`. It must end after earlier readers of the
  /// same copy.
  void add(const cl::Buffer &copy, const cl::Event &done);
  /// Makes later commands of the queue wait for the readers of each copy that is written.
  void await(const cl::CommandQueue &queue,
             const std::function<bool(const cl::Buffer &copy)> &isWritten);
  /// Waits for all readers.
  void finish();

private:
  struct Reader {
    cl::Buffer copy;
    cl::Event done;
  };
  std::vector<Reader> readers_; ///< the latest of each copy
};

} // namespace eulerc
