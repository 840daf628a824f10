// Streaming tiles (templates/tiles/boxes.h, forms/streaming.cpp): legal at all small sizes,
// faults that are planted are found, plans as measured on a GPU, refusals with numbers.
#include "forms/shared.h"
#include "planning/planners.h"

#include <gtest/gtest.h>

#include "box_faults.h"
#include "box_model.h"
#include "plane_request.h"

using namespace eulerc;
using forms::shapeOf;
using tiling_test::BoxCase;
using tiling_test::BoxModel;
using tiling_test::expectFaultsFound;
using tiling_test::plane;

namespace {

BoxCase caseOf(const PlanRequest &request, const Plan &plan) {
  return {{request.grid.extent[0], 1, request.grid.extent[1]},
          {shapeOf<Streaming>(plan).box[0], 1, shapeOf<Streaming>(plan).box[1]},
          plan.levelsPerLaunch.count,
          {request.reachAlong[0], 0, request.reachAlong[1]},
          shapeOf<Streaming>(plan).ghostZone,
          {0, 1, shapeOf<Streaming>(plan).tileWidth},
          {false, false, false},
          shapeOf<Streaming>(plan).tallBoxes,
          shapeOf<Streaming>(plan).lowBox};
}

/// A grid of two by two boxes, of which the last ones are cut.
const BoxCase sample = {{11, 1, 19}, {7, 1, 12}, 3, {1, 0, 1}, 4, {0, 1, 20}, {}};

PlanRequest heat(std::int64_t side) {
  PlanRequest request = plane(side, side);
  request.flops = request.stencil.flopsPerComponent = 8;
  return request;
}

PlanRequest brusselator(std::int64_t side) {
  PlanRequest request = plane(side, side, 2);
  request.flops = request.stencil.flopsPerComponent = 12;
  return request;
}

} // namespace

