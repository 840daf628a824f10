// SlabRowsOfDevice: moves rows of a slab between a device and host memory, for the exchange with
// neighbouring slabs. The memory is pinned, or shared with other processes.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "opencl/bindings.h"
#include "opencl/device_state.h"
#include "opencl/launch_parts.h"
#include "opencl/picked_rows.h"

namespace eulerc {

class SlabRowsOfDevice : public HaloTransfer {
public:
  /// `queue`: the queue of the steps. `overlap`: events of their launches.
  SlabRowsOfDevice(const cl::Context &context, const cl::CommandQueue &queue, const Device &device,
                   DeviceState &state, Overlap &overlap)
      : context_(context), queue_(queue), state_(state), overlap_(overlap),
        picked_(context, queue, device) {}
  ~SlabRowsOfDevice() override;
  SlabRowsOfDevice(const SlabRowsOfDevice &) = delete;
  SlabRowsOfDevice &operator=(const SlabRowsOfDevice &) = delete;

  // Transfers are enqueued, so that neither steps nor rows wait for the host. They go to the queue
  // of the steps. If launches compute the exchanged rows apart from the others, two further queues
  // read and write at the same time, from read() on.
  void *memory(int which, std::int64_t bytes) override;
  bool reach(const std::vector<std::span<std::byte>> &shared) override;
  void read(const Job &job, const HaloRows &rows, void *to) override;
  void await() override;
  void write(const Job &job, const HaloRows &rows, const void *from) override;
  double takeSeconds() override;
  /// Brings components of other slabs to the copy of the state that a level reads.
  void gather(const Job &job, const cl::Buffer &level, std::uint64_t components);
  /// Waits for all transfers.
  void finish();
  /// Waits for all transfers, and forgets the lists of gathered rows: a new run has new ones.
  void beginAnew() {
    finish();
    picked_.forget();
  }

private:
  struct Pinned {
    cl::Buffer buffer;
    void *data = nullptr;
    std::int64_t bytes = 0;
  };
  void release(Pinned &pinned);
  void *pinned(int which, std::int64_t bytes);
  bool isReachedFast(const std::vector<std::span<std::byte>> &shared);
  void readFrom(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size, void *to);
  /// Returns the event of the last command; null if no component is written.
  cl::Event writeTo(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                    const void *from);
  cl::CommandQueue &queueTo(cl::CommandQueue &beside) { return isBeside_ ? beside : queue_; }
  /// First and last event of a series of commands.
  struct Timed {
    cl::Event first, last;
  };
  /// Calls move(component, place, event) for all components that are sent. Only the first and the
  /// last command get an event, since each event costs several calls of the driver.
  template <class Move> cl::Event forEachSent(const SentRows &rows, Move &&move);
  void note(const Timed &commands) {
    if (!isBeside_)
      timed_.push_back(commands);
  }

  cl::Context context_;
  cl::CommandQueue queue_, reading_, writing_;
  DeviceState &state_;
  Overlap &overlap_;
  PickedRows picked_;
  bool isBeside_ = false; ///< transfers use `reading_` and `writing_`, since the latest read()
  std::array<Pinned, 8> pinned_;
  std::vector<Pinned> shared_;  ///< with other processes
  std::deque<cl::Event> reads_; ///< not yet awaited, oldest first; null: reads no component
  std::deque<Timed> timed_;     ///< not yet counted by takeSeconds(), oldest first
};

} // namespace eulerc
