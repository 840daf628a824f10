// Strips (templates/overlapped/grid/boxes.h, planning/strips.cpp): legal at all small sizes,
// faults that are planted are found, plans as measured on a GPU, refusals with numbers.
#include "planning/planners.h"
#include "planning/shared.h"

#include <gtest/gtest.h>

#include "box_faults.h"
#include "box_model.h"
#include "plane_request.h"

using namespace eulerc;
using tiling_test::BoxCase;
using tiling_test::BoxModel;
using tiling_test::expectFaultsFound;
using tiling_test::plane;

namespace {

BoxCase caseOf(const PlanRequest &request, const Plan &plan) {
  return {{request.grid.extent[0], 1, request.grid.extent[1]},
          {plan.box[0], 1, plan.box[1]},
          plan.levels,
          {request.reachAlong[0], 0, request.reachAlong[1]},
          plan.margin,
          {0, 1, plan.tileWidth},
          {false, false, false},
          plan.tallBoxes,
          plan.lowBox};
}

/// A grid of two by two boxes, of which the last ones are cut.
const BoxCase sample = {{11, 1, 19}, {7, 1, 12}, 3, {1, 0, 1}, 4, {0, 1, 20}, {}};

} // namespace

TEST(Strips, areLegal) {
  long count = 0;
  for (const long reachDown : {0, 1, 2})
    for (const long reachAlong : {0, 1, 2})
      for (const long levels : {1, 2, 4})
        for (const long boxRows : {1, 3, 8})
          for (const long width : {1, 4})
            for (long rows = 1; rows <= 17; rows += 4)
              for (long columns = 1; columns <= 21; columns += 5)
                for (const bool ring : {false, true}) {
                  const long tall = rows / boxRows / 2, low = count % boxRows + 1;
                  const long margin = (levels * reachAlong + width - 1) / width * width;
                  const long boxColumns = 2 * width;
                  const BoxCase c = {{rows, 1, columns},
                                     {boxRows, 1, boxColumns},
                                     levels,
                                     {reachDown, 0, reachAlong},
                                     margin,
                                     {0, 1, boxColumns + 2 * margin},
                                     {ring, false, ring},
                                     tall,
                                     low};
                  count++;
                  ASSERT_EQ(BoxModel(c).run(), "")
                      << rows << " x " << columns << " boxes of " << boxRows << " x " << boxColumns
                      << " S " << levels << " reach " << reachDown << ", " << reachAlong << "; "
                      << tall << " boxes, then of " << low << " rows";
                }
  EXPECT_GT(count, 8000);
}

TEST(Strips, faultsAreFound) {
  expectFaultsFound(sample);
  BoxCase lower = sample; // a box of seven rows, and lower ones
  lower.tall = 1;
  lower.low = 2;
  expectFaultsFound(lower);
  BoxCase narrow = sample; // a margin that S steps spoil
  narrow.margin = 2;
  narrow.size[2] = 16;
  EXPECT_NE(BoxModel(narrow).run(), "");
}

TEST(StripsPlanner, plansLegally) {
  int planned = 0;
  for (const std::int64_t rows : {1, 2, 13, 40})
    for (const std::int64_t columns : {1, 2, 7, 70})
      for (const std::int64_t components : {1, 2, 5})
        for (const std::int64_t reach : {1, 2})
          for (const std::int64_t tileSteps : {0, 1, 3})
            for (const std::int64_t units : {1, 132})
              for (const std::int64_t workGroup : {0, 16}) {
                PlanRequest request = plane(rows, columns, components);
                request.device.computeUnits = units;
                request.reach = request.reachAlong[0] = request.reachAlong[1] = reach;
                request.tuning.tileSteps = tileSteps;
                request.tuning.workGroupSize = workGroup;
                const Plan plan = planScheme(request);
                if (plan.refusal != Refusal::None)
                  continue;
                planned++;
                ASSERT_LE(plan.localBytes, request.device.localMemory);
                ASSERT_GE(plan.tileWidth, plan.box[1] + 2 * plan.margin);
                ASSERT_EQ(plan.tiles, tiling_test::boxesDown(request, plan) *
                                          eulerc_boxes_along(columns, plan.box[1]));
                ASSERT_EQ(BoxModel(caseOf(request, plan)).run(), "")
                    << rows << " x " << columns << " reach " << reach;
              }
  EXPECT_GT(planned, 300);
}

