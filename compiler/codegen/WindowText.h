// WindowText: what tiles call that keep the layers of a grid (its rows or planes), each with a
// pointer of its own (templates/streamed_items.h).
//
//   u[y - 1][x] + u[y][x + 1]  →  eulerc_advance_in_window(window, …): window->layers[0][0] and [1]
//
// Macros say how far the right-hand side looks along each axis, round which axes the grid goes, and
// which components are mirrored beyond a side.
#pragma once

#include "Places.h"

#include <array>
#include <string>

namespace eulerc::compiler {

/// Whether tiles can keep the layers of a grid: all its points are computed alike, in vectors,
/// every read is at a constant distance, and what lies beyond the sides follows from what is kept.
bool canKeepLayers(const Step &step);

/// If so: how far a point looks along each axis, in points of the canonical grid.
std::array<std::int64_t, 3> layerReach(const Step &step);

/// Whether a grid goes round along an axis; canKeepLayers() asks all states or none to.
bool isRing(const System &system, std::size_t axis);

/// A bit for each component that is mirrored beyond the low or the high side of an axis.
std::int64_t mirrored(const Step &step, const Places &places, std::size_t axis, bool high);

std::string windowText(const Step &step, bool isDouble);

} // namespace eulerc::compiler
