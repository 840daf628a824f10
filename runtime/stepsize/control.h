// StepController: step control, which makes steps as long as their error allows.
//
//   from, end → proposed → the method takes that step and estimates its error → judge → the next
//
// After an accepted step of error e, the next one is 0.9 · e^-α · E^β times as long, where E is the
// error of the accepted step before it. PI: α = 1/k - 0.75 β, β = 0.04 and E at least 1e-4, as in
// DOPRI5 (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.2). I: α =
// 1/k, β = 0, as in SciPy's RK23 and RK45 (Hairer, Nørsett, Wanner, the same, I, section II.4). The
// factor is at most 10, and at most 1 after a rejected step. A rejected step is tried again with a
// length by rule I, with a factor of at least 0.2.
#pragma once

#include <eulerc/solver.h>

namespace eulerc {

/// The state of the control between two steps, from which a run can continue.
struct ControlledRun {
  StepControl control;
  ControlledSteps steps;
  double time = 0;
  double length = 0; ///< of the next step, unless it is cut short; 0: no step yet
  double error = 0;  ///< of the last accepted step, as StepController::error() returns it
};

/// "pi", "i"
const char *controllerName(StepControl::Controller controller);

/// The length of the first step that the user or else the program gives; 0: neither.
inline double firstStep(const StepControl &control, const Timespan &span) {
  return control.first > 0 ? control.first : span.hasDt ? span.dt : 0;
}

class StepController {
public:
  /// `order`: the error of a step is proportional to h^order. `error`: that of the step before; 0:
  /// there was no step yet.
  StepController(const StepControl &control, int order, double first, double error = 0);

  /// The time after the step to try next, from t; not beyond `end`. 0 < t < end.
  double proposed(double t, double end);
  /// Whether the proposed step is accepted, by the norm of its error in tolerances.
  bool judge(double error);
  /// Whether the next step would be shorter than allowed, or than the spacing of doubles at t.
  bool isTooShort(double t) const;
  double tried() const { return tried_; }
  /// The length of the next step, unless it is cut short.
  double length() const { return length_; }
  /// The error of the last accepted step that was not cut short, but at least the smallest that
  /// counts.
  double error() const { return error_; }

private:
  const double least_, most_;
  const double integral_, earlier_; ///< 1/k and β
  double length_;                   ///< of the next step, unless it is cut short
  double error_;                    ///< returned by error()
  double tried_ = 0;                ///< length of the proposed step
  bool isCut_ = false;              ///< the proposed step was cut short at the end
  bool wasRejected_ = false;        ///< the last step
};

} // namespace eulerc