TEST(StripsPlanner, takesTheShapesThatWereMeasuredBest) {
  Plan plan = planScheme(plane(16384, 16384));
  EXPECT_STREQ(plan.kernel, "eulerc_strips");
  EXPECT_EQ(plan.levels, 10);
  EXPECT_EQ(plan.vectorWidth, 2);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_EQ(plan.box[0], 363);
  EXPECT_EQ(plan.lowBox, 141);
  EXPECT_EQ(plan.tallBoxes, 31); // of 70 % of the rows
  EXPECT_EQ(plan.launches, 100);
  EXPECT_STREQ(plan.lastKernel, "");
  EXPECT_TRUE(plan.swaps);

  plan = planScheme(plane(7072, 7072, 2)); // registers for fewer levels
  EXPECT_EQ(plan.levels, 6);
  EXPECT_STREQ(plan.lastKernel, "eulerc_strips_rest"); // of four steps
  EXPECT_EQ(plan.vectorWidth, 2);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_GE(plan.tiles, 14 * 132);

  PlanRequest medium = plane(4096, 4096, 2);
  medium.tuning.tileForm = TileForm::Strips;
  plan = planScheme(medium); // short tiles, or units would wait for the last ones
  EXPECT_EQ(plan.levels, 6);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_EQ(plan.box[0], 81);
  EXPECT_EQ(plan.lowBox, 33);
  EXPECT_STREQ(planScheme(plane(3000, 3000)).form, "registers"); // or would compute little
  EXPECT_EQ(planScheme(plane(8192, 8192)).box[0], 207);

  PlanRequest small = plane(500, 500, 2);
  small.tuning.tileForm = TileForm::Strips;
  plan = planScheme(small);
  EXPECT_EQ(plan.levels, 4);
  EXPECT_EQ(plan.workGroupSize, 64);
  EXPECT_EQ(plan.box[0], 12);
}

TEST(StripsPlanner, takesAsManyLevelsAsTheirVectorsHaveRegisters) {
  PlanRequest request = plane(8192, 8192);
  request.stencil.vectorsInFlight = 4; // a field beside the layers
  EXPECT_EQ(planScheme(request).levels, 9);
  request = plane(8192, 8192, 2); // of two time levels one is read at the point alone
  request.stencil.vectorsInFlight = 5;
  EXPECT_EQ(planScheme(request).levels, 7);

  request = plane(8192, 8192); // of two rows more on both sides
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 2;
  request.stencil.vectorsInFlight = 5;
  EXPECT_EQ(planScheme(request).levels, 4);

  request = plane(3072, 3072, 9); // lattice Boltzmann: few rows fill its two levels
  request.stencil.vectorsInFlight = 22;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.levels, 2);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_EQ(plan.box[0], 51);
}

TEST(StripsPlanner, doesWhatItIsToldByHand) {
  PlanRequest request = plane(1000, 1000);
  request.tuning.tileSteps = 3;
  request.tuning.workGroupSize = 96;
  request.tuning.vectorWidth = 4;
  request.tuning.box[0] = 50;
  request.tuning.box[1] = 200;
  request.steps = 7;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.levels, 3);
  EXPECT_EQ(plan.workGroupSize, 96);
  EXPECT_EQ(plan.vectorWidth, 4);
  EXPECT_EQ(plan.box[0], 50);
  EXPECT_EQ(plan.box[1], 200);
  EXPECT_EQ(plan.tiles, 20 * 5);
  EXPECT_EQ(plan.launches, 3);
  EXPECT_STREQ(plan.lastKernel, "eulerc_strips_rest"); // of one step
}

TEST(StripsPlanner, refusesWithNumbers) {
  PlanRequest request = plane(1000, 1000);
  request.stencil.overlaps = false; // guards on the indices, and the like
  EXPECT_EQ(planScheme(request).refusal, Refusal::NoOverlap);

  request = plane(1000, 1000);
  request.accessDistance = -1;
  EXPECT_EQ(planScheme(request).refusal, Refusal::Unbounded);

  request = plane(1000, 1000);
  request.reachAlong[1] = 5;
  Plan plan = planScheme(request);
  EXPECT_EQ(plan.refusal, Refusal::Reach);
  EXPECT_EQ(plan.needed, 5);
  EXPECT_EQ(plan.available, 4);

  request = plane(1, 1000);
  request.reach = request.reachAlong[0] = 2;
  plan = planScheme(request);
  EXPECT_EQ(plan.refusal, Refusal::TooSmall);
  EXPECT_STREQ(plan.counted, "rows");
  EXPECT_EQ(plan.needed, 2);
  EXPECT_EQ(plan.available, 1);

  request = plane(1000, 1000);
  request.tuning.tileSteps = 40;
  request.tuning.workGroupSize = 16;
  plan = planScheme(request);
  EXPECT_EQ(plan.refusal, Refusal::TileShape);
  EXPECT_EQ(plan.needed, 82);
  EXPECT_EQ(plan.available, 32);

  request = plane(1000, 1000);
  request.device.localMemory = 100;
  plan = planScheme(request);
  EXPECT_EQ(plan.refusal, Refusal::LocalMemory);
  EXPECT_EQ(plan.available, 100);
}

