// The order of a thread's points of a space.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "host/cached_rows.h"

using namespace eulerc;

namespace cached_rows_test {
namespace {

Grid space(std::int64_t planes, std::int64_t rows, std::int64_t row) {
  Grid grid;
  grid.rank = 3;
  grid.components = 2;
  grid.extent[0] = planes;
  grid.extent[1] = rows;
  grid.extent[2] = row;
  return grid;
}

std::vector<Range> partsOf(const Grid &grid, std::int64_t rows, Range points) {
  std::vector<Range> parts;
  byRows(grid, rows, points, [&](Range part) { parts.push_back(part); });
  return parts;
}

} // namespace

TEST(CachedRows, eachPointIsComputedOnce) {
  for (const std::int64_t rows : {0, 1, 2, 3, 5, 7})
    for (std::int64_t begin = 0; begin <= 150; begin += 7)
      for (std::int64_t end = begin; end <= 5 * 6 * 5; end += 5) {
        std::vector<int> times(150);
        for (const Range part : partsOf(space(5, 6, 5), rows, {begin, end}))
          for (std::int64_t k = part.begin; k < part.end; k++)
            times.at(static_cast<std::size_t>(k))++;
        for (std::int64_t k = 0; k < 150; k++)
          ASSERT_EQ(times[static_cast<std::size_t>(k)], k >= begin && k < end)
              << rows << " rows, points " << begin << " to " << end;
      }
}

TEST(CachedRows, sameRowsOfAllPlanesComeBeforeTheNext) {
  const std::vector<Range> parts = partsOf(space(3, 4, 10), 2, {0, 120});
  const std::int64_t begins[] = {0, 0, 40, 80, 20, 60, 100, 120};
  ASSERT_EQ(parts.size(), std::size(begins));
  for (std::size_t k = 0; k < parts.size(); k++)
    EXPECT_EQ(parts[k].begin, begins[k]) << k;
}

TEST(CachedRows, asManyAsHalfACacheHoldsOfThePlanesThatAPointReads) {
  PlanRequest request;
  request.grid = space(256, 256, 256);
  request.realSize = 4;
  request.reachAlong[0] = 4;
  request.device.coreCache = 1 << 20;
  EXPECT_EQ(rowsInCache(request), 28); // of 9 planes of 2 KB
  request.device.coreCache = 1 << 24;
  EXPECT_EQ(rowsInCache(request), 0); // whole planes
  request.device.coreCache = 1 << 10;
  EXPECT_EQ(rowsInCache(request), 1);
  request.grid.rank = 2;
  EXPECT_EQ(rowsInCache(request), 0);
}

} // namespace cached_rows_test
