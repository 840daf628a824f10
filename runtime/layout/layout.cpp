// Pads rows and planes for alignment and against conflicts in caches.

#include "layout/layout.h"

#include <bit>

#include "base/memory.h"

namespace eulerc {
namespace {

std::int64_t roundedUp(std::int64_t value, std::int64_t unit) {
  const std::int64_t more = plus(value, unit - 1);
  return more == tooMuch ? tooMuch : more / unit * unit;
}

/// The distance between rows, in points.
std::int64_t pitchOf(std::int64_t row) {
  // No vector is wider than a short row: a smaller power of two is enough to align them.
  if (row < marginPoints)
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(row)));
  const std::int64_t pitch = roundedUp(row, marginPoints);
  // Rows a multiple of 1024 bytes apart (128 doubles) would share few sets of a cache.
  return pitch % 128 == 0 ? plus(pitch, marginPoints) : pitch;
}

/// The number of points of a buffer, with padding.
std::int64_t pointsOfBuffer(const Grid &grid, std::int64_t used) {
  const std::int64_t points = roundedUp(used, marginPoints);
  if (grid.components == 1 || points < 1 << 14 || points == tooMuch)
    return points;
  // Planes a power of two apart would share the sets of a cache, too. So each begins about a third
  // of 4 KiB after the plane before it, modulo 4 KiB. The padding is less than a sixteenth.
  const std::int64_t period = 1024, remainder = 336;
  const std::int64_t more = (remainder - points % period + period) % period;
  return plus(points, more);
}

} // namespace

Layout makeLayout(const Grid &grid, Arrangement arrangement, RowAlignment alignment) {
  const int last = grid.rank - 1;
  Layout layout;
  // Tiles of a 1-D grid begin anywhere, so there the grid's first point is aligned.
  const bool atInterior = last > 0 && alignment == RowAlignment::Interior;
  const std::int64_t misplaced = atInterior ? grid.begin[last] % marginPoints : 0;
  layout.lead = marginPoints + (marginPoints - misplaced) % marginPoints;

  layout.stride[last] = 1;
  if (last > 0)
    layout.stride[last - 1] = pitchOf(grid.extent[last]);
  if (last > 1)
    layout.stride[0] = times(layout.stride[1], grid.extent[1]);
  const std::int64_t grown = times(layout.stride[0], grid.extent[0]);
  layout.points = pointsOfBuffer(grid, plus(grown, layout.lead + marginPoints));

  const bool apart = arrangement == Arrangement::SoA;
  layout.plane = apart ? layout.points : 1;
  layout.step = apart ? 1 : grid.components;
  return layout;
}

Layout fieldLayout(const Grid &grid, RowAlignment alignment) {
  return makeLayout(grid, Arrangement::SoA, alignment);
}

std::int64_t stateValues(const Grid &grid) {
  return times(makeLayout(grid, Arrangement::SoA).points, grid.components);
}

std::int64_t fieldValues(const Grid &grid) { return times(fieldLayout(grid).points, grid.classes); }

std::int64_t pointsOf(const Grid &grid) {
  std::int64_t points = 1;
  for (int axis = 0; axis < grid.rank; axis++)
    points = times(points, grid.extent[axis]);
  return points;
}

} // namespace eulerc
