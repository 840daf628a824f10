#include "results/steady.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "state.h"

namespace eulerc {
namespace {

template <class Real>
double largestChange(const Real *before, const Real *now, std::int64_t count) {
  Real largest = 0;
  for (std::int64_t k = 0; k < count; k++)
    largest = std::max(largest, std::abs(now[k] - before[k]));
  return static_cast<double>(largest);
}

class SteadyStop : public Observer {
public:
  SteadyStop(double rate, std::function<void(const std::string &)> stop)
      : rate_(rate), stop_(std::move(stop)) {}

  void begin(const ObservedRun &run, const Schedule &) override {
    isFloat_ = run.model.precision == Precision::Float;
    count_ = gridPoints(run.shape) * run.model.stateCount;
    isControlled_ = run.isControlled;
    second_ = -1;
  }

  void take(const Moment &moment) override {
    const void *y = moment.state();
    if (moment.taken == second_)
      compare(moment, y);
    second_ = -1;
    if (!isControlled_ && moment.taken % steadySteps != 0)
      return;
    before_.resize(static_cast<std::size_t>(count_) * (isFloat_ ? 4 : 8));
    std::memcpy(before_.data(), y, before_.size());
    second_ = moment.taken + 1;
    time_ = moment.time;
  }

  bool isDueNow() override { return isControlled_; }
  std::int64_t alsoAt() const override { return isControlled_ ? -1 : second_; }

private:
  void compare(const Moment &moment, const void *y) {
    const void *before = before_.data();
    const double change = isFloat_ ? largestChange(static_cast<const float *>(before),
                                                   static_cast<const float *>(y), count_)
                                   : largestChange(static_cast<const double *>(before),
                                                   static_cast<const double *>(y), count_);
    const double rate = change / (moment.time - time_);
    if (rate <= rate_)
      stop_(
          fmt::format("steady at t = {}, after {} step{}: no state changes by more than {:.3g} per "
                      "unit of time",
                      moment.time, moment.taken, moment.taken == 1 ? "" : "s", rate));
  }

  const double rate_;
  const std::function<void(const std::string &)> stop_;
  bool isFloat_ = true, isControlled_ = false;
  std::int64_t count_ = 0;
  std::vector<std::byte> before_;
  std::int64_t second_ = -1; ///< the step that is compared with the one before it
  double time_ = 0;          ///< of that one
};

} // namespace

std::unique_ptr<Observer> makeSteadyStop(double rate,
                                         std::function<void(const std::string &)> stop) {
  return std::make_unique<SteadyStop>(rate, std::move(stop));
}

} // namespace eulerc
