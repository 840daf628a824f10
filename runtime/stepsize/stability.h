// How long a step may be: what a method stands, against what the right-hand side does.
//
//   euler stands 2, ρ = 400 → stableStep = 0.0045; dt = 0.01 → "dt · ρ = 4, euler is stable up to
//   2: take --dt 0.0045"
#pragma once

#include <complex>
#include <string>

#include <eulerc/solver.h>

#include "stepsize/spectrum.h"

namespace eulerc {

/// What the steps of a model do to y' = λ y, of which z = dt λ.
class Amplification {
public:
  explicit Amplification(const Model &model);

  /// Whether the model is of derivatives alone, so that anything is known of it.
  bool isKnown() const { return model_.method.registers > 0; }
  /// Whether states see new values of others, so that z does not tell.
  bool isInTurn() const { return inTurn_; }
  /// How much a step multiplies what goes with z by.
  double factor(std::complex<double> z) const;

private:
  std::complex<double> ofStep(std::complex<double> z) const;

  const Model &model_;
  bool inTurn_, remembers_;
};

/// The largest dt · ρ, above which something grows that does not do so by itself; 0: it always
/// does.
double stabilityLimit(const Model &model, const Estimate &estimate);

/// The fewest stages of those that stand such a step, with a margin of a tenth. Their number is
/// odd: what decays fastest is damped then, as it is not at the limit of an even number.
int fewestStages(const Model &model, const Estimate &estimate, double dt);

/// A step that is stable, with a margin of a tenth, rounded down to three digits. Throws Run where
/// there is none, or stability does not tell.
double stableStep(const Model &model, const Estimate &estimate);

/// What is wrong with the steps of a run, in one line; "" if nothing is known to be.
std::string unstableText(const Model &model, const Estimate &estimate, const Run &run);

} // namespace eulerc