TEST(StripsPlanner, isForGpusUnlessRegistersAreAskedFor) {
  PlanRequest request = plane(1000, 1000);
  request.tuning.scheme = Scheme::Auto;
  EXPECT_STREQ(planScheme(request).form, "registers");
  EXPECT_STREQ(planScheme(plane(8192, 8192)).form, "strips");
  request.grid.extent[0] = 5; // all margin
  request.grid.extent[1] = 7;
  EXPECT_STREQ(planScheme(request).scheme, "linear");
  request = plane(1000, 1000);
  request.device.isCpu = true;
  EXPECT_STRNE(planScheme(request).kernel, "eulerc_strips");
  request.tuning.tileForm = TileForm::Strips;
  EXPECT_STREQ(planScheme(request).kernel, "eulerc_strips");
}

TEST(StripsPlanner, givesSidesAKernelOfTheirOwnWhereThatPays) {
  PlanRequest request = plane(8192, 8192);
  EXPECT_STREQ(planScheme(request).endsKernel, "");
  request.stencil.guards = Guards::Many;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_strips_ends");
  EXPECT_EQ(planScheme(request).endsGroups, 0); // as many as tiles
  EXPECT_EQ(planScheme(request).lowBox, planScheme(request).box[0]);
  request.stencil.guards = Guards::AtPoints;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_strips_ends");
  EXPECT_EQ(planScheme(request).endsTeam, 8);
  EXPECT_EQ(planScheme(request).endsGroups, 136);
  EXPECT_LT(planScheme(request).lowBox, planScheme(request).box[0]);
  PlanRequest small = plane(3100, 3100);
  small.device.computeUnits = 40; // many tiles for each
  small.tuning.tileForm = TileForm::Strips;
  EXPECT_LT(planScheme(small).lowBox, planScheme(small).box[0]);
  small.stencil.guards = Guards::AtPoints;
  EXPECT_EQ(planScheme(small).lowBox, planScheme(small).box[0]);
  EXPECT_STREQ(planScheme(small).endsKernel, "");
  EXPECT_STREQ(planScheme(tiling_test::space(512, 512, 512)).endsKernel, "eulerc_strips_ends");
  EXPECT_STREQ(planScheme(tiling_test::space(128, 128, 128)).endsKernel, "");
  request.device.isCpu = true;
  request.tuning.tileForm = TileForm::Strips;
  EXPECT_STREQ(planScheme(request).endsKernel, "");
}

TEST(StripsPlanner, takesFewerLevelsWhereStopsLeaveMuchOfALaunchIdle) {
  PlanRequest request = plane(8192, 8192); // ten levels
  ASSERT_EQ(planScheme(request).levels, 10);
  request.interval = 27; // 10 + 10 + 7
  EXPECT_EQ(planScheme(request).levels, 9);
  request.interval = 60;
  EXPECT_EQ(planScheme(request).levels, 10);
  request.interval = 96; // 9 of 10 and 6: a twentieth more
  EXPECT_EQ(planScheme(request).levels, 10);
  request.interval = 13; // no divisor is near ten
  EXPECT_EQ(planScheme(request).levels, 10);
  request.interval = 27;
  request.tuning.tileSteps = 8;
  request.tuning.tileForm = TileForm::Strips;
  EXPECT_EQ(planScheme(request).levels, 8);
}

TEST(StripsPlanner, givesRoomInLocalMemoryToWhatNeighboursRead) {
  PlanRequest request = plane(2000, 2000, 16);
  request.tuning.tileSteps = 6;
  request.tuning.vectorWidth = 1;
  request.tuning.workGroupSize = 64;
  const std::int64_t all = planScheme(request).localBytes;
  request.stencil.shownAcross = 2;
  EXPECT_EQ(8 * planScheme(request).localBytes, all);
}

TEST(StripsPlanner, methodsOfStagesTakeNoVectorsAndTwoSteps) {
  PlanRequest request = plane(4096, 4096, 4);
  request.stages = request.levelsOfStep = 4;
  request.stencil.shownAcross = 1;
  Plan plan = planScheme(request);
  EXPECT_EQ(plan.vectorWidth, 1);
  EXPECT_EQ(plan.levels, 8);
  request.stages = request.levelsOfStep = 7;
  plan = planScheme(request);
  EXPECT_EQ(plan.vectorWidth, 1);
  EXPECT_EQ(plan.levels, 7);
}
