// Runs launches, or pieces of launches, of candidates on a device (measuring.h).

#include "opencl/measuring.h"

#include "opencl/status.h"
#include "tuning/pieces.h"

namespace eulerc {

/// On a GPU a launch is one piece: it is short, and its tiles run in no fixed order.
std::int64_t DeviceMeasurer::piecesOf(const Plan &plan) const {
  return limits_.isCpu ? piecesOfLaunch(plan, limits_.computeUnits) : 1;
}

LaunchShape DeviceMeasurer::shapeOf(const Candidate &candidate) {
  return {candidate.levelsPerLaunch.count, piecesOf(planOf_(candidate.tuning))};
}

std::optional<LaunchShape> DeviceMeasurer::makeReady(const Candidate &candidate) {
  return checked([&]() -> std::optional<LaunchShape> {
    ready_ = {};
    next_ = 0;
    prepare_(candidate.tuning, ready_);
    const Plan &plan = ready_.plan;
    launches_ = std::min(plan.launches, kMostMeasured) - 1;
    const Form &form = *plan.form;
    const bool overlaps = form.tiling != nullptr && form.copies != Copies::OfLevels;
    if (launches_ == 0 && overlaps && plan.levels == form.tiling(plan).tileSteps)
      launches_ = 1;
    if (launches_ < 1)
      return std::nullopt; // no launch is whole
    return LaunchShape{plan.levelsPerLaunch.count, piecesOf(plan)};
  });
}

void DeviceMeasurer::run(std::int64_t pieces) {
  checked([&] {
    hasRun_ = true;
    const std::int64_t all = piecesOf(ready_.plan);
    for (std::int64_t k = 0; k < pieces / all; k++)
      launch();
    if (pieces % all != 0) {
      ready_.kernels.setTiles({{0, pieces % all * limits_.computeUnits}});
      launch();
      ready_.kernels.setTiles({{0, ready_.plan.form->tiling(ready_.plan).tiles}});
    }
    queues_.await(queue_);
    queue_.finish();
  });
}

void DeviceMeasurer::launch() {
  std::vector<LaunchedKernel> launched = wholeLaunch(ready_.plan, ready_.kernels.forLaunch(next_));
  queues_.enqueue(queue_, ready_.plan, ready_.kernels, launched);
  next_ = (next_ + 1) % launches_;
}

} // namespace eulerc
