// Chooses which tiles to measure.

#include "host/host_measuring.h"

#include "tuning/pieces.h"

namespace eulerc {

LaunchShape HostMeasurer::shapeOf(const Candidate &candidate) {
  return {candidate.levelsPerLaunch.count,
          piecesOfLaunch(lent_.planOf(candidate.tuning), lent_.threads)};
}

std::optional<LaunchShape> HostMeasurer::makeReady(const Candidate &candidate) {
  nextTile_ = 0;
  lent_.prepare(candidate.tuning);
  const Plan &plan = ready_.host.plan;
  return LaunchShape{ready_.launches->stepsAfter(1), piecesOfLaunch(plan, lent_.threads)};
}

void HostMeasurer::run(std::int64_t pieces) {
  const std::int64_t all = piecesOfLaunch(ready_.host.plan, lent_.threads);
  if (pieces >= all)
    lent_.runAll(ready_.launches->sample(pieces / all, {0, ready_.launches->parts()}));
  if (pieces % all != 0)
    runSome(pieces % all * lent_.threads);
}

void HostMeasurer::runSome(std::int64_t tiles) {
  if (nextTile_ + tiles > ready_.launches->parts())
    nextTile_ = 0;
  lent_.runAll(ready_.launches->sample(1, {nextTile_, nextTile_ + tiles}));
  nextTile_ += tiles;
}

} // namespace eulerc
