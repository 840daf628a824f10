// The serial backend: one thread, one step after the other. It is the reference of --verify, so it
// stays as plain as it is.
#include "host/host_stepper.h"
#include "stopwatch.h"
#include "times.h"

namespace eulerc {
namespace {

class Serial : public HostStepper {
public:
  void run(const Job &job, HostArray &y, RunStats &stats) override {
    stats.backend = "serial";
    stats.deviceName = "1 thread";
    const HostBuffers buffers = enter(job, y, 1, stats);
    ProgressClock clock(job);
    const Stopwatch watch;
    for (std::int64_t k = 0; k < job.run.steps; k++) {
      job.model.stepRange(buffers.constants.data(), buffers.y[k % 2], buffers.y[1 - k % 2],
                          buffers.fields.data(), 0, job.points, timeOfStep(job.run, k),
                          lengthOfStep(job.run, k));
      clock.stepsDone(k + 1);
    }
    stats.seconds = watch.seconds();
    leave(job, y, 1, stats);
  }
};

} // namespace

std::unique_ptr<Stepper> makeSerial() { return std::make_unique<Serial>(); }

} // namespace eulerc
