// The serial backend: one thread. Unless asked for tiles or vectors it goes one step after the
// other, point by point: it is the reference of --verify, so that stays as plain as it is.
#include "host/host_launches.h"
#include "stopwatch.h"

namespace eulerc {
namespace {

class Serial : public HostStepper {
public:
  void run(const Job &job, HostArray &y, RunStats &stats) override {
    stats.backend = "serial";
    stats.deviceName = "1 thread";
    const HostPlan host = planOnHost(job.model, job.params, job.tuning, job.run.steps, 1, "serial",
                                     HostDefault::Plain, job.note);
    stats.plan = host.plan;
    const HostBuffers buffers = enter(job, y, host.plan.alignment, 1, stats);
    const HostLaunches launches(job, host, buffers);
    const HostArray scratch = scratchFor(launches);
    ProgressClock clock(job);
    const Stopwatch watch;
    for (std::int64_t k = 0; k < launches.count(); k++) {
      launches.compute(k, 0, launches.parts(), scratch.data());
      clock.stepsDone(launches.stepsAfter(k + 1));
    }
    stats.seconds = watch.seconds();
    leave(job, y, host.plan.alignment, launches.count(), 1, stats);
  }
};

} // namespace

std::unique_ptr<Stepper> makeSerial() { return std::make_unique<Serial>(); }

} // namespace eulerc
