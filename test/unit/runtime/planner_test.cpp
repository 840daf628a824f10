// The linear planner is legal: every grid point is computed exactly once, for all sizes, scalar
// forms and kinds of device, by the loops of templates/linear/linear.cl. (Vectors: the sweep runs
// them.)
#include "forms/linear.h"
#include "planning/code_size.h"
#include "planning/planners.h"

#include <vector>

#include <gtest/gtest.h>

using namespace eulerc;
using forms::shapeOf;

namespace {

/// How often each point is computed, by the loops of the kernels.
std::vector<int> visits(const Plan &plan, std::int64_t points) {
  std::vector<int> count(static_cast<std::size_t>(points), 0);
  const auto take = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t j = begin; j < std::min(end, points); j++)
      count[static_cast<std::size_t>(j)]++;
  };
  const std::int64_t items = plan.workGroups * plan.workGroupSize;
  for (std::int64_t item = 0; item < items; item++) {
    if (plan.kernel == std::string("eulerc_linear_blocked")) {
      const std::int64_t range = (points + items - 1) / items;
      take(item * range, (item + 1) * range);
    } else {
      for (std::int64_t begin = item * shapeOf<Linear>(plan).pointsPerChunk; begin < points;
           begin += items * shapeOf<Linear>(plan).pointsPerChunk)
        take(begin, begin + shapeOf<Linear>(plan).pointsPerChunk);
    }
  }
  return count;
}

std::vector<DeviceLimits> devices() {
  return {{2, 4096, 1 << 20, 64, true},
          {1, 1, 0, 16, true},
          {132, 1024, 49152, 16, false},
          {3, 7, 0, 16, false}};
}

} // namespace

TEST(PlanLinear, computesEveryPointOnce) {
  std::vector<std::int64_t> sizes = {1000, 4095, 4096, 4097, 80000, 65537};
  for (std::int64_t n = 1; n <= 100; n++)
    sizes.push_back(n);
  for (const DeviceLimits &device : devices())
    for (const LinearForm form : {LinearForm::ScalarBlocked, LinearForm::ScalarStrided})
      for (const std::int64_t workGroup : {0, 1, 5, 64, 100000})
        for (const std::int64_t perPoint : {1, 2, 3})
          for (const std::int64_t n : sizes) {
            const std::int64_t points = (n + perPoint - 1) / perPoint;
            const Plan plan =
                forms::planLinear({n, points, 10, 4, {}, device, {form, workGroup}, {perPoint}});
            ASSERT_GE(plan.workGroupSize, 1);
            ASSERT_LE(plan.workGroupSize, device.maxWorkGroupSize);
            ASSERT_GE(plan.workGroups, 1);
            ASSERT_GE(shapeOf<Linear>(plan).pointsPerChunk, 1);
            ASSERT_EQ(plan.launches, 10);
            ASSERT_EQ(visits(plan, points), std::vector<int>(static_cast<std::size_t>(points), 1))
                << plan.name() << " n = " << n << " work-group " << workGroup;
          }
}

TEST(PlanLinear, aHintForAFormCounts) {
  const DeviceLimits cpu{2, 4096, 0, 64, true};
  EXPECT_STREQ(forms::planLinear({100, 100, 1, 4, {}, cpu, {LinearForm::ScalarStrided, 0}}).kernel,
               "eulerc_linear_strided");
  EXPECT_STREQ(forms::planLinear({100, 100, 1, 4, {}, cpu, {LinearForm::ScalarBlocked, 0}}).kernel,
               "eulerc_linear_blocked");
}

