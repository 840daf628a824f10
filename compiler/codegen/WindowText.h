// WindowText: what tiles call that keep the layers of a grid (its rows or planes), each with a
// pointer of its own (templates/overlapped/grid/streamed_items.h).
//
//   u[y - 1][x] + u[y][x + 1]  →  eulerc_advance_in_window(window, …): window->layers[0][0] and [1]
//
// Macros say how far the right-hand side looks along each axis, round which axes the grid goes, and
// which components are mirrored beyond a side.
#pragma once

#include "Places.h"

#include <string>

namespace eulerc::compiler {

/// Whether vectors of a row of a plane hold points that lie apart (streamed_layers.h): where a step
/// is short, looks at the points beside alone and asks for nothing else that lies in their order.
bool lanesApart(const Step &step, const Stencil &stencil);
std::string windowText(const Places &places);

} // namespace eulerc::compiler
