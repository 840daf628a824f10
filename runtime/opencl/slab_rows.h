// Rows of a slab between a device and its neighbours, through memory that the device reads and
// writes by itself.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

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

  // As Stepper has them. All is in the order of the queue, so that neither steps nor rows wait for
  // the host.
  void *memory(int which, std::int64_t bytes);
  void read(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size, void *to);
  void await();
  void write(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size, const void *from);
  double takeSeconds();
  /// Waits for all.
  void finish();

private:
  struct Pinned {
    cl::Buffer buffer;
    void *data = nullptr;
    std::int64_t bytes = 0;
  };
  void release(Pinned &pinned);
  cl::Event *follow();

  cl::Context context_;
  cl::CommandQueue queue_;
  std::array<Pinned, 8> pinned_;
  std::deque<cl::Event> reads_;  ///< that nobody has awaited, oldest first
  std::vector<cl::Event> timed_; ///< of which the seconds are not taken
};

} // namespace eulerc
