// HostLaunches: the launches of a run on the host. A launch computes one level at all points, or
// several steps tile by tile.
//
//   plan of 100 launches of 63 tiles → for each launch, some thread computes tiles [0, 4), …
#pragma once

#include <memory>
#include <vector>

#include "base/parallel.h"
#include "host/host_plan.h"
#include "host/host_stepper.h"
#include "schedule/times.h"

namespace eulerc {

struct EventHit;

class HostLaunches {
public:
  /// All launches of a run. `timed`: the number of first levels whose times are computed, which has
  /// to cover all levels that are run.
  HostLaunches(const Job &job, const HostPlan &host, const HostBuffers &buffers,
               std::int64_t timed);

  /// Launches for measuring: some tiles of the first launch, or all its points, `count` times. They
  /// read only buffer 0 and write only buffer 1, so that the state at the start stays.
  HostLaunches sample(std::int64_t count, Range tiles) const;

  std::int64_t count() const { return count_; }
  /// The number of parts of a launch: tiles, or points of the grid.
  std::int64_t parts() const { return parts_.end - parts_.begin; }
  bool isTiled() const { return host_->isTiled(); }
  const PlanRequest &request() const { return host_->request; }
  /// Whether tiles have the times of events among their components. If not, both copies of the
  /// state have the same times, and events found are stored in both.
  bool carriesEvents() const { return isTiled() && host_->plan.form->carriesEvents; }
  /// Whether all threads compute each tile together.
  bool sharesTiles() const { return memory_.isShared; }
  std::int64_t scratchBytes() const { return memory_.localBytes + memory_.scratchBytes; }
  /// The number of steps done after a number of launches.
  std::int64_t stepsAfter(std::int64_t launches) const;

  /// The copies of the state that a launch reads and writes.
  const void *before(std::int64_t launch) const {
    const std::int64_t swaps = swapsBehind(launch);
    return swaps == 0 && buffers_->first != nullptr ? buffers_->first : buffers_->y[swaps % 2];
  }
  void *after(std::int64_t launch) const { return buffers_->y[1 - swapsBehind(launch) % 2]; }
  /// How often the copies of the state have swapped roles after some launches.
  std::int64_t swapsBehind(std::int64_t launches) const {
    return isTiled() ? launches : swapsBefore(job_->model, launches);
  }

  /// Computes a thread's part of a turn of a shared tile. True: more turns follow, before which all
  /// threads meet. `scratch`: shared by all threads.
  bool computeTurn(const SharedTurn &turn, void *scratch) const;

  /// The points that a launch without tiles computes.
  Range points(std::int64_t launch) const;

  /// Before a launch: gets the rows of other slabs that its level reads, and computes the
  /// reductions over the whole grid that it reads.
  void beginLevel(std::int64_t launch, int threads) const;

  /// Computes parts [begin, end) of a launch.
  void compute(std::int64_t launch, std::int64_t begin, std::int64_t end, void *scratch) const;

private:
  /// The rows that have to be valid after a launch.
  Range usefulRows(std::int64_t launch) const;
  void gather(std::int64_t launch, std::uint64_t components) const;
  /// Stores the events that the thread has found up to the end of a launch; drops those of samples.
  void takeEvents(std::int64_t launch) const;
  /// Stores events in the copies of the state and adds them to job.events.
  void storeEvents(std::int64_t launch, const std::vector<EventHit> &hits) const;
  void computePoints(std::int64_t launch, std::int64_t begin, std::int64_t end) const;
  TileLaunch tileLaunch(std::int64_t number) const;

  const Job *job_;
  const HostPlan *host_;
  const HostBuffers *buffers_;
  Tiling tiling_;
  std::shared_ptr<const std::vector<std::byte>> times_; ///< of each level, if the model uses them
  std::int64_t count_;
  Range parts_;
  Memory memory_;
  bool isSample_ = false;
};

/// HostScratch: scratch memory of each thread, or of all that share tiles. It is kept from piece to
/// piece of a run, since new memory costs as much as a step of a small grid. It begins with zeros,
/// lest unused values slow down arithmetic.
class HostScratch {
public:
  /// To be called before threads call of().
  void begin(int threads) { each_.resize(static_cast<std::size_t>(threads)); }
  void *of(int thread, const HostLaunches &launches);

private:
  std::vector<HostArray> each_;
};

} // namespace eulerc
