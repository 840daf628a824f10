// The threads backend (thesis, ch. 4): all threads meet at a barrier after each launch. In linear
// steps every thread owns a contiguous range of grid points. Tiles are handed out a few at a time,
// since some take longer than others; or all threads share each tile and meet after its turns.
// Threads are started once a run.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>

#include "base/memory.h"
#include "base/parallel.h"
#include "host/barrier.h"
#include "host/cached_rows.h"
#include "host/host_launches.h"

namespace eulerc {
namespace {

/// Team: the threads that run the launches together.
class Team {
public:
  Team(const Job &job, const HostLaunches &launches, int threads, ProgressClock *clock,
       HostScratch &scratch)
      : job_(job), launches_(launches), threads_(threads), clock_(clock), scratch_(scratch),
        rows_(rowsInCache(launches.request())), barrier_(threads) {
    scratch_.begin(threads);
    shared_ = launches.sharesTiles() ? scratch_.of(0, launches) : nullptr;
  }

  void run() {
    launches_.beginLevel(0, threads_);
    inParallel(threads_, [this](int index) { work(index); });
    if (reported_)
      std::rethrow_exception(reported_);
  }

private:
  void work(int index) {
    const bool shares = launches_.sharesTiles();
    void *const scratch = shares ? nullptr : scratch_.of(index, launches_);
    // Each thread counts launches itself, so that it reads nothing shared while a launch runs.
    for (std::int64_t k = 0; k < launches_.count(); k++) {
      if (shares)
        shareTiles(k, index);
      else if (launches_.isTiled())
        computeTiles(k, scratch);
      else
        computePoints(k, index);
      barrier_.meet([this, k] {
        dealt_ = 0;
        beginLevel(k + 1);
        failure_ = reported_;
      });
      if (failure_)
        return;
      if (index == 0)
        report(launches_.stepsAfter(k + 1));
    }
  }

  void computePoints(std::int64_t launch, int index) const {
    const Range all = launches_.points(launch);
    const Range own =
        cutRange(all.end - all.begin, pointsPerLine(job_.realSize()), threads_, index);
    byRows(job_.grid, rows_, {all.begin + own.begin, all.begin + own.end},
           [&](Range part) { launches_.compute(launch, part.begin, part.end, nullptr); });
  }

  /// Called while all threads wait.
  void beginLevel(std::int64_t launch) {
    try {
      if (launch < launches_.count() && !reported_)
        launches_.beginLevel(launch, 1);
    } catch (...) {
      reported_ = std::current_exception();
    }
  }

  /// Threads meet here after each turn but the last one of a launch, which ends with the launch.
  void shareTiles(std::int64_t launch, int index) {
    for (std::int64_t tile = 0; tile < launches_.parts(); tile++) {
      SharedTurn turn = {launch, tile, 0, index, threads_};
      while (launches_.computeTurn(turn, shared_)) {
        barrier_.meet([] {});
        turn.turn++;
      }
      if (tile + 1 < launches_.parts())
        barrier_.meet([] {});
    }
  }

  /// Takes several neighbouring tiles at a time, since each tile prefetches the next one; but few,
  /// since threads that are done wait for the last thread (string, 1550 tiles, two threads: 48 at a
  /// time rather than 12 took a ninth longer).
  void computeTiles(std::int64_t launch, void *scratch) {
    const std::int64_t tiles = launches_.parts();
    const std::int64_t some = std::max<std::int64_t>(1, tiles / (64 * threads_));
    for (;;) {
      const std::int64_t begin = dealt_.fetch_add(some, std::memory_order_relaxed);
      if (begin >= tiles)
        return;
      launches_.compute(launch, begin, std::min(begin + some, tiles), scratch);
    }
  }

  /// Runs on the thread that called run(), which callbacks may rely on.
  void report(std::int64_t stepsDone) {
    if (clock_ == nullptr)
      return;
    try {
      clock_->stepsDone(stepsDone);
    } catch (...) {
      reported_ = std::current_exception();
    }
  }

  const Job &job_;
  const HostLaunches &launches_;
  const int threads_;
  ProgressClock *const clock_;  ///< null: no reports
  std::exception_ptr reported_; ///< from the callback, or another slab; written between barriers
  std::exception_ptr failure_;  ///< the same, seen by all threads after the same barrier
  HostScratch &scratch_;
  const std::int64_t rows_; ///< rows of a plane that are computed at a time (cached_rows.h)
  void *shared_ = nullptr;  ///< scratch memory of all threads, if they share tiles
  StepBarrier barrier_;
  alignas(64) std::atomic<std::int64_t> dealt_ = 0; ///< tiles of this launch handed out so far
};

class Threads : public HostStepper {
public:
  Threads() : HostStepper("threads") {}

protected:
  int threadsFor(const Job &job) const override {
    // Steps with sums over all points are worth more threads than others of as many components.
    constexpr double usualFlops = 32;
    const double more = job.model.host.loopFlops ? job.model.host.loopFlops(job.params.data()) : 0;
    const auto share = static_cast<std::int64_t>(std::fmin(more / usualFlops, 1e6));
    return chooseThreads(job.threads, times(job.components, 1 + share));
  }
  HostDefault defaultFor(const Job &) const override { return HostDefault::Fastest; }
  void runAll(const Job &job, const HostLaunches &launches, int threads,
              ProgressClock *clock) override {
    Team(job, launches, threads, clock, scratch_).run();
  }

private:
  HostScratch scratch_;
};

} // namespace

std::unique_ptr<Stepper> makeThreads() { return std::make_unique<Threads>(); }

} // namespace eulerc
