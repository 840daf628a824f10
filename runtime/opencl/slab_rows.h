// Rows of a slab between a device and its neighbours, through memory that the device reads and
// writes by itself.
#pragma once

#include <array>
#include <cstdint>

#include "layout/convert.h"
#include "opencl/bindings.h"

namespace eulerc {

class SlabRowsOfDevice {
public:
  SlabRowsOfDevice(const cl::Context &context, const cl::CommandQueue &queue)
      : context_(context), queue_(queue) {}
  ~SlabRowsOfDevice();
  SlabRowsOfDevice(const SlabRowsOfDevice &) = delete;
  SlabRowsOfDevice &operator=(const SlabRowsOfDevice &) = delete;

  /// As Stepper::rowsMemory, readRows and writeRows; they return when all is done.
  void *memory(int which, std::int64_t bytes);
  void read(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size, void *to);
  void write(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size, const void *from);

private:
  struct Pinned {
    cl::Buffer buffer;
    void *data = nullptr;
    std::int64_t bytes = 0;
  };
  void release(Pinned &pinned);

  cl::Context context_;
  cl::CommandQueue queue_;
  std::array<Pinned, 4> pinned_;
};

} // namespace eulerc