TEST(Streaming, areLegal) {
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
                  const long ghostZone = (levels * reachAlong + width - 1) / width * width;
                  const long boxColumns = 2 * width;
                  const BoxCase c = {{rows, 1, columns},
                                     {boxRows, 1, boxColumns},
                                     levels,
                                     {reachDown, 0, reachAlong},
                                     ghostZone,
                                     {0, 1, boxColumns + 2 * ghostZone},
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

TEST(Streaming, faultsAreFound) {
  expectFaultsFound(sample);
  BoxCase lower = sample; // a box of seven rows, and lower ones
  lower.tall = 1;
  lower.low = 2;
  expectFaultsFound(lower);
  BoxCase narrow = sample; // a ghost zone that S steps spoil
  narrow.ghostZone = 2;
  narrow.size[2] = 16;
  EXPECT_NE(BoxModel(narrow).run(), "");
}

TEST(StreamingPlanner, plansLegally) {
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
                request.tuning.tileForm = TileForm::Streaming;
                const Plan plan = planScheme(request);
                if (plan.unsupported.why != Reason::None)
                  continue;
                planned++;
                ASSERT_LE(shapeOf<Streaming>(plan).localBytes, request.device.localMemory);
                ASSERT_GE(shapeOf<Streaming>(plan).tileWidth,
                          shapeOf<Streaming>(plan).box[1] + 2 * shapeOf<Streaming>(plan).ghostZone);
                ASSERT_EQ(shapeOf<Streaming>(plan).tiles,
                          tiling_test::boxesDown(request, plan) *
                              eulerc_boxes_along(columns, shapeOf<Streaming>(plan).box[1]));
                ASSERT_EQ(BoxModel(caseOf(request, plan)).run(), "")
                    << rows << " x " << columns << " reach " << reach;
              }
  EXPECT_GT(planned, 300);
}

// What was measured to be fast on an H200 (bench/results/planes-h200.json).
TEST(StreamingPlanner, takesTheShapesThatWereMeasuredBest) {
  Plan plan = planScheme(heat(16384));
  EXPECT_STREQ(plan.kernel, "eulerc_streaming");
  EXPECT_EQ(plan.levelsPerLaunch, 10);
  EXPECT_EQ(plan.vectorWidth, 2);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_EQ(shapeOf<Streaming>(plan).box[0], 363);
  EXPECT_EQ(shapeOf<Streaming>(plan).lowBox, 141);
  EXPECT_EQ(shapeOf<Streaming>(plan).tallBoxes, 31); // of 70 % of the rows
  EXPECT_EQ(plan.launches, 100);
  EXPECT_EQ(plan.levels % plan.levelsPerLaunch, 0);

  plan = planScheme(brusselator(7072)); // registers for fewer levels
  EXPECT_GE(plan.levelsPerLaunch.count, 5);
  EXPECT_LE(plan.levelsPerLaunch.count, 7);
  EXPECT_EQ(plan.vectorWidth, 2);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_GE(shapeOf<Streaming>(plan).tiles, 14 * 132);

  plan = planScheme(brusselator(4096)); // short tiles, or units would wait for the last ones
  EXPECT_GE(plan.levelsPerLaunch.count, 4);
  EXPECT_LE(plan.levelsPerLaunch.count, 7);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_LE(shapeOf<Streaming>(plan).box[0], 110);
  EXPECT_LT(shapeOf<Streaming>(plan).lowBox, shapeOf<Streaming>(plan).box[0]);
  EXPECT_STREQ(planScheme(heat(2500)).name(), "registers"); // or would compute little

  PlanRequest small = brusselator(500);
  small.tuning.tileForm = TileForm::Streaming;
  plan = planScheme(small);
  EXPECT_LE(plan.levelsPerLaunch.count, 5);
  EXPECT_EQ(plan.workGroupSize, 64);
  EXPECT_LE(shapeOf<Streaming>(plan).box[0], 15);
}

TEST(StreamingPlanner, takesFewerLevelsWhereTheirValuesOrOperationsNeedRegisters) {
  struct Measured {
    int components, vectorsInFlight, reach;
    double flops;
    std::int64_t least, most; ///< levels within a tenth of the best of 14 shapes, 4,096²
  };
  for (const Measured &each : {Measured{2, 5, 1, 6, 6, 10}, // leapfrog
                               {2, 7, 1, 13, 4, 6},         // 864 and 940 Gcomp/s; 10 levels: 617
                               {2, 6, 1, 10, 4, 7},         // tissue
                               {1, 6, 2, 22, 3, 4},         // 410 to 448; 6: 375
                               {1, 6, 2, 36, 2, 4},         // 272 to 292; 6: 242
                               {4, 13, 1, 52, 1, 4},        // 339 to 362; 6: 292
                               {4, 21, 2, 84, 1, 2}}) {     // 197 to 201; 3: 152
    PlanRequest request = plane(4096, 4096, each.components);
    request.reach = request.reachAlong[0] = request.reachAlong[1] = each.reach;
    request.flops = request.stencil.flopsPerComponent = each.flops;
    request.stencil.vectorsInFlight = each.vectorsInFlight;
    request.tuning.tileForm = TileForm::Streaming;
    const Plan plan = planScheme(request);
    EXPECT_GE(plan.levelsPerLaunch.count, each.least) << each.flops;
    EXPECT_LE(plan.levelsPerLaunch.count, each.most) << each.flops;
  }
}

// Of two rows more on both sides (stripes), and of a formula that is longer (convolution).
TEST(StreamingPlanner, takesFewerLevelsWhoseTextIsLong) {
  PlanRequest request = plane(8192, 8192);
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 2;
  request.stencil.vectorsInFlight = 5;
  request.stencil.flopsPerComponent = 45;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 4);
  request.stencil.flopsPerComponent = 53;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 4);
  request.stencil.flopsPerComponent = 70;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 3);
  request.stencil.flopsPerComponent = 1000; // a step at least
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 1);

  request = plane(4096, 4096); // of two levels, which are longer
  request.stages = request.levelsOfStep = 2;
  request.stencil.vectorsInFlight = 4;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 10);
  request.stencil.flopsPerComponent = 90; // values one by one are shorter, too
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 4);
  EXPECT_EQ(planScheme(request).vectorWidth, 1);
}

// A period of layers is written out; with functions each becomes much code.
TEST(StreamingPlanner, writesOneLayerWhereFunctionsAreLong) {
  PlanRequest request = plane(3072, 3072, 2);
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 2;
  request.tuning.tileForm = TileForm::Streaming;
  const auto phases = [&] { return shapeOf<Streaming>(planScheme(request)).phases; };
  request.stencil.flopsPerComponent = 500;
  EXPECT_EQ(phases(), 5);
  request.stencil.callsFunctions = true;
  EXPECT_EQ(phases(), 1);
  request.stencil.flopsPerComponent = 100;
  EXPECT_EQ(phases(), 5);
}

