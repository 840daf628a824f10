// Other sizes of linear steps that auto tries on GPUs: vectors, work-groups, registers.
#include "forms/shared.h"
#include "planning/candidate_list.h"
#include "planning/code_size.h"
#include "planning/planners.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "candidate_requests.h"
#include "plane_request.h"

using namespace eulerc;
using namespace candidate_requests;

TEST(Candidates, areNarrowVectorsWhereWideOnesHardlyFillAGpu) {
  const auto widths = [](std::int64_t side, double flops, bool hasTiles) {
    PlanRequest request = hasTiles ? tiling_test::plane(side, side) : plane(h200);
    request.tuning = {};
    for (int axis = 0; axis < 2; axis++) {
      request.grid.extent[axis] = side;
      request.grid.begin[axis] = 1;
      request.grid.end[axis] = side - 1;
    }
    request.points = request.components = side * side;
    request.flops = request.stencil.flopsPerComponent = flops;
    const Candidates found = candidatesOf(request);
    std::vector<std::int64_t> list;
    for (int k = 0; k < found.count; k++)
      if (const Plan plan = planOf(request, found.list[k].tuning); plan.form == &forms::linear)
        list.push_back(plan.vectorWidth);
    return list;
  };
  using Widths = std::vector<std::int64_t>; // behind the usual one at once
  EXPECT_EQ(widths(1024, 10, false), (Widths{4, 2, 1}));
  EXPECT_EQ(widths(4096, 10, false), (Widths{4, 4}));
  for (const std::int64_t side : {512, 1024})
    EXPECT_EQ(widths(side, 100, true), (Widths{2, 1, 4})) << side;
}

TEST(Candidates, arePersistentNextToTheFastestLaunches) {
  PlanRequest request = plane(h200); // of 16,384², which no cache holds
  request.grid.extent[0] = request.grid.extent[1] = 16384;
  request.grid.end[0] = request.grid.end[1] = 16383;
  request.points = request.components = 1 << 28;
  request.device.coResident = 132;
  const auto isPersistent = [](const Candidates &found) {
    return std::any_of(found.list, found.list + found.count, [](const Candidate &each) {
      return each.tuning.linearForm == LinearForm::Persistent;
    });
  };
  const Candidates first = candidatesOf(request);
  EXPECT_FALSE(isPersistent(first));
  const std::vector<double> seconds(static_cast<std::size_t>(first.count), 1.0);
  EXPECT_TRUE(isPersistent(withNeighbours(request, first, seconds)));
  request.device.coResident = 1; // not NVIDIA's
  EXPECT_FALSE(isPersistent(withNeighbours(request, first, seconds)));
}

TEST(Candidates, beginWithLinearStepsOfHeavyRightHandSides) {
  PlanRequest request = tiling_test::plane(1024, 1024, 4);
  request.tuning = {};
  request.stages = request.levelsOfStep = 2;
  request.flops = request.stencil.flopsPerComponent = 61;
  request.stencil.edgeFlopsPerComponent = 347;
  request.stencil.divides = true;
  request.device.coResident = 132;
  for (int axis = 0; axis < 2; axis++) {
    request.grid.begin[axis] = 1;
    request.grid.end[axis] = 1023;
  }
  const Candidates found = candidatesOf(request);
  EXPECT_EQ(found.list[0].tuning.scheme, Scheme::Linear);
  std::set<std::pair<std::int64_t, std::int64_t>> sizes;
  for (int k = 0; k < found.count; k++) {
    const Plan plan = planOf(request, found.list[k].tuning);
    EXPECT_LE(codeOf(request, plan), mostCode);
    if (plan.form == &forms::linear)
      sizes.emplace(plan.vectorWidth, plan.workGroupSize);
  }
  using Sizes = decltype(sizes); // 4,096²: 4 and 128 is the fastest
  EXPECT_EQ(sizes, (Sizes{{4, 128}, {2, 128}, {1, 128}}));
  Tuning whole; // the first tile that was built on an H200: 28 s
  whole.scheme = Scheme::Overlapped;
  whole.kept = 4;
  EXPECT_GT(codeOf(request, planOf(request, whole)), mostCode);
}

