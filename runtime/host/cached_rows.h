// The order in which a thread computes the points of a 3-D grid step by step: block of rows by
// block of rows, so that the caches of its core still hold the planes that the next plane reads.
//
//   9 planes of 256 x 256 floats that a point reads, a cache of 1 MB → rows 0 … 55 of the first
//   plane, of the second, …, then rows 56 … 111 of the first plane, …
#pragma once

#include <functional>

#include "forms/shapes.h"

#include "base/parallel.h"

namespace eulerc {

/// The number of rows of a plane to be computed before the next plane. 0: all, because the grid is
/// 1-D or 2-D or the caches hold whole planes.
std::int64_t rowsInCache(const PlanRequest &request);

/// Calls `compute` for ranges that make up `points`; whole planes are cut into blocks of `rows`.
void byRows(const Grid &grid, std::int64_t rows, Range points,
            const std::function<void(Range)> &compute);

} // namespace eulerc