TEST(PlanLinear, sumsOverAllPointsTakeLocalMemory) {
  PlanRequest request{65536, 65536, 1, 4, {}, {132, 1024, 49152, 16, false}, {}};
  request.stencil.readsFar = true;
  EXPECT_STREQ(forms::planLinear(request).name(), "vector");
  request.stencil.sourceValues = 3;
  const auto expectGroups = [&](std::int64_t size, std::int64_t groups) {
    const Plan plan = forms::planLinear(request);
    EXPECT_STREQ(plan.kernel, "eulerc_linear_sums");
    EXPECT_EQ(plan.vectorWidth, 1);
    EXPECT_EQ(plan.workGroupSize, size);
    EXPECT_EQ(plan.workGroups, groups);
    EXPECT_EQ(shapeOf<Sums>(plan).localBytes, 3 * 4 * size * shapeOf<Sums>(plan).vectorsDeep);
    EXPECT_EQ(shapeOf<Sums>(plan).vectorsDeep, request.device.localMemory > 10000 ? 4 : 1);
  };
  expectGroups(512, 128);
  request.points = 50000; // all compute units take nearly as many
  expectGroups(128, 391);
  request.points = 8193;
  expectGroups(64, 129);
  request.points = 1000;
  expectGroups(32, 32);
  request.points = 65536;
  request.device.localMemory = 1000;
  expectGroups(64, 1024);
  request.device.localMemory = 383;
  EXPECT_STREQ(forms::planLinear(request).name(), "vector");
  request.device.localMemory = 49152;
  request.tuning.vectorWidth = 2; // several points a work-item
  EXPECT_STREQ(forms::planLinear(request).name(), "vector");
  request.tuning = {LinearForm::VectorGroups, 0};
  EXPECT_STREQ(forms::planLinear(request).name(), "vector");
  request.tuning = {};
  request.device.isCpu = true;
  EXPECT_STREQ(forms::planLinear(request).name(), "vector");
  request.tuning.linearForm = LinearForm::Sums;
  expectGroups(512, 128);
}

TEST(PlanLinear, workItemsShareThePointsOfSumsWhereTheseAreFew) {
  PlanRequest request{1024, 1024, 1, 4, {}, {132, 1024, 49152, 16, false}, {}};
  request.stencil.readsFar = true;
  request.stencil.sourceValues = 3;
  request.stencil.termValues = 3;
  const auto expectShare = [&](std::int64_t points, std::int64_t across, std::int64_t share) {
    request.points = points;
    const Plan plan = forms::planLinear(request);
    EXPECT_STREQ(plan.kernel, "eulerc_linear_sums");
    EXPECT_EQ(shapeOf<Sums>(plan).points, across) << points;
    EXPECT_EQ(plan.workGroupSize, across * share) << points;
    EXPECT_EQ(plan.workGroups, (points + across - 1) / across) << points;
    EXPECT_LE(shapeOf<Sums>(plan).localBytes, request.device.localMemory) << points;
    const std::int64_t block = shapeOf<Sums>(plan).pointsPerChunk;
    const std::int64_t values = 3 * block + across * (3 * block + (across < 32 ? 4 : 1));
    EXPECT_EQ(shapeOf<Sums>(plan).localBytes, 4 * (share == 1 ? 3 * block : 2 * values)) << points;
    EXPECT_LE(block, (share == 1 ? plan.workGroupSize : share) * shapeOf<Sums>(plan).vectorsDeep)
        << points;
    EXPECT_GE(block, share / 2) << points;
  };
  expectShare(1, 1, 512);
  expectShare(264, 1, 512);
  expectShare(265, 2, 256);
  expectShare(1024, 4, 128);
  expectShare(1100, 5, 102);
  expectShare(16384, 64, 8); // in place of 63
  expectShare(33 * 264, 33, 15);
  expectShare(33792, 128, 4);
  expectShare(33793, 32, 1); // three work-items a point gain nothing
  expectShare(65536, 512, 1);
  request.device.localMemory = 15000; // room for a block of one pass for each work-item
  expectShare(1024, 4, 128);
  request.device.localMemory = 14000;
  expectShare(1024, 32, 1);
  request.device.localMemory = 49152;
  request.stencil.termValues = 0; // short passes
  expectShare(1024, 32, 1);
  request.stencil.termValues = 3;
  request.device.isCpu = true;
  request.tuning.linearForm = LinearForm::Sums;
  expectShare(1024, 32, 1);
  request.tuning.workGroups = 300;
  expectShare(1024, 4, 128);
  request.tuning.workGroupSize = 9;
  expectShare(1024, 4, 2);
  request.tuning.workGroupSize = 7;
  expectShare(1024, 7, 1);
}

