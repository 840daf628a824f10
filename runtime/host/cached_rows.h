// The order in which a thread computes its points of a space, so that the caches of its core hold
// what neighbouring planes share.
//
//   9 planes of 256 x 256 floats that a point reads, a cache of 1 MB → rows 0 … 55 of the first
//   plane, of the second, …, then rows 56 … 111 of the first plane, …
#pragma once

#include <functional>

#include "forms/shapes.h"

#include "base/parallel.h"

namespace eulerc {

/// Rows of a plane to be computed before the next plane; 0: all, as in a line or a plane, or where
/// the caches hold whole planes.
std::int64_t rowsInCache(const PlanRequest &request);

/// Calls `compute` for ranges that together are `points`; whole planes are cut into blocks of rows.
void byRows(const Grid &grid, std::int64_t rows, Range points,
            const std::function<void(Range)> &compute);

} // namespace eulerc
