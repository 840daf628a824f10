// The planner of lines in registers (forms/registers.cpp): the shapes that were measured to be fast
// on an H200 (bench/results/lines-h200.json).
#include "forms/shared.h"
#include "planning/planners.h"

#include <gtest/gtest.h>

using namespace eulerc;
using forms::shapeOf;

namespace {

/// 20,000,000 points on an H200. `flops`: of a component and level.
PlanRequest lineOf(int components, double flops, int reach, int levels = 1) {
  PlanRequest request;
  request.points = request.grid.extent[0] = 20000000;
  request.grid.components = request.stencil.componentsPerPoint = components;
  request.components = request.points * components;
  request.accessDistance = components * (reach + 1) - 1;
  request.flops = flops;
  request.reach = request.reachAlong[0] = reach;
  request.stencil.overlaps = true;
  request.stages = request.levelsOfStep = levels;
  request.stencil.readingLevels[0] = request.stencil.sidedLevels[0] = levels;
  request.steps = 10000 * levels;
  request.device = {132, 1024, 49152, 16, false};
  request.tuning.scheme = Scheme::Overlapped;
  return request;
}

struct LineSizes {
  std::int64_t kept, steps;
};

LineSizes sizesOfLine(const PlanRequest &request) {
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::None) << static_cast<int>(plan.unsupported.why);
  return {shapeOf<Registers>(plan).kept, plan.levelsPerLaunch.count / request.stages};
}

} // namespace

/// The more a point computes, the less tiles may compute twice and the more registers it needs
/// beside the values that are kept.
TEST(LinePlanner, keepsLessWhereMuchIsComputed) {
  struct Measured {
    PlanRequest request;
    LineSizes least, most; ///< within a tenth of the best of 30 shapes
  };
  const Measured measured[] = {
      {lineOf(4, 30.25, 1), {1, 8}, {3, 60}},      // 711 to 831 Gcomp/s; 4 vectors: 537
      {lineOf(3, 35.3, 2), {2, 5}, {4, 60}},       // 858 to 901; 8 vectors: 536
      {lineOf(6, 25, 4, 2), {2, 2}, {2, 8}},       // 345 to 369; 12 steps of 3 vectors: 296
      {lineOf(12, 23.8, 3, 4), {1, 1}, {1, 3}},    // 66 to 72; 2 vectors: 40
      {lineOf(4, 80.5 / 4, 2, 3), {1, 1}, {2, 6}}, // 106 to 123; 16 steps of 5 vectors: 68
  };
  for (const Measured &each : measured) {
    const LineSizes shape = sizesOfLine(each.request);
    EXPECT_GE(shape.kept, each.least.kept) << each.request.flops;
    EXPECT_LE(shape.kept, each.most.kept) << each.request.flops;
    EXPECT_GE(shape.steps, each.least.steps) << each.request.flops;
    EXPECT_LE(shape.steps, each.most.steps) << each.request.flops;
  }
}

/// Strings and Kuramoto–Sivashinsky, as before there was a model of operations.
TEST(LinePlanner, keepsMuchWhereLittleIsComputed) {
  const LineSizes ofString = sizesOfLine(lineOf(2, 4, 1));
  EXPECT_EQ(ofString.kept, 6);
  EXPECT_GE(ofString.steps, 60);
  EXPECT_EQ(sizesOfLine(lineOf(1, 20, 2)).kept, 20);
  EXPECT_EQ(sizesOfLine(lineOf(1, 6, 1)).kept, 8);
}

TEST(LinePlanner, takesShapesByHand) {
  PlanRequest request = lineOf(4, 30, 1);
  request.tuning.kept = 5;
  EXPECT_EQ(sizesOfLine(request).kept, 5);
  request.tuning.tileSteps = 3;
  EXPECT_EQ(sizesOfLine(request).steps, 3);
  request.tuning.kept = 0;
  EXPECT_EQ(sizesOfLine(request).steps, 3);
}

/// Small systems: a level lasts as long as a work-item's own operations wait for each other, so
/// that few vectors of each are faster (bench/results/small-lines-h200.json).
TEST(LinePlanner, keepsLittleInSmallSystems) {
  struct Measured {
    std::int64_t points;
    PlanRequest request;
    std::int64_t items, mostItems; ///< within a tenth of the best of up to 72 shapes
  };
  Measured measured[] = {
      {100000, lineOf(6, 36.3, 2, 2), 256, 512}, // 133 to 142 Gcomp/s; 256 and 2 vectors: 112
      {300000, lineOf(2, 37, 3, 3), 128, 256},   // 92 to 100; 256 and 2 vectors: 80
      {100000, lineOf(3, 21.7, 8, 4), 128, 128}, // 41 to 42; 256: 35; 256 and 2 vectors: 17
      {300000, lineOf(1, 92, 8), 128, 512},      // 142 to 157; 256 and 2 vectors: 120
      {100000, lineOf(4, 51, 3), 128, 256},      // 303 to 309; 256 and 2 vectors: 176
  };
  for (Measured &each : measured) {
    each.request.points = each.request.grid.extent[0] = each.points;
    each.request.components = each.points * each.request.grid.components;
    each.request.device.coResident = 132;
    EXPECT_EQ(sizesOfLine(each.request).kept, 1) << each.request.flops;
    EXPECT_GE(planScheme(each.request).workGroupSize, each.items) << each.request.flops;
    EXPECT_LE(planScheme(each.request).workGroupSize, each.mostItems) << each.request.flops;
  }
}

/// Sixteen components with vectors of 8: 2,048 bytes a work-item.
TEST(LinePlanner, fitsInLocalMemory) {
  PlanRequest request = lineOf(16, 24, 8, 4);
  EXPECT_EQ(planScheme(request).workGroupSize, 16); // of 49,152 bytes
  request.device.mostLocalMemory = 220 << 10;
  EXPECT_EQ(planScheme(request).workGroupSize, 64);
  request.tuning.workGroupSize = 128;
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::LocalMemory);
  request.tuning.workGroupSize = 0;
  request.device.localMemory = request.device.mostLocalMemory = 1024;
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::LocalMemory);
}
