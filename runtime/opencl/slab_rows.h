// Rows of a slab between a device and its neighbours, through memory that the device reads and
// writes by itself.
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
  /// `queue`: of the steps, whose launches tell of the overlap.
  SlabRowsOfDevice(const cl::Context &context, const cl::CommandQueue &queue, const Device &device,
                   DeviceState &state, Overlap &overlap)
      : context_(context), queue_(queue), state_(state), overlap_(overlap),
        picked_(context, queue, device) {}
  ~SlabRowsOfDevice() override;
  SlabRowsOfDevice(const SlabRowsOfDevice &) = delete;
  SlabRowsOfDevice &operator=(const SlabRowsOfDevice &) = delete;

  // All is in the order of a queue, so that neither steps nor rows wait for the host: of the steps'
  // queue, or where the rows are computed apart from others, of two beside it, from the reading of
  // the rows on. One reads and one writes, at the same time.
  void *memory(int which, std::int64_t bytes) override;
  bool reach(const std::vector<std::span<std::byte>> &shared) override;
  void read(const Job &job, const HaloRows &rows, void *to) override;
  void await() override;
  void write(const Job &job, const HaloRows &rows, const void *from) override;
  double takeSeconds() override;
  /// Brings some components of other slabs to a copy of the state that a level reads.
  void gather(const Job &job, const cl::Buffer &level, std::uint64_t components);
  /// Waits for all.
  void finish();
  /// The same; the lists of rows that levels read anywhere are new then.
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
  /// The last command's event; null: the level to come reads no component there.
  cl::Event writeTo(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                    const void *from);
  cl::CommandQueue &queueTo(cl::CommandQueue &beside) { return isBeside_ ? beside : queue_; }
  /// Commands that follow each other.
  struct Timed {
    cl::Event first, last;
  };
  /// Calls move(component, place, event) for all rows that are sent, the event of the first and the
  /// last command alone: each costs the driver several calls.
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
  bool isBeside_ = false; ///< since the latest reading
  std::array<Pinned, 8> pinned_;
  std::vector<Pinned> shared_;  ///< with other processes
  std::deque<cl::Event> reads_; ///< that nobody has awaited, oldest first; null: of no component
  std::deque<Timed> timed_;     ///< of which the seconds are not taken, oldest first
};

} // namespace eulerc
