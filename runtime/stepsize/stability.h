// How long a step may be: what a method stands, against what the right-hand side does.
//
//   Euler stands 2, ρ = 400 → stableStep = 0.0045; dt = 0.01 → "dt · ρ = 4, Euler is stable up to
//   2: take --dt 0.0045"
#pragma once

#include <string>

#include <eulerc/solver.h>

namespace eulerc {

/// A method, and how far along the axes of the plane of dt · λ it is stable.
struct Method {
  const char *name;  ///< in words: "Euler"
  double decay;      ///< along the negative real axis
  double oscillates; ///< along the imaginary axis; 0: every oscillation grows
};

/// The method that a model was compiled for.
Method methodOf(const Model &model);

/// The largest dt · ρ, above which the eigenvalue that was found grows; 0: it always does.
double stabilityLimit(const Method &method, const Spectrum &spectrum);

/// A step that is stable, with a margin of a tenth, rounded down to three digits. Throws Run where
/// there is none, or stability does not tell.
double stableStep(const Method &method, const Spectrum &spectrum);

/// What is wrong with the steps of a run, in one line; "" if nothing is known to be.
std::string unstableText(const Method &method, const Spectrum &spectrum, const Run &run);

} // namespace eulerc
