// Measuring candidates on a device: a few launches of each between the two copies of the state.
//
//   DeviceMeasurer(queue, buffers, prepare).secondsOfStep(candidate, 0.02) → 3.1e-6
//
// What the copies hold changes; whoever measures brings the initial state back.
#pragma once

#include <array>
#include <functional>

#include "opencl/kernels.h"
#include "stopwatch.h"
#include "tuning/choose.h"

namespace eulerc {

/// Kernels that are ready to be launched, and their plan, to which they point.
struct ReadyKernels {
  Plan plan;
  std::int64_t copyBytes = 0; ///< of each copy of the state
  Kernels kernels;
};

class DeviceMeasurer : public Measurer {
public:
  /// Fills in what a tuning runs; throws what a run with it would.
  using Prepare = std::function<void(const Tuning &, ReadyKernels &)>;

  DeviceMeasurer(cl::CommandQueue &queue, const std::array<cl::Buffer, 2> &copies, Prepare prepare)
      : queue_(queue), copies_(copies), prepare_(std::move(prepare)) {}

  double now() override { return watch_.seconds(); }
  std::optional<double> secondsOfStep(const Candidate &candidate, double atMost) override;
  double copyRate(double atMost) override;
  /// Whether any step was taken, so that the copies no longer hold what they held.
  bool hasRun() const { return hasRun_; }

private:
  cl::CommandQueue &queue_;
  const std::array<cl::Buffer, 2> &copies_;
  const Prepare prepare_;
  const Stopwatch watch_;
  std::int64_t copyBytes_ = 0;
  bool hasRun_ = false;
};

} // namespace eulerc