TEST(PlanLinear, workGroupsOfScalarFormsDoNotGrowWithN) {
  const DeviceLimits gpu{132, 1024, 49152, 16, false};
  const std::int64_t n = 1000000000;
  for (const LinearForm form : {LinearForm::ScalarBlocked, LinearForm::ScalarStrided})
    EXPECT_LE(forms::planLinear({n, n, 1, 4, {}, gpu, {form, 0}}).workGroups, 132 * 64);
}

TEST(PlanLinear, aGpuTakesAWorkItemForEachVector) {
  const DeviceLimits gpu{132, 1024, 49152, 16, false};
  PlanRequest request{1 << 20, 1 << 20, 1, 4, {}, gpu, {}};
  request.grid.extent[0] = 1 << 20;
  request.grid.begin[0] =
      1; // the first vector begins at 4, the last one ends before the last point
  request.grid.end[0] = (1 << 20) - 1;
  const Plan plan = forms::planLinear(request);
  EXPECT_STREQ(plan.kernel, "eulerc_linear_vector");
  EXPECT_EQ(plan.vectorWidth, 4);
  EXPECT_EQ(plan.workGroupSize, 256);
  EXPECT_EQ(plan.workGroups, (1 << 20) / 4 / 256 + 1); // one more for the points in no vector
}

TEST(PlanLinear, aCpuTakesAFewRangesOfVectorsForEachCore) {
  const DeviceLimits cpu{2, 4096, 0, 64, true};
  const Plan plan = forms::planLinear({1 << 20, 1 << 20, 1, 4, {}, cpu, {}});
  EXPECT_STREQ(plan.kernel, "eulerc_linear_vector_ranges");
  EXPECT_EQ(plan.vectorWidth, 16);
  EXPECT_EQ(plan.workGroups, 8);
}

TEST(PlanLinear, workGroupsOfAGridAreAsWideAsItsRows) {
  const DeviceLimits gpu{132, 1024, 49152, 16, false};
  for (const std::int64_t row : {10, 100, 200, 1000}) {
    PlanRequest request{row * 1000, row * 1000, 1, 4, {}, gpu, {}};
    request.grid.rank = 2;
    request.grid.extent[0] = request.grid.end[0] = 1000;
    request.grid.extent[1] = request.grid.end[1] = row;
    const Plan plan = forms::planLinear(request);
    const std::int64_t vectors = row / 4;
    EXPECT_EQ(plan.workGroupSize % shapeOf<Linear>(plan).vectorsAcross, 0);
    EXPECT_TRUE(shapeOf<Linear>(plan).vectorsAcross >= vectors ||
                shapeOf<Linear>(plan).vectorsAcross == 32)
        << row;
    EXPECT_TRUE(shapeOf<Linear>(plan).vectorsAcross == 16 ||
                shapeOf<Linear>(plan).vectorsAcross < 2 * vectors)
        << row;
    const std::int64_t groups =
        plan.workGroups * plan.workGroupSize * shapeOf<Linear>(plan).vectorsDeep;
    EXPECT_GE(groups, vectors * 1000) << row;
  }
}

TEST(PlanLinear, rowsAreSharedBySoManyAsTheTextAllows) {
  PlanRequest request{9000000, 9000000, 1, 4, {}, {132, 1024, 49152, 16, false}, {}};
  request.grid.rank = 2;
  request.grid.extent[0] = request.grid.end[0] = 3000;
  request.grid.extent[1] = request.grid.end[1] = 3000;
  request.flops = 250; // 1,000 operations of a vector
  const auto deep = [&](std::int64_t rows) {
    request.reachAlong[0] = rows;
    return shapeOf<Linear>(forms::planLinear(request)).vectorsDeep;
  };
  EXPECT_EQ(deep(1), 2);
  EXPECT_EQ(deep(2), 4);
  request.flops = 600;
  EXPECT_EQ(deep(1), 1);
  EXPECT_EQ(deep(2), 1);
  EXPECT_EQ(deep(4), 2);
}

