// Makes layouts, which say where steps find the values of a state or field in a buffer.
//
//   Grid of 1000 × 1000 points, interior from 1 on → makeLayout(grid, SoA)
//   → lead 31, stride {1008, 1}: the interior of each row begins at a multiple of 16 points
//
// Sizes never wrap around: those beyond 63 bits are `tooMuch` (memory.h).
#pragma once

#include <eulerc/layout.h>

namespace eulerc {

/// The number of points that a vector load may touch before the first and after the last point of a
/// buffer; also the alignment of rows.
constexpr std::int64_t marginPoints = alignedPoints;

Layout makeLayout(const Grid &grid, Arrangement arrangement,
                  RowAlignment alignment = RowAlignment::Interior);

/// The layout of a field: residue classes apart, points as in makeLayout().
Layout fieldLayout(const Grid &grid, RowAlignment alignment = RowAlignment::Interior);

/// The number of values in a buffer for a state, or for a field, which has one component for each
/// class; the same for both arrangements.
std::int64_t stateValues(const Grid &grid);
std::int64_t fieldValues(const Grid &grid);

/// The number of points of the grid.
std::int64_t pointsOf(const Grid &grid);

} // namespace eulerc
