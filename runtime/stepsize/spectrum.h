// Estimates the spectrum of the Jacobian of a right-hand side at a state.
//
//   a few components → all eigenvalues
//   a grid → a bound from above (jacobian.h), and von Neumann's analysis at the points that change
//            fastest (symbol.h)
//   else, or where both differ much → Ritz values (arnoldi.h)
//
// All are computed from the program's tables, by exact derivatives, in double: they are the same
// numbers on every backend.
#pragma once

#include <optional>

#include "backend/backend.h"
#include "stepsize/hull.h"

namespace eulerc {

struct Estimate {
  Spectrum spectrum;
  Hull hull;
  double rate = 0; ///< the largest |dy/dt|; 0: not computed
};

/// The estimate at the state `y` in the file's order, at time job.run.from. nullopt if derivatives
/// cannot be computed: some are not finite, or the program has no tables. A radius of 0: nothing is
/// known of the spectrum at this state.
std::optional<Estimate> estimateSpectrum(const Job &job, const void *y);

/// The approximate seconds that an estimate takes.
double secondsOfEstimate(const Job &job);

/// The bytes of main memory that an estimate takes.
std::int64_t bytesOfEstimate(const Job &job);

} // namespace eulerc
