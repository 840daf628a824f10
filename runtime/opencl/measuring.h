// DeviceMeasurer: measures candidates on a device by some of their launches, between the two copies
// of the state.
//
//   DeviceMeasurer measurer(queue, buffers, units, plan, prepare);  measurer.makeReady(candidate);
//   measurer.run(8)
//
// Launches read and write the copies in turn, as in a run. Always in the same direction, a state of
// 200 MB takes 1.45 times as long (H100, linear steps: 199 Gcomp/s, in turns 289). So the initial
// state is lost, and the caller must restore it.
#pragma once

#include <array>
#include <functional>

#include "base/stopwatch.h"
#include "opencl/kernels.h"
#include "opencl/launches.h"
#include "tuning/measure_candidates.h"

namespace eulerc {

/// Kernels that are ready to be launched, and the plan that they point to.
struct ReadyKernels {
  Plan plan;
  Kernels kernels;
};

class DeviceMeasurer : public Measurer {
public:
  using PlanOf = std::function<Plan(const Tuning &)>;
  /// Makes the kernels of a tuning ready; throws what a run with it would throw.
  using Prepare = std::function<void(const Tuning &, ReadyKernels &)>;

  DeviceMeasurer(cl::CommandQueue &queue, const std::array<cl::Buffer, 2> &copies,
                 const DeviceLimits &limits, PlanOf planOf, Prepare prepare)
      : queue_(queue), copies_(copies), limits_(limits), planOf_(std::move(planOf)),
        prepare_(std::move(prepare)) {}

  double now() override { return watch_.seconds(); }
  LaunchShape shapeOf(const Candidate &candidate) override;
  std::optional<LaunchShape> makeReady(const Candidate &candidate) override;
  void run(std::int64_t pieces) override;
  /// Whether launches have overwritten the copies.
  bool hasRun() const { return hasRun_; }

private:
  void launch();
  std::int64_t piecesOf(const Plan &plan) const;

  cl::CommandQueue &queue_;
  const std::array<cl::Buffer, 2> &copies_;
  LaunchQueues queues_;
  const DeviceLimits limits_;
  const PlanOf planOf_;
  const Prepare prepare_;
  const Stopwatch watch_;
  ReadyKernels ready_;
  std::int64_t launches_ = 1; ///< whole launches; the last one of a run may be shorter
  std::int64_t next_ = 0;     ///< number of the next launch
  bool hasRun_ = false;
};

} // namespace eulerc