TEST(PlanLinear, rowsThatShareNothingAreTakenOneByOne) {
  PlanRequest request{9000000, 9000000, 1, 4, {}, {132, 1024, 49152, 16, false}, {}};
  request.grid.rank = 2;
  request.grid.extent[0] = request.grid.end[0] = 3000;
  request.grid.extent[1] = request.grid.end[1] = 3000;
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(request)).vectorsDeep, 4);
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(request)).vectorsAcross, 32);
  request.stencil.rowsShare = false;
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(request)).vectorsDeep, 1);
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(request)).vectorsAcross, 128);
  EXPECT_EQ(forms::planLinear(request).workGroupSize, 128);
  request.tuning.workGroupSize = 64;
  EXPECT_EQ(forms::planLinear(request).workGroupSize, 64);
}

namespace {

PlanRequest cube(std::int64_t deep, std::int64_t high, std::int64_t row) {
  PlanRequest request{
      deep * high * row, deep * high * row, 1, 4, {}, {132, 1024, 49152, 16, false}, {}};
  request.grid.rank = 3;
  const std::int64_t extents[3] = {deep, high, row};
  for (int axis = 0; axis < 3; axis++) {
    request.grid.extent[axis] = extents[axis];
    request.grid.begin[axis] = 1;
    request.grid.end[axis] = extents[axis] - 1;
  }
  request.stencil.streamingReach = 1;
  return request;
}

} // namespace

TEST(PlanLinear, vectorsTooNarrowForColumnsCostMoreAndColumnsAreLittleCode) {
  PlanRequest request = cube(448, 448, 448);
  request.stencil.streamingReach = 4;
  request.flops = request.stencil.flopsPerComponent = 40;
  request.stencil.edgeFlopsPerComponent = 0;
  const auto planned = [&](std::int64_t width) {
    PlanRequest asked = request;
    asked.tuning.vectorWidth = width;
    return forms::planLinear(asked);
  };
  const auto cost = [&](std::int64_t width) {
    const Plan plan = planned(width);
    return plan.form->cost(request, plan);
  };
  ASSERT_STREQ(planned(4).kernel, "eulerc_linear_streaming");
  ASSERT_GT(sizesOf(planned(4)).vectorsDeep, 2);
  EXPECT_EQ(codeOf(request, planned(4)), 2 * 4 * 40); // two planes of a column are written out
  EXPECT_GT(cost(2), 1.4 * cost(4));                  // H200: 1.5 to 1.7
  EXPECT_GT(cost(1), cost(2));
  request.stencil.streamingReach = 5; // no vector makes columns
  EXPECT_EQ(cost(2), cost(4));
}

TEST(PlanLinear, columnsOfPointsThatComputeMuchHaveTwoLanes) {
  const auto lanes = [](std::int64_t points, std::int64_t reach, double operations, auto change) {
    PlanRequest request = cube(points, points, points);
    request.grid.components = 1;
    request.stencil.streamingReach = reach;
    request.instructions = operations;
    change(request);
    return forms::planLinear(request).vectorWidth;
  };
  const auto asIs = [](PlanRequest &) {};
  EXPECT_EQ(lanes(80, 1, 100, asIs), 4);
  EXPECT_EQ(lanes(176, 1, 15, asIs), 4);
  EXPECT_EQ(lanes(176, 1, 30, asIs), 2);
  EXPECT_EQ(lanes(80, 2, 15, asIs), 4);
  EXPECT_EQ(lanes(80, 2, 30, asIs), 2);
  EXPECT_EQ(lanes(176, 2, 100, asIs), 4);
  EXPECT_EQ(lanes(176, 2, 200, asIs), 2);
  EXPECT_EQ(lanes(176, 4, 200, asIs), 4);
  EXPECT_EQ(lanes(176, 1, 30, [](PlanRequest &request) { request.levelsOfStep = 3; }), 4);
  EXPECT_EQ(lanes(176, 1, 30, [](PlanRequest &request) { request.stencil.planesShare = true; }), 4);
  EXPECT_EQ(lanes(176, 1, 30, [](PlanRequest &request) { request.tuning.vectorWidth = 4; }), 4);
}

