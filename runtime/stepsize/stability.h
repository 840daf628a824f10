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
  /// The factor by which a step multiplies a mode of eigenvalue z / h.
  double factor(std::complex<double> z) const;

private:
  std::complex<double> ofStep(std::complex<double> z) const;

  const Model &model_;
  bool inTurn_, remembers_;
};

/// The largest dt · ρ, above which something grows that does not do so by itself; 0: it always
/// does.
double stabilityLimit(const Model &model, const Estimate &estimate);

/// The smallest number of stages that is stable in such a step, with a margin of a tenth. It is
/// odd: then the fastest decaying mode is damped, which at the limit of an even number it is not.
int fewestStages(const Model &model, const Estimate &estimate, double dt);

/// A step that is stable, with a margin of a tenth, rounded down to three digits. Throws Run where
/// there is none, or stability does not tell.
double stableStep(const Model &model, const Estimate &estimate);

/// The problem of a run's steps, in one line; "" if none is known.
std::string unstableText(const Model &model, const Estimate &estimate, const Run &run);

} // namespace eulerc
