// Buffers of a device. Those of a processor lie in arrays of the runtime's own, in huge pages where
// they are large, as the host backends have them: whoever goes through a state in small pages waits
// for addresses (PoCL, String of 10⁸ components, linear: 3.4 and 4.6 Gcomp/s).
//
//   cl::Buffer buffer = makeBuffer(context, CL_MEM_READ_WRITE, bytes, isCpu);
//   if (inMainMemory(buffer)) { Mapping mapping(queue, buffer, CL_MAP_READ, bytes); …
//   mapping.data() }
#pragma once

#include <cstdint>

#include "opencl/bindings.h"

namespace eulerc {

/// `ownMemory`: in an array of the runtime's own, which is freed when OpenCL is done with the
/// buffer. Throws cl::Error, or Error(Run) when there is no memory.
cl::Buffer makeBuffer(const cl::Context &context, cl_mem_flags flags, std::int64_t bytes,
                      bool ownMemory);

/// Whether a buffer lies in an array of the runtime's own, so that mapping it copies nothing.
bool inMainMemory(const cl::Buffer &buffer);

/// A buffer as memory of the host, once all that is in the queue is done, as long as this lives.
class Mapping {
public:
  Mapping(cl::CommandQueue &queue, const cl::Buffer &buffer, cl_map_flags flags,
          std::int64_t bytes);
  ~Mapping();
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;

  void *data() const { return data_; }

private:
  cl::CommandQueue &queue_;
  const cl::Buffer &buffer_;
  void *data_ = nullptr;
};

/// Zeros in the whole buffer; in main memory written by `threads` threads.
void fillWithZeros(cl::CommandQueue &queue, const cl::Buffer &buffer, std::int64_t bytes,
                   int threads);

} // namespace eulerc