TEST(PlanLinear, aGpuStreamsThroughSpaceOverWholeRows) {
  for (const std::int64_t deep : {4, 33, 512})
    for (const std::int64_t high : {4, 7, 512})
      for (const std::int64_t row : {4, 5, 64, 65, 130, 512}) {
        const Plan plan = forms::planLinear(cube(deep, high, row));
        ASSERT_STREQ(plan.kernel, "eulerc_linear_streaming");
        ASSERT_EQ(plan.alignment, RowAlignment::Grid);
        ASSERT_EQ(shapeOf<Linear>(plan).lastPoints, row % 4);
        ASSERT_EQ(plan.workGroupSize % shapeOf<Linear>(plan).vectorsAcross, 0);
        // The boxes of all work-groups cover the grid, and no more of them than it needs.
        const std::int64_t down = plan.workGroupSize / shapeOf<Linear>(plan).vectorsAcross;
        const auto boxes = [](std::int64_t points, std::int64_t each) {
          return (points + each - 1) / each;
        };
        ASSERT_EQ(plan.workGroups, boxes(row, 4 * shapeOf<Linear>(plan).vectorsAcross) *
                                       boxes(high, down) *
                                       boxes(deep, shapeOf<Linear>(plan).vectorsDeep));
      }
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(cube(32, 32, 32))).vectorsDeep,
            1); // rather fill the device
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(cube(128, 128, 128))).vectorsAcross, 32);
  PlanRequest far = cube(64, 64, 448);
  far.stencil.streamingReach = 4;
  EXPECT_EQ(shapeOf<Linear>(forms::planLinear(far)).vectorsAcross, 16); // no lane is idle
}

TEST(PlanLinear, workGroupsOfLargeGridsInSpaceReadLittleOfOthers) {
  const auto rows = [](const Plan &plan) {
    return plan.workGroupSize / shapeOf<Linear>(plan).vectorsAcross;
  };
  const auto expect = [&](const PlanRequest &request, std::int64_t across, std::int64_t high,
                          std::int64_t deep, std::int64_t unrolled) {
    const Plan plan = forms::planLinear(request);
    EXPECT_EQ(shapeOf<Linear>(plan).vectorsAcross, across);
    EXPECT_EQ(rows(plan), high);
    EXPECT_EQ(shapeOf<Linear>(plan).vectorsDeep, deep);
    EXPECT_EQ(shapeOf<Linear>(plan).unrolled, unrolled);
  };
  PlanRequest request = cube(512, 512, 512);
  expect(request, 32, 8, 4, 1);
  request = cube(400, 400, 400);
  expect(request, 100, 4, 6, 1); // a whole row: 32 vectors would leave 28 of 128 lanes idle
  request.stencil.streamingReach = 2;
  expect(request, 16, 16, 6, 2);
  request.stencil.streamingReach = 4;
  expect(request, 100, 5, 10, 2);
  request = cube(512, 512, 512);
  request.stencil.componentsPerPoint = 5; // registers are few
  expect(request, 32, 4, 4, 2);
  expect(cube(160, 160, 160), 32, 4, 4, 2); // work-groups are few
}

TEST(PlanLinear, noStreamingWhereVectorsCannotGoAnywhere) {
  const auto streams = [](const PlanRequest &request) {
    return forms::planLinear(request).kernel == std::string("eulerc_linear_streaming");
  };
  EXPECT_TRUE(streams(cube(4, 4, 4)));
  EXPECT_FALSE(streams(cube(3, 4, 4)));
  EXPECT_FALSE(streams(cube(4, 3, 4)));
  EXPECT_FALSE(streams(cube(4, 4, 3))); // a row shorter than a vector
  PlanRequest request = cube(16, 16, 16);
  request.stencil.streamingReach = 5; // beyond the neighbouring vector
  EXPECT_FALSE(streams(request));
  request.stencil.streamingReach = -1;
  EXPECT_FALSE(streams(request));
  request = cube(16, 16, 16);
  request.tuning.arrangement = ArrangementHint::AoS;
  EXPECT_FALSE(streams(request));
  request = cube(16, 16, 16);
  request.device.isCpu = true;
  EXPECT_FALSE(streams(request));
}