TEST(StreamingPlanner, doesWhatItIsToldByHand) {
  PlanRequest request = plane(1000, 1000);
  request.tuning.tileSteps = 3;
  request.tuning.workGroupSize = 96;
  request.tuning.vectorWidth = 4;
  request.tuning.box[0] = 50;
  request.tuning.box[1] = 200;
  request.steps = 7;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.levelsPerLaunch, 3);
  EXPECT_EQ(plan.workGroupSize, 96);
  EXPECT_EQ(plan.vectorWidth, 4);
  EXPECT_EQ(shapeOf<Streaming>(plan).box[0], 50);
  EXPECT_EQ(shapeOf<Streaming>(plan).box[1], 200);
  EXPECT_EQ(shapeOf<Streaming>(plan).tiles, 20 * 5);
  EXPECT_EQ(plan.launches, 3);
  EXPECT_EQ(plan.levels % plan.levelsPerLaunch, 1); // the last launch takes another kernel
}

// Few tiles have fewer work-items, unless these compute fewer points than a tile stores.
TEST(StreamingPlanner, takesWideBoxesByHandInSmallGrids) {
  PlanRequest request = heat(500);
  request.tuning.tileForm = TileForm::Streaming;
  request.tuning.box[1] = 200;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::None);
  EXPECT_EQ(plan.workGroupSize, 128);
  EXPECT_EQ(shapeOf<Streaming>(plan).box[1], 200);
}

TEST(StreamingPlanner, refusesWithNumbers) {
  PlanRequest request = plane(1000, 1000);
  request.stencil.overlaps = false; // guards on the indices, and the like
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::NoOverlap);

  request = plane(1000, 1000);
  request.accessDistance = -1;
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::Unbounded);

  request = plane(1000, 1000);
  request.reachAlong[1] = 5;
  Plan plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::Reach);
  EXPECT_EQ(plan.unsupported.needed, 5);
  EXPECT_EQ(plan.unsupported.available, 4);

  request = plane(1, 1000);
  request.reach = request.reachAlong[0] = 2;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::TooSmall);
  EXPECT_STREQ(plan.unsupported.counted, "rows");
  EXPECT_EQ(plan.unsupported.needed, 2);
  EXPECT_EQ(plan.unsupported.available, 1);

  request = plane(1000, 1000);
  request.tuning.tileSteps = 40;
  request.tuning.workGroupSize = 16;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::TileShape);
  EXPECT_EQ(plan.unsupported.needed, 82);
  EXPECT_EQ(plan.unsupported.available, 32);

  request = plane(1000, 1000);
  request.device.localMemory = 100;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::LocalMemory);
  EXPECT_EQ(plan.unsupported.available, 100);
}

TEST(StreamingPlanner, isForGpusUnlessRegistersAreAskedFor) {
  PlanRequest request = plane(1000, 1000);
  request.tuning.scheme = Scheme::Auto;
  EXPECT_STREQ(planScheme(request).name(), "registers");
  EXPECT_STREQ(planScheme(plane(8192, 8192)).name(), "streaming");
  request.grid.extent[0] = 5; // all ghost zone
  request.grid.extent[1] = 7;
  EXPECT_STREQ(planScheme(request).scheme(), "linear");
  request = plane(1000, 1000);
  request.device.isCpu = true;
  EXPECT_STRNE(planScheme(request).kernel, "eulerc_streaming");
  request.tuning.tileForm = TileForm::Streaming;
  EXPECT_STREQ(planScheme(request).kernel, "eulerc_streaming");
}

TEST(StreamingPlanner, givesSidesAKernelOfTheirOwnWhereThatPays) {
  PlanRequest request = plane(8192, 8192);
  EXPECT_STREQ(planScheme(request).endsKernel, "");
  request.stencil.guards = Guards::Many;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_streaming_ends");
  EXPECT_EQ(planScheme(request).endsGroups, 0); // as many as tiles
  EXPECT_EQ(shapeOf<Streaming>(planScheme(request)).lowBox,
            shapeOf<Streaming>(planScheme(request)).box[0]);
  request.stencil.guards = Guards::AtPoints;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_streaming_ends");
  EXPECT_EQ(shapeOf<Streaming>(planScheme(request)).team, 8);
  EXPECT_EQ(planScheme(request).endsGroups, 136);
  EXPECT_LT(shapeOf<Streaming>(planScheme(request)).lowBox,
            shapeOf<Streaming>(planScheme(request)).box[0]);
  PlanRequest small = plane(3100, 3100);
  small.device.computeUnits = 40; // many tiles for each
  small.tuning.tileForm = TileForm::Streaming;
  EXPECT_LT(shapeOf<Streaming>(planScheme(small)).lowBox,
            shapeOf<Streaming>(planScheme(small)).box[0]);
  small.stencil.guards = Guards::AtPoints;
  EXPECT_EQ(shapeOf<Streaming>(planScheme(small)).lowBox,
            shapeOf<Streaming>(planScheme(small)).box[0]);
  EXPECT_STREQ(planScheme(small).endsKernel, "");
  EXPECT_STREQ(planScheme(tiling_test::space(512, 512, 512)).endsKernel, "eulerc_streaming_ends");
  EXPECT_STREQ(planScheme(tiling_test::space(128, 128, 128)).endsKernel, "");
  request.device.isCpu = true;
  request.tuning.tileForm = TileForm::Streaming;
  EXPECT_STREQ(planScheme(request).endsKernel, "");
}

