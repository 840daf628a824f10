// The launches of a run: enqueued in batches, without waiting for each launch, and for slabs in
// parts that run in several queues.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "base/stopwatch.h"
#include "opencl/buffer_readers.h"
#include "opencl/kernels.h"
#include "opencl/launch_parts.h"
#include "schedule/times.h"

namespace eulerc {

inline cl::NDRange localSize(const Plan &plan) {
  return cl::NDRange(static_cast<std::size_t>(plan.workGroupSize));
}
inline cl::NDRange globalSize(const Plan &plan, std::int64_t workGroups) {
  return cl::NDRange(static_cast<std::size_t>(workGroups * plan.workGroupSize));
}

/// The copy, 0 or 1, that holds the state after all levels of the plan.
inline std::size_t lastCopy(const Plan &plan, const Model &model) {
  const bool isLinear = plan.form->scheme == Scheme::Linear;
  if (plan.form->copies == Copies::OfLaunches && !isLinear)
    return static_cast<std::size_t>(plan.launches % 2);
  const std::int64_t each =
      plan.form->copies == Copies::OfRounds ? plan.form->tiling(plan).tileSteps : 1;
  const std::int64_t turns = (plan.levels.count + each - 1) / each;
  return static_cast<std::size_t>((isLinear ? swapsBefore(model, turns) : turns) % 2);
}

/// A kernel of a launch, with some of the work-groups or tiles.
struct LaunchedKernel {
  cl::Kernel *kernel;
  std::int64_t workGroups;
  std::int64_t first = 0;      ///< the first work-group, or tile
  const LaunchPart *part = {}; ///< null: all tiles are launched
  std::vector<cl::Event> after = {};
  bool isExchanged = false; ///< as in LaunchPart
  bool isNoted = false;     ///< sets `done`
  bool isInOrder = false;   ///< goes to the main queue, after all earlier launches
  cl::Event done = {};
};
/// The kernels of a whole launch, with all work-groups.
std::vector<LaunchedKernel> wholeLaunch(const Plan &plan, const std::vector<cl::Kernel *> &kernels);

/// The queues of launches. The first kernel of a launch goes to the main queue, each further kernel
/// to a side queue, so that the device starts with the first and adds the others as it has room.
/// Each kernel waits for all kernels of the launch before. Creating a queue takes as long as
/// several launches, so side queues are kept for the run.
class LaunchQueues {
public:
  /// Whether `launched` has all kernels of a launch, the first ones, or the rest.
  enum class Which { All, First, Rest };
  void enqueue(cl::CommandQueue &queue, const Plan &plan, Kernels &kernels,
               std::vector<LaunchedKernel> &launched, Which which = Which::All);
  /// Makes later commands of the main queue wait for the side queues.
  void await(cl::CommandQueue &queue, cl::Event *event = nullptr);

private:
  cl::CommandQueue &beside(const cl::CommandQueue &queue, std::size_t number);

  std::vector<cl::CommandQueue> beside_; ///< side queues: tiles at the ends, parts of a launch
  std::vector<cl::Event> besideDone_;    ///< kernels in side queues that nothing waits for yet
  cl::Event before_;                     ///< end of the launches before the latest one
  std::size_t used_ = 0;                 ///< queues that the latest launch uses
};

/// Launches the kernels on no points. Drivers that compile at the first launch (PoCL: 40 to 150 ms)
/// do so here, where the time counts as building.
void launchOnNoPoints(const Plan &plan, const cl::CommandQueue &queue, Kernels &kernels,
                      const std::vector<std::byte> &constants);

/// The pieces of a run that were launched since the host last waited, and what launches need.
struct Running {
  struct Piece {
    cl::Event first, last; ///< launches
  };
  std::optional<Stopwatch> since;
  std::vector<Piece> pieces;
  BufferReaders readers;
  LaunchQueues queues;
  Overlap overlap;

  /// Waits for the pieces. Adds their time to stats.seconds and stats.deviceSeconds.
  void finish(cl::CommandQueue &queue, RunRecord &stats);
};

using BeforeLaunch = std::function<void(std::int64_t launch)>;

/// Enqueues the part of a piece's first launch that no exchange touches; launchAll() enqueues the
/// rest.
void launchBeginning(const Plan &plan, cl::CommandQueue &queue, Kernels &kernels, Running &running);

/// Enqueues all launches of the plan, and waits for the last one unless there are few. Throws
/// cl::Error, or what the job's progress throws, after the queue is idle.
void launchAll(const Job &job, const Plan &plan, cl::CommandQueue &queue, Kernels &kernels,
               Running &running, RunRecord &stats, const BeforeLaunch &before = {});

} // namespace eulerc
