// Builds the kernels of some ways to run beside the run, on threads with contexts of their own.
//
//   BackgroundBuilds builds(device, job, {tiles of 4 steps, linear}, processes, 1);
//   … steps …                        builds[0].state == Built: the run's context has it at once
//
// A build in the context of the run would hold up its launches for as long as it takes (H100: 20 s
// of one of 49 s), in another context of the same device it holds up none. What was built here is
// built again from the same text in the run's context, for which drivers have a cache; where that
// is not so, `again` is as long as a build, and the run goes on without it.
//
// Long runs of solvers have several built at a time, in processes (build_process.h). Elsewhere a
// driver builds one at a time, whatever the context: each build waits until the run has taken the
// one before it.
//
// Nobody waits for a build: the destructor lets the one in progress end on its thread.
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
    std::string why;               ///< it failed
    bool isSeen = false;           ///< the run knows that it is built or failed
  };

  BackgroundBuilds() = default;
  /// Begins. The job is copied. Where there are no processes, `threads` of them build, and with
  /// `inTurn` each build but the first waits for goOn().
  BackgroundBuilds(const Device &device, const Job &job, std::vector<Tuning> tunings,
                   std::shared_ptr<BuildProcesses> processes, int threads, bool inTurn = false);
  BackgroundBuilds(BackgroundBuilds &&) = default;
  BackgroundBuilds &operator=(BackgroundBuilds &&other) noexcept;
  ~BackgroundBuilds();

  bool isBegun() const { return work_ != nullptr; }
  Build operator[](std::size_t number) const;
  /// The run has taken what was built by now, or has no use for it.
  void goOn() const;
  /// Those that are neither built nor failed.
  int waiting() const;
  /// Waits until no build is waiting, `seconds` at most.
  void wait(double seconds) const;

private:
  struct Work;
  std::shared_ptr<Work> work_;
};

/// The latest builds beside a run, and the processes that make them.
struct BuildsBeside {
  BackgroundBuilds latest;
  std::shared_ptr<BuildProcesses> processes = std::make_shared<BuildProcesses>();
};

} // namespace eulerc
