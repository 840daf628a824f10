// Buffers of a device. Buffers of a processor lie in arrays of the runtime, as on the host
// backends: large arrays use huge pages, which avoid TLB misses (PoCL, String of 10⁸ components,
// linear: 3.4 Gcomp/s without, 4.6 with).
//
//   cl::Buffer buffer = makeBuffer(context, CL_MEM_READ_WRITE, bytes, isCpu);
//   if (inMainMemory(buffer)) { Mapping mapping(queue, buffer, CL_MAP_READ, bytes); …
//   mapping.data() }
#pragma once

#include <cstdint>

#include "opencl/bindings.h"

namespace eulerc {

/// `ownMemory`: allocates an array of the runtime for the buffer, which is freed with it. Throws
/// cl::Error, or Error(Run) if memory is short.
cl::Buffer makeBuffer(const cl::Context &context, cl_mem_flags flags, std::int64_t bytes,
                      bool ownMemory);

/// Whether a buffer lies in an array of the runtime, so that mapping it copies nothing.
bool inMainMemory(const cl::Buffer &buffer);

/// Maps a buffer to host memory during its lifetime, after all commands in the queue.
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

/// The most bytes that one command fills. NVIDIA's driver 580 never ends a fill of 2^31 numbers of
/// 4 bytes or more.
constexpr std::int64_t mostFilledAtOnce = std::int64_t{1} << 30;

/// Fills the whole buffer with zeros: in main memory with `threads` threads, else in parts of at
/// most `most` bytes (a multiple of 4).
void fillWithZeros(cl::CommandQueue &queue, const cl::Buffer &buffer, std::int64_t bytes,
                   int threads, std::int64_t most = mostFilledAtOnce);

} // namespace eulerc
