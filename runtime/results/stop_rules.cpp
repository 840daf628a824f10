// The observer that tests the program's stop conditions (stop_rules.h).

#include "results/stop_rules.h"

#include <fmt/format.h>

namespace eulerc {
namespace {

class StopRules : public Observer {
public:
  StopRules(const Model &model, std::function<void(const std::string &)> stop,
            std::function<bool()> holds)
      : model_(model), stop_(std::move(stop)), holds_(std::move(holds)) {}

  void begin(const ObservedRun &run, const Dues &) override {
    params_ = run.params;
    isControlled_ = run.isControlled;
    before_.reset();
  }
  bool looksAtState() const override { return false; }
  bool isDueNow() override { return isControlled_ && holds_(); }

  void take(const Observation &observation) override {
    const Look now = {observation.time, observation.ofStops()};
    for (int k = 0; k < model_.monitors.stopCount; k++)
      if (holds(k, now)) {
        stop_(fmt::format("stopped at t = {}, after {} step{}: {} at {}{}", observation.time,
                          observation.taken, observation.taken == 1 ? "" : "s",
                          model_.monitors.stops[k].text, model_.monitors.stops[k].location,
                          sinceWhen(k, now)));
        return;
      }
    before_ = now;
  }

private:
  struct Look {
    double time = 0;
    std::vector<double> monitors;
  };

  bool holds(int stop, const Look &look) const {
    return model_.monitors.stopHolds(stop, params_.data(), look.monitors.data(), look.time);
  }

  /// Text with the time since when the condition holds, by linear interpolation from the last test;
  /// "" with step control, which ends the run at that time.
  std::string sinceWhen(int stop, const Look &now) const {
    if (isControlled_ || !before_)
      return "";
    double low = 0, high = 1;
    for (int halvings = 0; halvings < 30; halvings++) {
      const double middle = (low + high) / 2;
      (holds(stop, between(now, middle)) ? high : low) = middle;
    }
    return fmt::format(", from about t = {:.9g} on", between(now, high).time);
  }
  Look between(const Look &now, double part) const {
    Look look = now;
    look.time = before_->time + part * (now.time - before_->time);
    for (std::size_t k = 0; k < look.monitors.size(); k++)
      look.monitors[k] = before_->monitors[k] + part * (now.monitors[k] - before_->monitors[k]);
    return look;
  }

  const Model &model_;
  const std::function<void(const std::string &)> stop_;
  const std::function<bool()> holds_;
  std::vector<ParamValue> params_;
  bool isControlled_ = false;
  std::optional<Look> before_; ///< the previous test in this run
};

} // namespace

std::unique_ptr<Observer> makeStopRules(const Model &model,
                                        std::function<void(const std::string &)> stop,
                                        std::function<bool()> holds) {
  return std::make_unique<StopRules>(model, std::move(stop), std::move(holds));
}

} // namespace eulerc
