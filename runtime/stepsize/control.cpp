// Judges steps by their errors, and chooses the length of the next one.

#include "stepsize/control.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eulerc {
namespace {

constexpr double safety = 0.9, leastFactor = 0.2, mostFactor = 10;
constexpr double beta = 0.04, leastError = 1e-4;

/// The shortest step from t: ten units in the last place of t.
double shortestAt(double t) {
  return 10 * std::abs(std::nextafter(t, std::numeric_limits<double>::infinity()) - t);
}

} // namespace

const char *controllerName(StepControl::Controller controller) {
  return controller == StepControl::Controller::ProportionalIntegral ? "pi" : "i";
}

StepController::StepController(const StepControl &control, int order, double first, double error)
    : least_(control.least),
      most_(control.most > 0 ? control.most : std::numeric_limits<double>::infinity()),
      integral_(1.0 / order),
      earlier_(control.controller == StepControl::Controller::ProportionalIntegral ? beta : 0),
      length_(first), error_(std::max(error, leastError)) {}

double StepController::proposed(double t, double end) {
  length_ = std::clamp(length_, std::min(std::max(least_, shortestAt(t)), most_), most_);
  const double to = std::min(t + length_, end);
  isCut_ = t + length_ > end;
  tried_ = to - t;
  return to;
}

bool StepController::judge(double error) {
  if (error < 1) {
    const double by = safety * std::pow(error, 0.75 * earlier_ - integral_) * // no error: infinite
                      std::pow(error_, earlier_);
    const double factor = std::min(wasRejected_ ? 1 : mostFactor, by);
    // A step that was cut short tells little of a longer one.
    length_ = isCut_ ? std::max(length_, factor * tried_) : factor * tried_;
    error_ = isCut_ ? error_ : std::max(error, leastError);
    wasRejected_ = false;
    return true;
  }
  const double by = safety * std::pow(error, -integral_);
  length_ = tried_ * (by > leastFactor ? by : leastFactor);
  wasRejected_ = true;
  return false;
}

bool StepController::isTooShort(double t) const {
  return length_ < std::max(least_, shortestAt(t));
}

} // namespace eulerc
