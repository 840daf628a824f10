#include "results/steady.h"

#include <fmt/format.h>

namespace eulerc {
namespace {

class SteadyStop : public Observer {
public:
  SteadyStop(double rate, std::function<void(const std::string &)> stop)
      : rate_(rate), stop_(std::move(stop)) {}

  void begin(const ObservedRun &run, const Dues &) override {
    isControlled_ = run.isControlled;
    compared_ = -1;
  }

  void take(const Observation &observation) override {
    if (observation.taken == compared_)
      if (const std::optional<double> change = observation.change())
        compare(observation, *change);
    compared_ = -1;
    if (!isControlled_ && observation.taken % steadySteps != 0)
      return;
    observation.remember();
    compared_ = observation.taken + 1;
    timeBefore_ = observation.time;
  }

  bool looksAtState() const override { return false; }
  bool isDueNow() override { return isControlled_; }
  std::int64_t alsoAt() const override { return isControlled_ ? -1 : compared_; }

private:
  void compare(const Observation &observation, double change) {
    const double rate = change / (observation.time - timeBefore_);
    if (rate <= rate_)
      stop_(fmt::format(
          "steady at t = {}, after {} step{}: no state changes by more than {:.3g} per "
          "unit of time",
          observation.time, observation.taken, observation.taken == 1 ? "" : "s", rate));
  }

  const double rate_;
  const std::function<void(const std::string &)> stop_;
  bool isControlled_ = false;
  std::int64_t compared_ = -1; ///< the step whose state is compared with the one before it
  double timeBefore_ = 0;      ///< the time of that one
};

} // namespace

std::unique_ptr<Observer> makeSteadyStop(double rate,
                                         std::function<void(const std::string &)> stop) {
  return std::make_unique<SteadyStop>(rate, std::move(stop));
}

} // namespace eulerc
