// The threads backend (thesis, ch. 4): every thread owns a contiguous range of grid points, all
// meet at a barrier after each step. Threads are started once a run.
#include <exception>

#include <fmt/format.h>

#include "host/barrier.h"
#include "host/host_code.h"
#include "host/host_stepper.h"
#include "host/parallel.h"
#include "stopwatch.h"
#include "times.h"

namespace eulerc {
namespace {

/// The steps of one run, shared by its threads.
class Team {
public:
  Team(const Job &job, const HostVectors &code, const HostBuffers &buffers, int threads)
      : job_(job), code_(code), buffers_(buffers), threads_(threads), clock_(job),
        barrier_(threads) {}

  void run() {
    inParallel(threads_, [this](int index) { work(index); });
    if (reported_)
      std::rethrow_exception(reported_);
  }

private:
  void work(int index) {
    const Range range = cutRange(job_.points, pointsPerLine(job_.realSize()), threads_, index);
    // By their own count, so that nothing shared is read while a step runs.
    for (std::int64_t k = 0; k < job_.run.steps; k++) {
      code_.stepRange(buffers_.constants.data(), buffers_.y[k % 2], buffers_.y[1 - k % 2],
                      buffers_.fields.data(), range.begin, range.end, timeOfStep(job_.run, k),
                      lengthOfStep(job_.run, k));
      barrier_.meet([this] { failure_ = reported_; });
      if (failure_)
        return;
      if (index == 0)
        report(k + 1);
    }
  }

  /// On the thread that called run(): a callback may expect that.
  void report(std::int64_t stepsDone) {
    try {
      clock_.stepsDone(stepsDone);
    } catch (...) {
      reported_ = std::current_exception();
    }
  }

  const Job &job_;
  const HostVectors &code_;
  const HostBuffers &buffers_;
  const int threads_;
  ProgressClock clock_;
  std::exception_ptr reported_; ///< from the callback; written by thread 0 between barriers
  std::exception_ptr failure_;  ///< the same, seen by all threads after the same barrier
  StepBarrier barrier_;
};

class Threads : public HostStepper {
public:
  void run(const Job &job, HostArray &y, RunStats &stats) override {
    const int threads = chooseThreads(job.threads, job.components);
    stats.backend = "threads";
    stats.deviceName = fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
    const HostVectors code = chooseHostCode(job);
    const HostBuffers buffers = enter(job, y, threads, stats);
    const Stopwatch watch;
    Team(job, code, buffers, threads).run();
    stats.seconds = watch.seconds();
    leave(job, y, threads, stats);
  }
};

} // namespace

std::unique_ptr<Stepper> makeThreads() { return std::make_unique<Threads>(); }

} // namespace eulerc
