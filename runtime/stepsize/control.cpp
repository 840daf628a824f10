#include "stepsize/control.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eulerc {
namespace {

constexpr double safety = 0.9, leastFactor = 0.2, mostFactor = 10;

/// Of steps from t: ten units in the last place of t.
double shortestAt(double t) {
  return 10 * std::abs(std::nextafter(t, std::numeric_limits<double>::infinity()) - t);
}

} // namespace

StepController::StepController(const StepControl &control, int order, double first)
    : least_(control.least),
      most_(control.most > 0 ? control.most : std::numeric_limits<double>::infinity()),
      exponent_(-1.0 / order), length_(first) {}

double StepController::proposed(double t, double end) {
  length_ = std::clamp(length_, std::min(std::max(least_, shortestAt(t)), most_), most_);
  const double to = std::min(t + length_, end);
  isCut_ = t + length_ > end;
  tried_ = to - t;
  return to;
}

bool StepController::judge(double error) {
  const double by = safety * std::pow(error, exponent_); // of no error: infinite
  if (error < 1) {
    const double factor = std::min(wasRejected_ ? 1 : mostFactor, by);
    // A step that was cut short tells little of a longer one.
    length_ = isCut_ ? std::max(length_, factor * tried_) : factor * tried_;
    wasRejected_ = false;
    return true;
  }
  length_ = tried_ * (by > leastFactor ? by : leastFactor);
  wasRejected_ = true;
  return false;
}

bool StepController::isTooShort(double t) const {
  return length_ < std::max(least_, shortestAt(t));
}

} // namespace eulerc
