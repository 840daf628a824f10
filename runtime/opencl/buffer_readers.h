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
  /// A reader of a copy, until `done`. Later readers of the same copy are done later.
  void add(const cl::Buffer &copy, const cl::Event &done);
  /// Later commands of the queue wait for the readers of each copy that is written.
  void await(const cl::CommandQueue &queue,
             const std::function<bool(const cl::Buffer &copy)> &isWritten);
  /// Waits for all.
  void finish();

private:
  struct Reader {
    cl::Buffer copy;
    cl::Event done;
  };
  std::vector<Reader> readers_; ///< at most one of each copy
};

} // namespace eulerc
