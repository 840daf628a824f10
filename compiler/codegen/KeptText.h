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

/// Vectors of a component that tiles in caches compute together
/// (templates/overlapped/line/delayed.h): two, of the points at even places and at odd ones, where
/// a step is short, looks at neighbours and asks for nothing else that lies in the order of the
/// points; else one.
std::size_t vectorsTogether(const Step &step, const Stencil &stencil);
/// Vectors in registers that each step in flight takes there.
std::size_t vectorsInFlight(const Step &step, const Stencil &stencil);

/// Stands behind vectorText().
std::string keptText(const Places &places);
/// What tiles in caches ask for besides; "" for one vector at a time.
///
///   eulerc_advance_together(left, own, right, next, j, …)  one step of both vectors
std::string togetherText(const Places &places);

} // namespace eulerc::compiler