/// 128³: of four planes a work-item an H200 has half as many work-items as it holds.
TEST(Candidates, areSingleVectorsWhereDeepOnesHardlyFillAGpu) {
  const auto depths = [](std::int64_t side) {
    PlanRequest request = tiling_test::space(side, side, side, 2);
    request.tuning = {};
    request.stencil.streamingReach = 1;
    const Candidates found = candidatesOf(request);
    std::set<std::int64_t> all;
    for (int k = 0; k < found.count; k++)
      if (const Plan plan = planOf(request, found.list[k].tuning); plan.form == &forms::linear)
        all.insert(sizesOf(plan).vectorsDeep);
    return all;
  };
  EXPECT_TRUE(depths(128).contains(1));
  EXPECT_FALSE(depths(400).contains(1));
}

/// Three states that see two points, 256³: 187 Gcomp/s, 247 with 170 registers and 225 with 128
/// (H200).
TEST(Candidates, areColumnsWithFewerRegistersForMuchCode) {
  const auto limits = [](double flops) {
    PlanRequest request = tiling_test::space(256, 256, 256, 3);
    request.tuning = {};
    request.stencil.streamingReach = 2;
    request.device.coResident = 132; // NVIDIA's
    request.flops = request.stencil.flopsPerComponent = flops;
    const Candidates found = candidatesOf(request);
    std::set<std::int64_t> all;
    for (int k = 0; k < found.count; k++)
      if (const Plan plan = planOf(request, found.list[k].tuning); plan.form == &forms::linear)
        all.insert(plan.groupsPerUnit);
    return all;
  };
  EXPECT_EQ(limits(67), (std::set<std::int64_t>{0, 3, 4}));
  EXPECT_EQ(limits(7), std::set<std::int64_t>{0});
}

TEST(Candidates, areTilesThatWaitForEachOtherWhereACacheHoldsTheState) {
  const auto waits = [](std::int64_t side) {
    PlanRequest request = tiling_test::plane(side, side, 2);
    request.tuning = {};
    request.device.coResident = 132;
    const Candidates found = candidatesOf(request);
    return std::any_of(found.list, found.list + found.count, [&](const Candidate &each) {
      return planOf(request, each.tuning).form == &forms::persistentPlanes;
    });
  };
  EXPECT_TRUE(waits(1024));
  EXPECT_FALSE(waits(8192));
}

/// 27 points of 512³: sums and products alone are soon built, many though they are.
TEST(Candidates, areTilesOfTwoStepsOfLongSums) {
  PlanRequest request = tiling_test::space(512, 512, 512);
  request.tuning = {};
  request.flops = request.stencil.flopsPerComponent = request.stencil.edgeFlopsPerComponent = 56;
  request.instructions = request.flops;
  const Candidates found = candidatesOf(request);
  EXPECT_TRUE(std::any_of(found.list, found.list + found.count, [](const Candidate &each) {
    return each.tuning.scheme == Scheme::Overlapped && each.levelsPerLaunch == 2;
  }));
}

/// What matters most first: depths and widths; then, thoroughly, all other sizes.
TEST(Candidates, differInWorkGroupsWhenNoOtherDepthIsLeft) {
  const PlanRequest request = plane(h200);
  Candidates found = candidatesOf(request);
  for (const bool isThorough : {false, false, false, true}) {
    const Candidates before = found;
    found = withNeighbours(request, before,
                           std::vector<double>(static_cast<std::size_t>(before.count), 1.0),
                           isThorough);
    for (int k = before.count; k < found.count; k++)
      EXPECT_EQ(found.list[k].tuning.workGroupSize > 0 || found.list[k].tuning.vectorsDeep > 0,
                isThorough);
    EXPECT_TRUE(!isThorough || found.count > before.count);
  }
}

TEST(Candidates, areLinearStepsWithFewerRegistersForMuchCode) {
  PlanRequest request = plane(h200);
  request.flops = request.stencil.flopsPerComponent = 300;
  request.device.coResident = 132;
  const auto rooms = [&] {
    Candidates found = candidatesOf(request);
    std::vector<double> seconds;
    for (int before = 0; before < found.count;) { // the second time all depths and widths are known
      before = found.count;
      seconds.resize(static_cast<std::size_t>(before), 1.0);
      found = withNeighbours(request, found, seconds);
    }
    std::set<std::int64_t> groups;
    for (int k = 0; k < found.count; k++)
      groups.insert(planOf(request, found.list[k].tuning).groupsPerUnit);
    return groups;
  };
  EXPECT_TRUE(rooms().contains(8) && rooms().contains(12)); // of 128 work-items
  request.flops = request.stencil.flopsPerComponent = 5;
  EXPECT_FALSE(rooms().contains(8));
}
