// Steps as long as their error allows.
//
//   from, end → proposed → the method takes that step and says its error → judge → the next one
//
// Behind a step of error e that is taken, the next one is 0.9 · e^-α · E^β times as long, E the
// error of the one taken before it. PI: α = 1/k - 0.75 β, β = 0.04 and E at least 1e-4, as in
// DOPRI5 (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.2). I: α =
// 1/k, β = 0, as in SciPy's RK23 and RK45 (Hairer, Nørsett, Wanner, the same, I, section II.4). The
// factor is 10 at most, and 1 behind a step that was rejected; that one was tried again by the rule
// I, with 0.2 at least.
#pragma once

#include <eulerc/solver.h>

namespace eulerc {

/// A controlled run between two of its steps: all that it needs to go on.
struct ControlledRun {
  StepControl control;
  ControlledSteps steps;
  double time = 0;
  double length = 0; ///< of the next step, if nothing cuts it; 0: there was none yet
  double error = 0;  ///< of the step that was taken last, as StepController::error() has it
};

/// "pi", "i"
const char *controllerName(StepControl::Controller controller);

class StepController {
public:
  /// `order`: of the method's error, whose power h^order it is. `error`: of the step before; 0:
  /// there was none yet.
  StepController(const StepControl &control, int order, double first, double error = 0);

  /// The time after the step to try next, from t; not beyond `end`. 0 < t < end.
  double proposed(double t, double end);
  /// Whether the step that was proposed is taken, by the norm of its error in tolerances.
  bool judge(double error);
  /// Whether the next one would be shorter than allowed, or than times can tell.
  bool isTooShort(double t) const;
  double tried() const { return tried_; }
  /// Of the next step, if nothing cuts it.
  double length() const { return length_; }
  /// Of the last step that was taken and not cut short, and at least as large as counts.
  double error() const { return error_; }

private:
  const double least_, most_;
  const double integral_, earlier_; ///< 1/k and β
  double length_;                   ///< of the next step, if nothing cuts it
  double error_;                    ///< what error() says
  double tried_ = 0;                ///< of the one proposed
  bool isCut_ = false;              ///< it would have led beyond the end
  bool wasRejected_ = false;        ///< the last one
};

} // namespace eulerc
