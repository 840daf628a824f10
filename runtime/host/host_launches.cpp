#include "host/host_launches.h"

#include <algorithm>
#include <cstring>

#include "planning.h"
#include "times.h"

namespace eulerc {

HostLaunches::HostLaunches(const Job &job, const HostPlan &host, const HostBuffers &buffers)
    : job_(job), host_(host), buffers_(buffers), tiling_(tilingOfPlan(host.plan)) {
  if (isTiled() && job.model.usesTime)
    times_ = timesOfSteps(job.run, job.run.steps, job.model.precision);
}

std::int64_t HostLaunches::stepsAfter(std::int64_t launches) const {
  return isTiled() ? std::min(launches * host_.plan.stepsPerLaunch, job_.run.steps) : launches;
}

void HostLaunches::compute(std::int64_t launch, std::int64_t begin, std::int64_t end,
                           void *scratch) const {
  const void *constants = buffers_.constants.data();
  const void *const *fields = buffers_.fields.data();
  const void *y = buffers_.y[launch % 2];
  void *next = buffers_.y[1 - launch % 2];
  if (isTiled())
    host_.code.tiles(constants, y, next, fields, times_.data(), job_.run.dt,
                     lengthOfStep(job_.run, job_.run.steps - 1), tiling_, launch, begin, end,
                     scratch);
  else
    host_.code.stepRange(constants, y, next, fields, begin, end, timeOfStep(job_.run, launch),
                         lengthOfStep(job_.run, launch));
}

HostArray scratchFor(const HostLaunches &launches) {
  HostArray scratch;
  if (launches.scratchBytes() > 0) {
    scratch.allocate(launches.scratchBytes());
    std::memset(scratch.data(), 0, static_cast<std::size_t>(launches.scratchBytes()));
  }
  return scratch;
}

} // namespace eulerc
