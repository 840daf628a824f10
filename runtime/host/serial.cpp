// The serial backend: one thread, one step after the other. It is the reference of --verify, so it
// stays as plain as it is.
#include "host/host_stepper.h"

namespace eulerc {
namespace {

class Serial : public HostStepper {
public:
  void run(const Job &job, HostArray &y, RunStats &stats) override {
    prepareNext(job, y, 1, stats);
    stats.backend = "serial";
    stats.deviceName = "1 thread";
    stats.hostBytes = y.bytes() + next_.bytes() + job.allFieldBytes();
    ProgressClock clock(job);
    const Stopwatch watch;
    for (std::int64_t k = 0; k < job.run.steps; k++) {
      job.model.stepRange(job.constants.data(), y.data(), next_.data(), job.fields.data(), 0,
                          job.points, timeOfStep(job.run, k), lengthOfStep(job.run, k));
      y.swap(next_);
      clock.stepsDone(k + 1);
    }
    stats.seconds = watch.seconds();
  }
};

} // namespace

std::unique_ptr<Stepper> makeSerial() { return std::make_unique<Serial>(); }

} // namespace eulerc
