// What the steppers of the host have in common: the second copy of the state, and when to report
// progress.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>

#include "backend.h"
#include "host/parallel.h"
#include "memory.h"
#include "stopwatch.h"
#include "times.h"

namespace eulerc {

class HostStepper : public Stepper {
public:
  void checkMemory(const Footprint &f) const override {
    requireMemory(f.components, plus(times(f.state, 2), f.fields),
                  plus(availableHostMemory(), plus(f.held, next_.bytes())), "of main memory");
  }

protected:
  /// Makes room for the next step's values and touches it: every thread the part that it will
  /// write, so that no step pays for it. Counts as initialising.
  void prepareNext(const Job &job, const HostArray &y, int threads, RunStats &stats) {
    if (next_.bytes() == y.bytes())
      return;
    const Stopwatch watch;
    next_.allocate(y.bytes());
    const std::int64_t states = job.model.stateCount, size = y.bytes() / states;
    const std::int64_t pointBytes = job.realSize() * job.model.componentsPerPoint / states;
    inParallel(threads, [&](int index) {
      const Range range = cutRange(job.points, pointsPerLine(pointBytes), threads, index);
      const std::int64_t begin = std::min(range.begin * pointBytes, size);
      const std::int64_t end = std::min(range.end * pointBytes, size);
      for (std::int64_t state = 0; state < states; state++)
        std::memset(static_cast<char *>(next_.data()) + state * size + begin, 0,
                    static_cast<std::size_t>(end - begin));
    });
    stats.initialise += watch.seconds();
  }

  HostArray next_; ///< the copy that the next step writes
};

/// Calls a job's progress about ten times a second; cheap enough to be asked after every step.
class ProgressClock {
public:
  explicit ProgressClock(const Job &job)
      : job_(job), stride_(std::max<std::int64_t>(1, (1 << 18) / job.components)) {}

  void stepsDone(std::int64_t count) {
    if (!job_.progress || count % stride_ != 0)
      return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100))
      return;
    last_ = now;
    job_.progress(count);
  }

private:
  const Job &job_;
  std::int64_t stride_; ///< steps between two looks at the clock
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace eulerc
