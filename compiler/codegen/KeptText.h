// KeptText: what schemes call that keep the vectors of a 1-D grid in registers for several steps
// (templates/overlapped/line/overlapped.cl, templates/overlapped/line/delayed.h).
//
//   y[i - 1] + y[i + 1]  →  eulerc_advance(left, own, right, next, …, j, …)  one step of points j …
//                           eulerc_set_ghosts(kept, j, …)  the values of those outside of the grid
//
// Macros say how far the right-hand side looks, which components neighbours read, and which are
// mirrored beyond an end.
#pragma once

#include "Places.h"

namespace eulerc::compiler {

/// Vectors in registers that each step in flight takes (templates/overlapped/line/delayed.h).
std::size_t vectorsInFlight(const Stencil &stencil);

/// Stands behind vectorText().
std::string keptText(const Places &places);

} // namespace eulerc::compiler
