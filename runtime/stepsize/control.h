// Steps as long as their error allows.
//
//   from, end → proposed → the method takes that step and says its error → judge → the next one
//
// The rules are those of SciPy's solve_ivp (RK23, RK45): E. Hairer, S. P. Nørsett, G. Wanner,
// Solving Ordinary Differential Equations I, section II.4, with a factor of 0.2 to 10 from step to
// step, and none above 1 after a step that was rejected.
#pragma once

#include <eulerc/solver.h>

namespace eulerc {

/// A controlled run between two of its steps: all that it needs to go on.
struct ControlledRun {
  StepControl control;
  ControlledSteps steps;
  double time = 0;
  double length = 0; ///< of the next step, if nothing cuts it; 0: there was none yet
};

class StepController {
public:
  /// `order`: of the method's error, whose power h^order it is.
  StepController(const StepControl &control, int order, double first);

  /// The time after the step to try next, from t; not beyond `end`. 0 < t < end.
  double proposed(double t, double end);
  /// Whether the step that was proposed is taken, by the norm of its error in tolerances.
  bool judge(double error);
  /// Whether the next one would be shorter than allowed, or than times can tell.
  bool isTooShort(double t) const;
  double tried() const { return tried_; }
  /// Of the next step, if nothing cuts it.
  double length() const { return length_; }

private:
  const double least_, most_, exponent_;
  double length_;            ///< of the next step, if nothing cuts it
  double tried_ = 0;         ///< of the one proposed
  bool isCut_ = false;       ///< it would have led beyond the end
  bool wasRejected_ = false; ///< the last one
};

} // namespace eulerc
