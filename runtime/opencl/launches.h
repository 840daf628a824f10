// The launches of a run: enqueued in batches without waiting for each one.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "base/stopwatch.h"
#include "opencl/kernels.h"
#include "opencl/looks.h"

namespace eulerc {

inline cl::NDRange localSize(const Plan &plan) {
  return cl::NDRange(static_cast<std::size_t>(plan.workGroupSize));
}
inline cl::NDRange globalSize(const Plan &plan, std::int64_t workGroups) {
  return cl::NDRange(static_cast<std::size_t>(workGroups * plan.workGroupSize));
}

/// The copy, 0 or 1, that holds the state after all levels of the plan.
inline std::size_t lastCopy(const Plan &plan) {
  if (plan.form->copies == Copies::OfLaunches)
    return static_cast<std::size_t>(plan.launches % 2);
  const std::int64_t each =
      plan.form->copies == Copies::OfRounds ? plan.form->tiling(plan).tileSteps : 1;
  return static_cast<std::size_t>((plan.levels.count + each - 1) / each % 2);
}

/// Where launches go: to a queue, and of two kernels the second to one beside it. Each waits for
/// all of the launch before. Making a queue takes as long as some launches: it stays for a run.
class LaunchQueues {
public:
  /// The events of a launch's kernels, where these are asked for.
  void enqueue(cl::CommandQueue &queue, const Plan &plan, const std::vector<cl::Kernel *> &kernels,
               cl::Event *first = nullptr, cl::Event *last = nullptr);
  /// What follows in the queue waits for the queue beside it.
  void await(cl::CommandQueue &queue, cl::Event *event = nullptr);

private:
  cl::CommandQueue beside_; ///< of tiles at the ends
  cl::Event besideDone_;    ///< the latest kernel in there; none once it is waited for
};

/// Launches the kernels on no points at all: devices that finish their code at the first launch
/// (PoCL: 40 to 150 ms) do so here, where the time counts as building.
void launchOnNoPoints(const Plan &plan, const cl::CommandQueue &queue, Kernels &kernels,
                      const std::vector<std::byte> &constants);

/// Pieces of a run that were launched since the host last waited.
struct Running {
  struct Piece {
    cl::Event first, last; ///< launches
  };
  std::optional<Stopwatch> since;
  std::vector<Piece> pieces;
  Looks looks;
  LaunchQueues queues;

  /// Waits for them. Adds to stats.seconds and stats.deviceSeconds.
  void finish(cl::CommandQueue &queue, RunRecord &stats);
};

using BeforeLaunch = std::function<void(std::int64_t launch)>;

/// Runs all launches of the plan, and waits for the last one unless they are few. Throws cl::Error,
/// or what the job's progress throws; the queue is idle then.
void launchAll(const Job &job, const Plan &plan, cl::CommandQueue &queue, Kernels &kernels,
               Running &running, RunRecord &stats, const BeforeLaunch &before = {});

} // namespace eulerc
