// Which of a model's host code a run takes.
//
//   model compiled for vectors of 16, 8 and 4 points, a processor with 256 bits  →  8 points
#pragma once

#include "backend.h"

namespace eulerc {

/// The widest vectors that this processor has, or the widest of those that are not wider than the
/// user wishes; without vectors point by point. Notes when the wish cannot be met.
HostVectors chooseHostCode(const Job &job);

} // namespace eulerc
