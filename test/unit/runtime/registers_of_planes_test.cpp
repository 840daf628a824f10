// The planner of tiles that are kept whole in registers: its plans are legal, by enumeration with
// the geometry that the kernel uses (boxes.h), planted faults are found, small grids get a tile
// for each compute unit, and refusals come with numbers.
#include "boxes.h"
#include "forms/overlapped.h"
#include "planning/planners.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plane_request.h"

using namespace eulerc;
using forms::shapeOf;
using tiling_test::plane;

namespace {

/// What a tile does along one axis; the other one does the same independently of it.
struct Axis {
  long extent, box, block, blocks, beside, reach, steps;
};

Axis axisOf(const PlanRequest &request, const Plan &plan, int axis) {
  const bool down = axis == 0;
  const long block = down ? shapeOf<RegistersOfPlanes>(plan).kept : plan.vectorWidth;
  return {request.grid.extent[axis],
          shapeOf<RegistersOfPlanes>(plan).box[axis],
          block,
          down ? plan.workGroupSize / shapeOf<RegistersOfPlanes>(plan).across
               : shapeOf<RegistersOfPlanes>(plan).across,
          eulerc_round_up(plan.levelsPerLaunch.count * request.reachAlong[axis], block),
          request.reachAlong[axis],
          plan.levelsPerLaunch.count};
}

/// Runs the tiles along one axis, level by level: what they store is right, and all of it is
/// stored once. "" if so.
std::string modelled(const Axis &a) {
  std::vector<int> stored(static_cast<std::size_t>(a.extent));
  for (long tile = 0; tile < eulerc_boxes_along(a.extent, a.box); tile++) {
    const eulerc_range box = eulerc_box_along(a.extent, a.box, tile);
    const long first = eulerc_first_of_block(box, a.block, a.beside, 0);
    if (first % a.block != 0)
      return "the grid does not begin with a block";
    // Levels that the points of the tile have reached; -1: wrong.
    std::vector<long> level(static_cast<std::size_t>(a.blocks * a.block), 0);
    const auto isRight = [&](const std::vector<long> &levels, long point, long wanted) {
      if (point < first || point >= first + a.blocks * a.block)
        return false;
      return levels[static_cast<std::size_t>(point - first)] == wanted;
    };
    for (long step = 0; step < a.steps; step++) {
      const std::vector<long> before = level;
      for (long number = 0; number < a.blocks; number++) {
        const long begin = eulerc_first_of_block(box, a.block, a.beside, number);
        if (!eulerc_is_needed(box, a.block, begin, step + 1, a.steps, a.reach))
          continue;
        for (long point = begin; point < begin + a.block; point++) {
          bool right = true;
          for (long other = point - a.reach; other <= point + a.reach; other++)
            right = right && isRight(before, other, step);
          level[static_cast<std::size_t>(point - first)] = right ? step + 1 : -1;
        }
      }
    }
    for (long point = box.first; point < box.last; point++) {
      if (!isRight(level, point, a.steps))
        return "point " + std::to_string(point) + " of tile " + std::to_string(tile) + " is wrong";
      stored[static_cast<std::size_t>(point)]++;
    }
  }
  for (const int count : stored)
    if (count != 1)
      return "a point is stored " + std::to_string(count) + " times";
  return "";
}

TEST(KeptPlanner, plansAreLegal) {
  int plans = 0;
  for (const std::int64_t rows : {1, 2, 5, 16, 37, 64})
    for (const std::int64_t columns : {3, 8, 21, 50})
      for (const std::int64_t reach : {1, 2, 3})
        for (const std::int64_t steps : {0, 1, 2, 5, 8})
          for (const std::int64_t kept : {1, 3, 4})
            for (const std::int64_t width : {0, 1, 4}) {
              PlanRequest request = plane(rows, columns);
              request.reach = request.reachAlong[0] = reach;
              request.reachAlong[1] = (reach + 1) / 2;
              request.device.computeUnits = 4;
              request.tuning.kept = kept;
              request.tuning.vectorWidth = width;
              request.tuning.tileSteps = steps;
              const Plan plan = planScheme(request);
              if (plan.unsupported.why != Reason::None)
                continue;
              plans++;
              EXPECT_STREQ(plan.name(), "registers");
              EXPECT_EQ(plan.workGroupSize % shapeOf<RegistersOfPlanes>(plan).across, 0);
              EXPECT_EQ(shapeOf<RegistersOfPlanes>(plan).ghostZone,
                        axisOf(request, plan, 1).beside);
              EXPECT_EQ(shapeOf<RegistersOfPlanes>(plan).tiles,
                        eulerc_boxes_along(rows, shapeOf<RegistersOfPlanes>(plan).box[0]) *
                            eulerc_boxes_along(columns, shapeOf<RegistersOfPlanes>(plan).box[1]));
              EXPECT_LE(shapeOf<RegistersOfPlanes>(plan).localBytes, request.device.localMemory);
              for (int axis = 0; axis < 2; axis++)
                EXPECT_EQ(modelled(axisOf(request, plan, axis)), "")
                    << rows << " x " << columns << " reach " << reach << " steps " << steps
                    << " kept " << kept << " width " << width << " axis " << axis;
            }
  EXPECT_GT(plans, 1000);
}

TEST(KeptPlanner, modelFindsFaults) {
  const Axis good = {37, 12, 4, 7, 8, 1, 6};
  EXPECT_EQ(modelled(good), "");
  for (const auto change : {&Axis::blocks, &Axis::beside, &Axis::steps, &Axis::reach, &Axis::box}) {
    Axis bad = good;
    bad.*change += change == &Axis::beside ? -4 : change == &Axis::blocks ? -1 : 4;
    EXPECT_NE(modelled(bad), "");
  }
}

TEST(KeptPlanner, smallGridsGetATileForEachUnit) {
  const PlanRequest request = plane(500, 500, 2);
  const Plan plan = planScheme(request);
  EXPECT_STREQ(plan.name(), "registers");
  EXPECT_STREQ(plan.kernel, "eulerc_registers_planes");
  EXPECT_LE(shapeOf<RegistersOfPlanes>(plan).tiles, 132);
  EXPECT_GT(shapeOf<RegistersOfPlanes>(plan).tiles, 110);
  EXPECT_LE(shapeOf<RegistersOfPlanes>(plan).kept * plan.vectorWidth * 2, forms::mostKeptValues);
  EXPECT_LE(plan.workGroupSize, forms::mostKeptItems);
  EXPECT_EQ(shapeOf<RegistersOfPlanes>(plan).lastPoints, 0);
  EXPECT_EQ(shapeOf<RegistersOfPlanes>(plan).lastRows, 0);
  EXPECT_GE(plan.levelsPerLaunch, 6);
}

TEST(KeptPlanner, largeGridsAreStreamed) {
  EXPECT_STREQ(planScheme(plane(8192, 8192)).name(), "streaming");
  PlanRequest request = plane(500, 500);
  request.tuning.box[0] = 16;
  EXPECT_STREQ(planScheme(request).name(), "streaming");
  request = plane(8192, 8192);
  request.tuning.kept = 4;
  EXPECT_STREQ(planScheme(request).name(), "registers");
  request = plane(8192, 8192);
  request.stencil.divides = true; // too long to wait for in streaming
  EXPECT_STREQ(planScheme(request).name(), "registers");
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 2; // too much computed twice
  request.stencil.vectorsInFlight = 5;
  EXPECT_STREQ(planScheme(request).name(), "streaming");
}

/// Waves: u is computed at the point alone, and v from neighbours.
TEST(KeptPlanner, levelsThatReadNoNeighboursAreNotStreamed) {
  PlanRequest request = plane(8192, 8192, 2);
  request.stages = request.levelsOfStep = request.stencil.levelsTogether = 2;
  EXPECT_STREQ(planScheme(request).name(), "streaming");
  request.stencil.readingLevels[0] = request.stencil.readingLevels[1] = 1;
  EXPECT_STREQ(planScheme(request).name(), "registers");
}

TEST(KeptPlanner, stepsOfManyLevelsWaitForSmallGridsToo) {
  PlanRequest request = plane(1200, 1200, 4);
  request.stages = request.levelsOfStep = request.stencil.levelsTogether = 4;
  EXPECT_STREQ(planScheme(request).name(), "registers");
  request.stencil.levelsTogether = 1; // what they read is not known
  EXPECT_STREQ(planScheme(request).name(), "streaming");
  request = plane(4096, 4096, 4);
  request.stages = request.levelsOfStep = request.stencil.levelsTogether = 4;
  EXPECT_STREQ(planScheme(request).name(), "streaming");
}

TEST(KeptPlanner, allTilesOfALaunchRunAtOnce) {
  PlanRequest request = plane(1024, 1024, 2);
  request.device.coResident = 30; // as NVIDIA's GPUs tell
  const Plan plan = planScheme(request);
  ASSERT_STREQ(plan.name(), "registers");
  const std::int64_t tiles = shapeOf<RegistersOfPlanes>(plan).tiles;
  EXPECT_EQ(plan.groupsPerUnit, (tiles + 131) / 132);
  request.tuning.groupsPerUnit = 5;
  EXPECT_EQ(planScheme(request).groupsPerUnit, 5);
  request.tuning.groupsPerUnit = 0;
  request.device.unitRegisters = 32768; // too few for two
  EXPECT_EQ(planScheme(request).groupsPerUnit, 0);
  request = plane(500, 500, 2);
  request.device.coResident = 30;
  request.tuning.tileForm = TileForm::Registers;
  EXPECT_EQ(planScheme(request).groupsPerUnit, 0) << "one tile of a unit";
}

TEST(KeptPlanner, refusesWithNumbers) {
  PlanRequest request = plane(500, 500);
  request.tuning.kept = 2;
  request.tuning.tileSteps = 4;
  request.tuning.vectorWidth = 4;
  request.tuning.workGroupSize = 8;
  Plan plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::TileShape);
  EXPECT_EQ(plan.unsupported.needed, 10 * 12); // a block, and four points on all sides
  EXPECT_EQ(plan.unsupported.available, 8 * 2 * 4);

