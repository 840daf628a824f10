// DeviceState: the two copies of the state on a device, in the same layout. Launches read one and
// write the other, in turn.
//
//   DeviceState state(context, queue, device);  state.upload(job, places, y) → launches, swap() →
//   state.save(job, y)
//
// The first copy holds the state between pieces of a run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "backend/backend.h"
#include "opencl/bindings.h"
#include "opencl/devices.h"
#include "opencl/finite.h"
#include "opencl/observer.h"
#include "opencl/relayout.h"
#include "opencl/side_copy.h"

namespace eulerc {

class DeviceState {
public:
  DeviceState(const cl::Context &context, const cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device) {}

  /// Allocates both copies in a layout. Copies that have that layout keep their values; new ones
  /// are zero.
  void allocate(const Job &job, const Places &places);
  /// Copies the state from the host to the first copy, in a layout.
  void upload(const Job &job, const Places &places, const HostArray &y, RunRecord &stats);
  void save(const Job &job, HostArray &y);
  /// Writes the user's states of a copy, in the file's order.
  void saveOwn(const Job &job, std::size_t copy, HostArray &y);
  Stepper::Copied copyTo(const Job &job, const CopyTarget &target);
  /// Reads components by their numbers in the file's order; false: that needs too many transfers.
  bool read(const Job &job, std::span<const std::int64_t> components, void *to);
  bool isFinite(const Job &job);
  double largest(const Job &job);

  /// Changes the layout on the device; false: the state is in main memory, where the host can do
  /// it. After a failure the first copy still holds the state.
  bool convert(const Job &job, const Places &places);
  /// Builds the kernels that isFinite() and convert() need later.
  void buildKernels(const Job &job);
  cl::Buffer copyOfFirst();
  void restoreFirst(const cl::Buffer &copy);
  void swap() { std::swap(copies_[0], copies_[1]); }

  std::array<cl::Buffer, 2> &copies() { return copies_; }
  const cl::Buffer &first() const { return copies_[0]; }
  const Places &places() const { return places_; }
  std::int64_t bytes() const { return bytes_; }
  bool isHeld() const { return isHeld_; }
  Observer::State of(std::size_t copy) const { return {copies_[copy], bytes_, places_}; }

private:
  cl::Context context_;
  cl::CommandQueue queue_;
  Device device_;
  std::array<cl::Buffer, 2> copies_;
  std::int64_t bytes_ = 0; ///< of each copy
  Places places_;          ///< of the components, in both copies
  bool isHeld_ = false;    ///< the first copy holds the state
  Relayout relayout_;
  FiniteCheck finiteCheck_;
  SideCopy sideCopy_;
};

} // namespace eulerc
