// Chooses blocks of rows that fit into a core's cache.

#include "host/cached_rows.h"

#include <algorithm>

namespace eulerc {

std::int64_t rowsInCache(const PlanRequest &request) {
  const Grid &grid = request.grid;
  if (grid.rank < 3)
    return 0;
  // Two cores, Gcomp/s without and with: eighth order 256³ 1.97, 2.17; Gray-Scott 200³ 2.6, 2.9;
  // fourth order 256³ 1.55, 1.65; seven points 256³ 3.4, 3.4.
  const std::int64_t planes = 2 * std::max<std::int64_t>(request.reachAlong[0], 0) + 1;
  const std::int64_t rowBytes = planes * grid.extent[2] * grid.components * request.realSize;
  const std::int64_t rows =
      std::max<std::int64_t>(request.device.coreCache / 2 / std::max<std::int64_t>(rowBytes, 1), 1);
  return rows < grid.extent[1] ? rows : 0;
}

void byRows(const Grid &grid, std::int64_t rows, Range points,
            const std::function<void(Range)> &compute) {
  const std::int64_t plane = rows > 0 ? grid.extent[1] * grid.extent[2] : 0;
  const std::int64_t first = plane > 0 ? (points.begin + plane - 1) / plane * plane : 0;
  const std::int64_t last = plane > 0 ? points.end / plane * plane : 0;
  if (last - first < 2 * plane || plane == 0) // fewer than two whole planes: nothing is shared
    return compute(points);
  compute({points.begin, first});
  for (std::int64_t row = 0; row < grid.extent[1]; row += rows)
    for (std::int64_t from = first; from < last; from += plane)
      compute({from + row * grid.extent[2],
               from + std::min(row + rows, grid.extent[1]) * grid.extent[2]});
  compute({last, points.end});
}

} // namespace eulerc