  request.tuning.workGroupSize = 0;
  request.reach = request.reachAlong[0] = 3;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::KeptRows);
  EXPECT_EQ(plan.unsupported.needed, 3);
  EXPECT_EQ(plan.unsupported.available, 2);

  request.tuning.kept = 4;
  request.device.localMemory = 64;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::LocalMemory);
  EXPECT_EQ(plan.unsupported.available, 64);

  request.stencil.overlaps = false;
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::NoOverlap);
}

TEST(KeptPlanner, refusesVectorsAndValuesThatDoNotFit) {
  PlanRequest request = plane(500, 500);
  request.tuning.tileForm = TileForm::Registers;
  request.tuning.vectorWidth = 8;
  Plan plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::WideVectors);
  EXPECT_EQ(plan.unsupported.needed, 4);
  EXPECT_EQ(plan.unsupported.available, 8);

  request = plane(500, 3); // a vector would reach beyond the next row
  request.tuning.tileForm = TileForm::Registers;
  request.tuning.vectorWidth = 4;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::ShortRows);
  EXPECT_EQ(plan.unsupported.needed, 4);
  EXPECT_EQ(plan.unsupported.available, 3);

  request = plane(500, 500, 5); // four rows of float4 of five components
  request.tuning.tileForm = TileForm::Registers;
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 4;
  plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::Registers);
  EXPECT_EQ(plan.unsupported.needed, 4 * 4 * 5);
  EXPECT_EQ(plan.unsupported.available, forms::mostKeptValues);
}

TEST(KeptPlanner, namesLocalMemoryThatIsNotThere) {
  for (const std::int64_t bytes : {64, 256, 1024, 4096}) {
    PlanRequest request = plane(500, 500, 2);
    request.tuning.tileForm = TileForm::Registers;
    request.device.localMemory = bytes;
    const Plan plan = planScheme(request);
    if (plan.unsupported.why == Reason::None)
      continue;
    EXPECT_EQ(plan.unsupported.why, Reason::LocalMemory);
    EXPECT_GT(plan.unsupported.needed, bytes);
  }
}

} // namespace
