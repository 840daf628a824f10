// How long a step may be: what a method stands, against what the right-hand side does.
//
//   euler stands 2, ρ = 400 → stableStep = 0.0045; dt = 0.01 → "dt · ρ = 4, euler is stable up to
//   2: take --dt 0.0045"
//
// All of it follows from what the stages of a step make of y' = λ y, of which z = dt λ.
#pragma once

#include <complex>
#include <string>

#include <eulerc/solver.h>

namespace eulerc {

/// What the steps of a model do to y' = λ y.
class Amplification {
public:
  explicit Amplification(const Model &model);

  /// Whether the model is of derivatives alone, so that anything is known of it.
  bool isKnown() const { return model_.registers > 0; }
  /// The z of a step whose factor, less 1, is what was observed.
  std::complex<double> from(std::complex<double> observed) const;
  /// How much a step multiplies what goes with z by.
  double factor(std::complex<double> z) const;
  /// Whether nothing up to that |z| grows, at an angle from the negative real axis.
  bool stands(double size, double angle) const;
  /// The largest |z| that does not grow, at an angle from the negative real axis; 0: each does.
  double limit(double angle) const;

private:
  bool isStable(double size, double angle) const;
  std::complex<double> ofStep(std::complex<double> z) const;

  const Model &model_;
  bool inTurn_, remembers_;
};

/// The largest dt · ρ, above which the eigenvalue that was found grows; 0: it always does.
double stabilityLimit(const Model &model, const Spectrum &spectrum);

/// The fewest stages of those that stand such a step, with a margin of a tenth. Their number is
/// odd: what decays fastest is damped then, as it is not at the limit of an even number.
int fewestStages(const Model &model, const Spectrum &spectrum, double dt);

/// A step that is stable, with a margin of a tenth, rounded down to three digits. Throws Run where
/// there is none, or stability does not tell.
double stableStep(const Model &model, const Spectrum &spectrum);

/// What is wrong with the steps of a run, in one line; "" if nothing is known to be.
std::string unstableText(const Model &model, const Spectrum &spectrum, const Run &run);

} // namespace eulerc
