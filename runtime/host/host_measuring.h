// Measures candidates on the host: runs some tiles of a launch, or whole steps, from one copy of
// the state to the other.
//
//   HostMeasurer measurer(lent, ready);  measurer.makeReady(candidate);
//   measurer.run(8)
//
// The copy that holds the state is only read, so nothing has to be restored afterwards.
#pragma once

#include <functional>
#include <optional>

#include "base/stopwatch.h"
#include "host/host_launches.h"
#include "tuning/measure_candidates.h"

namespace eulerc {

/// Launches that are ready to run, and the plan and buffers that they point to.
struct ReadyLaunches {
  HostPlan host;
  HostBuffers buffers;
  std::optional<HostLaunches> launches;
};

class HostMeasurer : public Measurer {
public:
  /// Functions of the host: to plan and to prepare a candidate (both throw as a run would), and to
  /// run launches on its threads.
  struct Lent {
    std::function<Plan(const Tuning &)> planOf;
    std::function<void(const Tuning &)> prepare; ///< fills in the prepared launches
    std::function<void(const HostLaunches &)> runAll;
    int threads = 1;
  };

  HostMeasurer(Lent lent, const ReadyLaunches &ready) : lent_(std::move(lent)), ready_(ready) {}

  double now() override { return watch_.seconds(); }
  LaunchShape shapeOf(const Candidate &candidate) override;
  std::optional<LaunchShape> makeReady(const Candidate &candidate) override;
  void run(std::int64_t pieces) override;

private:
  void runSome(std::int64_t tiles);

  const Lent lent_;
  const Stopwatch watch_;
  const ReadyLaunches &ready_;
  std::int64_t nextTile_ = 0; ///< first tile of the next piece: tiles just read may be in a cache
};

} // namespace eulerc
