// How fast a right-hand side changes a state: the known part of the spectrum of its Jacobian there.
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
  double rate = 0; ///< the largest |dy/dt|; 0: not looked at
};

/// At a state, given in the file's order, at time job.run.from. Nothing if derivatives cannot be
/// computed: some are not finite, or the program has no tables. A radius of 0: the state tells
/// nothing of the spectrum.
std::optional<Estimate> estimateSpectrum(const Job &job, const void *y);

/// The seconds that it takes, roughly.
double secondsOfEstimate(const Job &job);

/// Bytes of main memory that takes.
std::int64_t bytesOfEstimate(const Job &job);

} // namespace eulerc
