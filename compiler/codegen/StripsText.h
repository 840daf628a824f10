// StripsText: what the form `strips` of overlapped tiles (templates/overlapped/grid/strips.cl)
// calls: one step of a vector of points of a row, given vectors of the rows around it in registers.
//
//   y[j - 1][i] + y[j][i + 1]  →  eulerc_advance(row_m1, row_0, row_p1, next, …)
//
// Macros say how far the right-hand side looks, and which rules hold beyond the sides of the grid.
#pragma once

#include "Places.h"

namespace eulerc::compiler {

/// Vectors in registers that each level in flight takes, on average over the stages of a step: the
/// layers of a component until the last point has read them, and fields.
std::size_t layersInFlight(const Stencil &stencil);

/// Components that work-items read of their neighbours along an axis and those behind it: those
/// have room in local memory. At least one. Strips, which walk along axis 0, have what one stage
/// reads; tiles kept whole, which look along all axes, what any does.
std::size_t shownComponents(const Stencil &stencil, std::size_t fromAxis);

std::string stripsText(const Places &places);

} // namespace eulerc::compiler
