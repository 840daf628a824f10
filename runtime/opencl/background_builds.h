// BackgroundBuilds: builds the kernels of several tunings during a run, on threads with their own
// contexts.
//
//   BackgroundBuilds builds(device, job, {tiles of 4 steps, linear}, processes, 1);
//   … steps …               builds[0].state == Built: a build in the run's context takes no time
//
// A build in the run's context would delay the run's launches (H100: by 20 s for a build of 49 s);
// a build in another context of the same device delays none. The run then builds the same text
// again, and the driver takes it from its cache. If a driver has no cache, `again` is as long as a
// build, and the run does not use the tuning.
//
// Long runs of solvers build several tunings at a time, in processes (build_process.h). Otherwise a
// driver builds one at a time, in any context: each build waits until the run has taken the one
// before it.
//
// The destructor does not wait: a build in progress ends on its thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "opencl/build_process.h"
#include "opencl/devices.h"

namespace eulerc {

class BackgroundBuilds {
public:
  enum class State { Waiting, Built, Failed };
  struct Build {
    State state = State::Waiting;
    double seconds = 0, again = 0; ///< of the first build, and of a second one
    std::string why;               ///< reason of a failure
    bool isSeen = false;           ///< the run has asked since the build ended
  };

  BackgroundBuilds() = default;
  /// Begins the builds, with a copy of the job. If there are no processes, `threads` threads build,
  /// and with `inTurn` each build except the first waits for goOn().
  BackgroundBuilds(const Device &device, const Job &job, std::vector<Tuning> tunings,
                   std::shared_ptr<BuildProcesses> processes, int threads, bool inTurn = false);
  BackgroundBuilds(BackgroundBuilds &&) = default;
  BackgroundBuilds &operator=(BackgroundBuilds &&other) noexcept;
  ~BackgroundBuilds();

  bool isBegun() const { return work_ != nullptr; }
  Build operator[](std::size_t number) const;
  /// Allows the next build: the run has taken the finished builds, or does not need them.
  void goOn() const;
  /// The number of builds that are neither built nor failed.
  int waiting() const;
  /// Waits until no build is waiting, `seconds` at most.
  void wait(double seconds) const;

private:
  struct Work;
  std::shared_ptr<Work> work_;
};

/// The latest background builds of a run, and the processes that they use.
struct BuildsBeside {
  BackgroundBuilds latest;
  std::shared_ptr<BuildProcesses> processes = std::make_shared<BuildProcesses>();
};

} // namespace eulerc
