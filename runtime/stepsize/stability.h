// Finds how long a stable step may be, by comparing the method's region of stability with the
// spectrum of the right-hand side.
//
//   euler is stable up to 2, ρ = 400 → stableStep = 0.0045; dt = 0.01 → "dt · ρ = 4, euler is
//   stable up to 2: take --dt 0.0045"
#pragma once

#include <complex>
#include <string>

#include <eulerc/solver.h>

#include "stepsize/spectrum.h"

namespace eulerc {

/// Amplification: the factor by which a step multiplies a solution of y' = λ y, with z = dt λ.
class Amplification {
public:
  explicit Amplification(const Model &model);

  /// Whether the model has derivatives alone (no maps), so that its stability is known.
  bool isKnown() const { return model_.method.registers > 0; }
  /// Whether states are updated in turn, so that z alone does not determine stability.
  bool isInTurn() const { return inTurn_; }
  /// The factor by which a step multiplies a mode with that z.
  double factor(std::complex<double> z) const;

private:
  std::complex<double> ofStep(std::complex<double> z) const;

  const Model &model_;
  bool inTurn_, remembers_;
};

/// The largest dt · ρ with which no mode grows that does not grow in the exact solution; 0: some
/// mode grows with any step.
double stabilityLimit(const Model &model, const Estimate &estimate);

/// The smallest number of stages with which steps of dt are stable, with a margin of a tenth. It is
/// odd: then the fastest decaying mode is damped, which at the limit of an even number it is not.
int fewestStages(const Model &model, const Estimate &estimate, double dt);

/// A step that is stable, with a margin of a tenth, rounded down to three digits. Throws Run if
/// there is none, or if stability does not limit steps.
double stableStep(const Model &model, const Estimate &estimate);

/// Says in one line why the steps of a run are unstable; "": no problem is known.
std::string unstableText(const Model &model, const Estimate &estimate, const Run &run);

/// Refuses a run for which no number of stages is enough; `model` has fewestStages().
void requireStages(const Model &model, const Estimate &estimate, const Run &run);

} // namespace eulerc
