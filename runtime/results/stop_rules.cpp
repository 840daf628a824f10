#include "results/stop_rules.h"

#include <fmt/format.h>

namespace eulerc {
namespace {

class StopRules : public Observer {
public:
  StopRules(const Model &model, std::function<void(const std::string &)> stop)
      : model_(model), stop_(std::move(stop)) {}

  void begin(const ObservedRun &run, const Dues &) override {
    params_ = run.params;
    isControlled_ = run.isControlled;
  }
  bool looksAtState() const override { return false; }
  bool isDueNow() override { return isControlled_; }

  void take(const Observation &observation) override {
    const std::vector<double> monitors = observation.monitors()();
    for (int k = 0; k < model_.monitors.stopCount; k++)
      if (model_.monitors.stopHolds(k, params_.data(), monitors.data(), observation.time)) {
        stop_(fmt::format("stopped at t = {}, after {} step{}: {} at {}", observation.time,
                          observation.taken, observation.taken == 1 ? "" : "s",
                          model_.monitors.stops[k].text, model_.monitors.stops[k].location));
        return;
      }
  }

private:
  const Model &model_;
  const std::function<void(const std::string &)> stop_;
  std::vector<ParamValue> params_;
  bool isControlled_ = false;
};

} // namespace

std::unique_ptr<Observer> makeStopRules(const Model &model,
                                        std::function<void(const std::string &)> stop) {
  return std::make_unique<StopRules>(model, std::move(stop));
}

} // namespace eulerc
