// The launches of a run on the host: steps of points, or several steps of tiles.
//
//   plan of 100 launches of 63 tiles → for each launch, some thread computes tiles [0, 4), …
#pragma once

#include "host/host_plan.h"
#include "host/host_stepper.h"

namespace eulerc {

class HostLaunches {
public:
  HostLaunches(const Job &job, const HostPlan &host, const HostBuffers &buffers);

  std::int64_t count() const { return host_.isTiled() ? host_.plan.launches : job_.run.steps; }
  /// What a launch is cut into: tiles, or points of the grid.
  std::int64_t parts() const { return host_.isTiled() ? host_.plan.tiles : job_.points; }
  bool isTiled() const { return host_.isTiled(); }
  std::int64_t scratchBytes() const {
    return host_.isTiled() ? host_.plan.localBytes + host_.plan.scratchBytes : 0;
  }
  /// Steps that are done after so many launches.
  std::int64_t stepsAfter(std::int64_t launches) const;

  /// Computes parts [begin, end) of a launch.
  void compute(std::int64_t launch, std::int64_t begin, std::int64_t end, void *scratch) const;

private:
  const Job &job_;
  const HostPlan &host_;
  const HostBuffers &buffers_;
  Tiling tiling_;
  std::vector<std::byte> times_;
};

/// Scratch memory of one thread, of zeros: what is never used must not be slow to compute with.
HostArray scratchFor(const HostLaunches &launches);

} // namespace eulerc
