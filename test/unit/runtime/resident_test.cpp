// The form `resident` of the linear scheme: its launches, and what `auto` makes of it.
#include <gtest/gtest.h>

#include <string_view>

#include "plane_request.h"
#include "planning/planners.h"

using namespace eulerc;

namespace {

/// Seven points of a cube, on a GPU whose work-groups may wait for each other.
PlanRequest cube(std::int64_t edge) {
  PlanRequest request = tiling_test::space(edge, edge, edge);
  for (int axis = 0; axis < 3; axis++) {
    request.grid.begin[axis] = 1;
    request.grid.end[axis] = edge - 1;
  }
  request.stencil.marchReach = 1;
  request.stencil.overlaps = true;
  request.device.atOnce = request.device.computeUnits;
  request.tuning.scheme = Scheme::Linear;
  request.tuning.linearForm = LinearForm::Resident;
  return request;
}

bool choosesResident(PlanRequest request) {
  request.tuning = {};
  return planScheme(request).form == std::string_view("resident");
}

} // namespace

TEST(PlanResident, takesManyStepsALaunchWithAWorkGroupForEachComputeUnit) {
  PlanRequest request = cube(128);
  request.steps = 1000;
  const Plan plan = planScheme(request);
  EXPECT_STREQ(plan.kernel, "eulerc_resident");
  EXPECT_EQ(plan.workGroups, 128);
  EXPECT_EQ(plan.workGroupSize, 512);
  EXPECT_EQ(plan.vectorsDeep, 8);
  EXPECT_EQ(plan.stepsPerLaunch, 256);
  EXPECT_EQ(plan.launches, 4); // 256, 256, 256 and 232 steps
  EXPECT_FALSE(plan.swaps);    // even and odd steps have a copy each
}

TEST(PlanResident, takesWholeRowsAndWholeSteps) {
  PlanRequest request = cube(144); // 36 vectors
  request.stages = 7;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.vectorsAcross, 36);
  EXPECT_EQ(plan.workGroupSize, 504);
  EXPECT_EQ(plan.workGroups, 132);
  EXPECT_EQ(plan.stepsPerLaunch, 252);
}

TEST(PlanResident, neverTakesMoreWorkGroupsThanRunAtOnce) {
  for (const std::int64_t atOnce : {1, 7, 132})
    for (std::int64_t edge = 4; edge <= 200; edge += 7) {
      PlanRequest request = cube(edge);
      request.device.atOnce = atOnce;
      const Plan plan = planScheme(request);
      ASSERT_GE(plan.workGroups, 1);
      ASSERT_LE(plan.workGroups, atOnce) << edge;
      ASSERT_LE(plan.workGroupSize, request.device.maxWorkGroupSize);
    }
}

TEST(PlanResident, isChosenWhereTheCacheHoldsTheStateAndWorkGroupsMayWait) {
  EXPECT_TRUE(choosesResident(cube(64)));
  EXPECT_TRUE(choosesResident(cube(128)));
  EXPECT_FALSE(choosesResident(cube(256))); // 134 MB
  PlanRequest request = cube(128);
  request.device.atOnce = 1; // nothing is known of it
  EXPECT_FALSE(choosesResident(request));
  request = cube(128);
  request.stencil.readsFar = true;
  EXPECT_FALSE(choosesResident(request));
}
