// The serial backend: one thread. Without hints for tiles, vectors or tuning it computes step by
// step and point by point. That is the reference of --verify, so it has to stay plain.
#include "host/host_launches.h"

namespace eulerc {
namespace {

class Serial : public HostStepper {
public:
  Serial() : HostStepper("serial") {}

protected:
  int threadsFor(const Job &) const override { return 1; }
  HostDefault defaultFor(const Job &job) const override {
    return job.measuring == Measuring::Always ? HostDefault::Fastest : HostDefault::Plain;
  }

  void runAll(const Job &, const HostLaunches &launches, int, ProgressClock *clock) override {
    scratch_.begin(1);
    void *const scratch = scratch_.of(0, launches);
    for (std::int64_t k = 0; k < launches.count(); k++) {
      launches.beginLevel(k, 1);
      const Range parts = launches.isTiled() ? Range{0, launches.parts()} : launches.points(k);
      launches.compute(k, parts.begin, parts.end, scratch);
      if (clock != nullptr)
        clock->stepsDone(launches.stepsAfter(k + 1));
    }
  }

private:
  HostScratch scratch_;
};

} // namespace

std::unique_ptr<Stepper> makeSerial() { return std::make_unique<Serial>(); }

} // namespace eulerc
