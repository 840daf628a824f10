// The form `persistent` of the linear scheme: its launches, and what `auto` makes of it.
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
  request.stencil.streamingReach = 1;
  request.stencil.overlaps = true;
  request.device.coResident = request.device.computeUnits;
  request.tuning.scheme = Scheme::Linear;
  request.tuning.linearForm = LinearForm::Persistent;
  return request;
}

bool choosesPersistent(PlanRequest request) {
  request.tuning = {};
  return planScheme(request).form == &forms::persistent;
}

} // namespace

TEST(PlanPersistent, takesManyStepsALaunchWithAWorkGroupForEachComputeUnit) {
  PlanRequest request = cube(128);
  request.steps = 1000;
  const Plan plan = planScheme(request);
  EXPECT_STREQ(plan.kernel, "eulerc_linear_persistent");
  EXPECT_EQ(plan.workGroups, 128);
  EXPECT_EQ(plan.workGroupSize, 512);
  EXPECT_EQ(forms::shapeOf<Persistent>(plan).vectorsDeep, 8);
  EXPECT_EQ(plan.levelsPerLaunch, 256);
  EXPECT_EQ(plan.launches, 4);                    // 256, 256, 256 and 232 steps
  EXPECT_EQ(plan.form->copies, Copies::OfRounds); // even and odd steps have a copy each
}

TEST(PlanPersistent, takesWholeRowsAndWholeSteps) {
  PlanRequest request = cube(144); // 36 vectors
  request.stages = 7;
  const Plan plan = planScheme(request);
  EXPECT_EQ(forms::shapeOf<Persistent>(plan).vectorsAcross, 36);
  EXPECT_EQ(plan.workGroupSize, 504);
  EXPECT_EQ(plan.workGroups, 132);
  EXPECT_EQ(plan.levelsPerLaunch, 252);
}

TEST(PlanPersistent, neverTakesMoreWorkGroupsThanRunAtOnce) {
  for (const std::int64_t coResident : {1, 7, 132})
    for (std::int64_t edge = 4; edge <= 200; edge += 7) {
      PlanRequest request = cube(edge);
      request.device.coResident = coResident;
      const Plan plan = planScheme(request);
      ASSERT_GE(plan.workGroups, 1);
      ASSERT_LE(plan.workGroups, coResident) << edge;
      ASSERT_LE(plan.workGroupSize, request.device.maxWorkGroupSize);
    }
}

TEST(PlanPersistent, takesSumsOfFewPoints) {
  PlanRequest request{1024, 1024, 1000, 4, {}, {132, 1024, 49152, 16, false}, {}};
  request.grid.extent[0] = request.points;
  request.stencil.readsFar = true;
  request.stencil.sourceValues = request.stencil.termValues = 3;
  request.device.coResident = 132;
  request.flops = 3000;
  request.tuning.scheme = Scheme::Linear;
  request.tuning.linearForm = LinearForm::Persistent;
  const Plan plan = planScheme(request);
  EXPECT_STREQ(plan.kernel, "eulerc_persistent_sums");
  EXPECT_EQ(plan.workGroups, 128);
  EXPECT_EQ(forms::shapeOf<Sums>(plan).points, 8);
  EXPECT_EQ(plan.levelsPerLaunch, 256);
  request.flops = 3e6; // a launch takes a millisecond at most, and whole steps
  request.stages = 7;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 7);
  for (const std::int64_t coResident : {1, 7, 132})
    for (std::int64_t points = 1; points <= 100000; points += 7 + points / 2) {
      request.points = request.components = points;
      request.device.coResident = coResident;
      const Plan few = planScheme(request);
      ASSERT_GE(few.workGroups, 1);
      ASSERT_LE(few.workGroups, coResident) << points;
      ASSERT_LE(memoryOf(few).localBytes, request.device.localMemory) << points;
    }
}

TEST(PlanPersistent, isChosenWhereTheCacheHoldsTheStateAndWorkGroupsMayWait) {
  EXPECT_TRUE(choosesPersistent(cube(64)));
  EXPECT_TRUE(choosesPersistent(cube(128)));
  EXPECT_FALSE(choosesPersistent(cube(256))); // 134 MB
  PlanRequest request = cube(128);
  request.device.coResident = 1; // nothing is known of it
  EXPECT_FALSE(choosesPersistent(request));
  request = cube(128);
  request.stencil.readsFar = true;
  EXPECT_FALSE(choosesPersistent(request));
}
