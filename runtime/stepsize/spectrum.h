// How fast a right-hand side changes what it is given: the eigenvalue of largest modulus of its
// Jacobian at a state, by powers of it (powers.h).
//
//   a small grid, or points that see far → the whole grid
//   a large one → where a step changes most (fastest.h) → two windows there, of some 5,000 points
#pragma once

#include <optional>

#include "backend.h"

namespace eulerc {

/// The spectrum at a state, given in the file's order, at time job.run.from; computed on the host's
/// threads with vectors of their own. The same numbers on every backend. Nothing where it cannot
/// be known: values are not finite, or nothing changes.
std::optional<Spectrum> estimateSpectrum(const Job &job, const void *y);

/// What that takes with a copy of the state, by the model of a linear step on the host.
double secondsOfEstimate(const Job &job);

/// Bytes of main memory that takes.
std::int64_t bytesOfEstimate(const Job &job);

} // namespace eulerc
