// How fast a right-hand side changes what it is given: the eigenvalue of largest modulus of its
// Jacobian at a state, by a nonlinear power iteration (B. P. Sommeijer, L. F. Shampine,
// J. G. Verwer, RKC: an explicit solver for parabolic PDEs, J. Comput. Appl. Math. 88, 1998,
// section 3.2), with two powers at a time so that oscillations are told from decay.
#pragma once

#include <optional>

#include "backend.h"

namespace eulerc {

/// The spectrum at a state, given in the file's order, at time job.run.from; computed on the host's
/// threads with vectors of their own. The same numbers on every backend. Nothing where it cannot
/// be known: values are not finite, or nothing changes.
std::optional<Spectrum> estimateSpectrum(const Job &job, const void *y);

/// What that takes, by the model of a linear step on the host.
double secondsOfEstimate(const Job &job);

/// Bytes of main memory that takes, for a state in `room` bytes.
std::int64_t bytesOfEstimate(std::int64_t room);

} // namespace eulerc
