// The observer that ends a run at a steady state (steady.h).

#include "results/steady.h"

#include <utility>

#include <fmt/format.h>

namespace eulerc {
namespace {

class SteadyStop : public Observer {
public:
  SteadyStop(double rate, std::function<void(const std::string &, const Steady &)> stop)
      : rate_(rate), stop_(std::move(stop)) {}

  void begin(const ObservedRun &run, const Dues &) override {
    isControlled_ = run.isControlled;
    isFirst_ = run.goesOn() && run.step % steadySteps == 0;
    compared_ = -1;
    resumed_.reset();
    if (run.steady && run.steady->asked <= rate_)
      resumed_ = run.steady->found;
  }

  void take(const Observation &observation) override {
    if (const std::optional<double> rate = std::exchange(resumed_, std::nullopt))
      compare(observation, *rate);
    else if (observation.taken == compared_)
      if (const std::optional<double> change = observation.change())
        compare(observation, *change / (observation.time - timeBefore_));
    compared_ = -1;
    if (!isControlled_ && observation.taken % steadySteps != 0)
      return;
    observation.remember();
    compared_ = observation.taken + 1;
    timeBefore_ = observation.time;
  }

  bool looksAtState() const override { return false; }
  bool takesFirst() const override { return isFirst_ || resumed_; }
  bool isDueNow() override { return isControlled_; }
  std::int64_t alsoAt() const override { return isControlled_ ? -1 : compared_; }

private:
  void compare(const Observation &observation, double rate) {
    if (rate <= rate_)
      stop_(
          fmt::format("steady at t = {}, after {} step{}: no state changes by more than {:.3g} per "
                      "unit of time",
                      observation.time, observation.taken, observation.taken == 1 ? "" : "s", rate),
          Steady{rate_, rate});
  }

  const double rate_;
  const std::function<void(const std::string &, const Steady &)> stop_;
  bool isControlled_ = false;
  bool isFirst_ = false;          ///< the state at which a run continues is compared with the next
  std::int64_t compared_ = -1;    ///< the step whose state is compared with the previous one
  double timeBefore_ = 0;         ///< time of the previous state
  std::optional<double> resumed_; ///< the rate at which a resumed run ended before
};

} // namespace

std::unique_ptr<Observer>
makeSteadyStop(double rate, std::function<void(const std::string &, const Steady &)> stop) {
  return std::make_unique<SteadyStop>(rate, std::move(stop));
}

} // namespace eulerc
