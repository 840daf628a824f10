// Layout: where the values of a state lie in the memory that steps work on.
//
//   Grid (points of the canonical form, interior) → makeLayout → Layout (strides of a buffer)
//
// The canonical form has `components` states over one grid: 2 for the string, whose even and odd
// components are two states. Component q of the point at indices (k, j, i) lies at
//
//   q * plane + (lead + k * stride[0] + j * stride[1] + i * stride[2]) * step
//
// Apart, every component has its plane (step 1, plane = points). Interleaved, the
// components of a point are neighbours (step = components, plane 1), as in the thesis. Fields are
// always apart. Users see the order of the file alone.
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
};

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