TEST(StreamingPlanner, givesARingOfWholeBlocksOneKernel) {
  PlanRequest request = tiling_test::space(512, 512, 512);
  request.stencil.rings = request.stencil.circles = 7;
  std::ranges::fill(request.stencil.radius, 1);
  EXPECT_STREQ(planScheme(request).endsKernel, "");
  request.stencil.guards = Guards::Many;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_streaming_ends");
  request.stencil.guards = Guards::None;
  request.stencil.rings = 5;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_streaming_ends");
  request.stencil.rings = 7;
  request.grid.extent[2] = 511; // vectors lie across both ends
  request.tuning.vectorWidth = 2;
  EXPECT_STREQ(planScheme(request).endsKernel, "eulerc_streaming_ends");
}

TEST(StreamingPlanner, knowsRingsThatAreShorterThanWhatTilesCompute) {
  PlanRequest request = plane(1000, 1000);
  request.tuning.tileForm = TileForm::Streaming;
  request.tuning.tileSteps = 4;
  request.stencil.rings = request.stencil.circles = 3;
  std::ranges::fill(request.stencil.radius, 3);
  EXPECT_TRUE(shapeOf<Streaming>(planScheme(request)).longRings);
  request.stencil.radius[1] = 201; // 5 times as much is more than a row
  EXPECT_FALSE(shapeOf<Streaming>(planScheme(request)).longRings);
  request.stencil.circles = 1;
  EXPECT_TRUE(shapeOf<Streaming>(planScheme(request)).longRings);
  request.stencil.radius[0] = -1; // params decide
  EXPECT_FALSE(shapeOf<Streaming>(planScheme(request)).longRings);
}

TEST(StreamingPlanner, takesFewerLevelsWhereStopsLeaveMuchOfALaunchIdle) {
  PlanRequest request = plane(8192, 8192); // ten levels
  ASSERT_EQ(planScheme(request).levelsPerLaunch, 10);
  request.interval = 27; // 10 + 10 + 7
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 9);
  request.interval = 60;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 10);
  request.interval = 96; // 9 of 10 and 6: a twentieth more
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 10);
  request.interval = 13; // no divisor is near ten
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 10);
  request.interval = 27;
  request.tuning.tileSteps = 8;
  request.tuning.tileForm = TileForm::Streaming;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 8);
}

TEST(StreamingPlanner, givesRoomInLocalMemoryToWhatNeighboursRead) {
  PlanRequest request = plane(2000, 2000, 16);
  request.tuning.tileSteps = 6;
  request.tuning.vectorWidth = 1;
  request.tuning.workGroupSize = 64;
  const std::int64_t all = shapeOf<Streaming>(planScheme(request)).localBytes;
  request.stencil.shownAcross = 2;
  EXPECT_EQ(8 * shapeOf<Streaming>(planScheme(request)).localBytes, all);
}

// By rk4: heat 249 Gcomp/s in two steps, about 210 in one; with two rows more on both sides 132,
// 148.
TEST(StreamingPlanner, methodsOfStagesTakeTwoStepsWhereTheseAreLight) {
  PlanRequest request = plane(4096, 4096, 3);
  request.stages = request.levelsOfStep = 4;
  request.liveOutShare = 1.0 / 3;
  request.flops = request.stencil.flopsPerComponent = 11.0 / 3;
  request.stencil.vectorsInFlight = 6;
  request.stencil.shownAcross = 1;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 8);
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 2;
  request.flops = request.stencil.flopsPerComponent = 8;
  request.stencil.vectorsInFlight = 9;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 4);
  request.stages = request.levelsOfStep = 7;
  EXPECT_EQ(planScheme(request).levelsPerLaunch, 7); // a step at least
}
