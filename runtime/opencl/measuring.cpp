#include "opencl/measuring.h"

#include <algorithm>

#include "opencl/launches.h"

namespace eulerc {
namespace {

/// Calls `enqueue` for a quarter of the time to warm up, then in three rounds of about a quarter
/// each; returns the seconds of a call of the best round. At the least four calls.
template <class Enqueue>
double bestOfRounds(cl::CommandQueue &queue, double atMost, Enqueue enqueue) {
  const auto seconds = [&](std::int64_t calls) {
    const Stopwatch watch;
    for (std::int64_t k = 0; k < calls; k++)
      enqueue();
    queue.finish();
    return watch.seconds();
  };
  constexpr std::int64_t mostCalls = 8192; // that wait in the queue
  const Stopwatch warming;
  std::int64_t calls = 1;
  double each = seconds(calls);
  while (warming.seconds() + 2 * each * static_cast<double>(calls) < atMost / 4 &&
         calls < mostCalls) {
    calls *= 2;
    each = seconds(calls) / static_cast<double>(calls);
  }
  calls = std::clamp<std::int64_t>(static_cast<std::int64_t>(atMost / 4 / each), 1, mostCalls);
  double best = seconds(calls);
  for (int round = 1; round < 3; round++)
    best = std::min(best, seconds(calls));
  return best / static_cast<double>(calls);
}

} // namespace

std::optional<double> DeviceMeasurer::secondsOfStep(const Candidate &candidate, double atMost) {
  try {
    ReadyKernels ready;
    prepare_(candidate.tuning, ready);
    // Launch after launch, as in the run; not the last one, which may be shorter.
    const std::int64_t launches = ready.plan.launches - 1;
    if (launches < 1)
      return std::nullopt;
    hasRun_ = true;
    copyBytes_ = ready.copyBytes;
    std::int64_t launch = 0;
    const double seconds = bestOfRounds(queue_, atMost, [&] {
      queue_.enqueueNDRangeKernel(ready.kernels.forLaunch(launch), cl::NullRange,
                                  globalSize(ready.plan), localSize(ready.plan));
      launch = (launch + 1) % launches;
    });
    return seconds / static_cast<double>(ready.plan.stepsPerLaunch);
  } catch (const cl::Error &) {
    return std::nullopt; // too much for the device; should it be broken, the run will say so
  } catch (const Error &) {
    return std::nullopt;
  }
}

double DeviceMeasurer::copyRate(double atMost) {
  try {
    const auto bytes = static_cast<std::size_t>(copyBytes_);
    const double seconds = bestOfRounds(
        queue_, atMost, [&] { queue_.enqueueCopyBuffer(copies_[0], copies_[1], 0, 0, bytes); });
    return 2 * static_cast<double>(copyBytes_) / seconds;
  } catch (const cl::Error &) {
    return 0;
  }
}

} // namespace eulerc
