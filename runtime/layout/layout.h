// Making layouts: where steps find the values of a state or field.
//
//   Grid of 1000 × 1000 points, interior from 1 on → makeLayout(grid, SoA)
//   → lead 31, stride {1008, 1}: the interior of each row begins at a multiple of 16 points
//
// Sizes never wrap around: those beyond 63 bits are `tooMuch` (memory.h).
#pragma once

#include <eulerc/layout.h>

namespace eulerc {

/// Points that a vector load may touch before the first and behind the last point of a buffer. Also
/// what rows are aligned to.
constexpr std::int64_t marginPoints = alignedPoints;

Layout makeLayout(const Grid &grid, Arrangement arrangement,
                  RowAlignment alignment = RowAlignment::Interior);

/// Of a field on that grid: its residue classes apart, with the points of makeLayout().
Layout fieldLayout(const Grid &grid, RowAlignment alignment = RowAlignment::Interior);

/// Values of a buffer for a state (or a field: a component for each class); the same for both
/// arrangements.
std::int64_t stateValues(const Grid &grid);
std::int64_t fieldValues(const Grid &grid);

/// Points of the grid.
std::int64_t pointsOf(const Grid &grid);

} // namespace eulerc
