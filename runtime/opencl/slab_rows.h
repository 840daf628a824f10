// Rows of a slab between a device and its neighbours, through memory that the device reads and
// writes by itself.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
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

  // As Stepper has them. All is in the order of a queue, so that neither steps nor rows wait for
  // the host: of the steps' queue, or where the rows are computed apart from others, of one beside
  // it, from the reading of the rows on.
  void *memory(int which, std::int64_t bytes);
  /// `computed`: these rows, apart from others; none: they are with the steps before.
  void read(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size, void *to,
            const std::vector<cl::Event> &computed);
  void await();
  /// The event where steps do not wait for the rows by themselves.
  std::optional<cl::Event> write(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                                 const void *from);
  /// Of what no steps hide.
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
  cl::CommandQueue &queueNow() { return isBeside_ ? beside_ : queue_; }
  void note(const cl::Event &done) {
    if (!isBeside_)
      timed_.push_back(done);
  }

  cl::Context context_;
  cl::CommandQueue queue_, beside_;
  bool isBeside_ = false; ///< since the latest reading
  std::array<Pinned, 8> pinned_;
  std::deque<cl::Event> reads_;  ///< that nobody has awaited, oldest first
  std::vector<cl::Event> timed_; ///< of which the seconds are not taken
};

} // namespace eulerc
