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
      {lineOf(6, 49.3, 4, 2), {2, 2}, {2, 8}},     // 345 to 369; 12 steps of 3 vectors: 296
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
