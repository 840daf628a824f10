// Layout: where the values of a state lie in the memory that steps work on.
//
//   Grid (points of the canonical form, interior) → makeLayout → Layout (strides of a buffer)
//
// The canonical form has `components` states over one grid: 2 for the string, whose even and odd
// components are two states. Component q of the point at indices (k, j, i) lies at
//
//   q * plane + (lead + k * stride[0] + j * stride[1] + i * stride[2]) * step
//
// SoA: every component has its own plane (step 1, plane = points). AoS: the components of a point
// are neighbours (step = components, plane 1), as in the thesis. Fields are always SoA. Users see
// only the order of the file.
#pragma once

#include <cstdint>

namespace eulerc {

constexpr int maxRank = 3;

/// Memory is aligned at multiples of this number of points: a cache line of floats.
constexpr std::int64_t alignedPoints = 16;

/// The grid of the canonical form, slowest axis first; entries from `rank` on are unused.
struct Grid {
  int rank = 1;
  std::int64_t components = 1; ///< of a point: states × residue classes of the last axis
  std::int64_t classes = 1;    ///< residue classes of the last axis
  std::int64_t extent[maxRank] = {1, 1, 1};            ///< points along each axis
  std::int64_t begin[maxRank] = {}, end[maxRank] = {}; ///< the interior: begin <= index < end
  /// A slab holds some of the points along the slowest axis. `origin` is the index of its first
  /// point in the whole grid (on a periodic axis it may be below 0). `whole` is the number of
  /// points of the whole grid; 0: this grid is no slab.
  std::int64_t origin = 0, whole = 0;
  /// For a slab that holds all rows: begin and end of the rows that steps compute; 0, 0: all.
  std::int64_t computedBegin = 0, computedEnd = 0;

  bool isSlab() const { return whole > 0; }
};

/// Components along the slowest axis of `grid`, which is a slab of a grid that has `whole` of them,
/// or is that grid. On a line, the residue classes of a point are components; the last point may
/// lack some.
inline std::int64_t componentsAlong(const Grid &grid, std::int64_t whole) {
  const std::int64_t classes = grid.rank == 1 ? grid.classes : 1;
  const std::int64_t held = grid.extent[0] * classes;
  const bool hasLast = grid.origin + grid.extent[0] == (whole + classes - 1) / classes;
  return hasLast ? whole - grid.origin * classes : held;
}

enum class Arrangement { SoA, AoS };

/// Which point of a row is aligned. Interior: the first of the interior, so that vectors of the
/// interior are aligned. Grid: the first of the grid, for vectors that cover whole rows; 1-D grids
/// always have this one.
enum class RowAlignment { Interior, Grid };

struct Layout {
  std::int64_t stride[maxRank] = {}; ///< points between neighbours along each axis; 1 for the last
  std::int64_t lead = 0;             ///< points before the first one
  std::int64_t points = 0;           ///< points of the buffer, with everything between the rows
  std::int64_t plane = 0;            ///< values between the components of a point
  std::int64_t step = 1;             ///< values between neighbouring points of a row
};

} // namespace eulerc
