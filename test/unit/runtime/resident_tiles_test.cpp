// Tiles of lines and planes in the form `resident`: by enumeration of a run as the kernels go
// through it (rounds.cl), each step of each tile is computed once from what the round before left;
// planted faults are found, and `auto` takes the form where work-groups may wait.
#include "planning/planners.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "plane_request.h"

using namespace eulerc;

namespace {

/// A GPU of so many compute units, whose work-groups may wait for each other.
PlanRequest waiting(PlanRequest request, std::int64_t units) {
  request.device.computeUnits = request.device.atOnce = units;
  return request;
}

PlanRequest line(std::int64_t points, std::int64_t units) {
  PlanRequest request = tiling_test::plane(1, points);
  request.grid.rank = 1;
  request.grid.extent[0] = points;
  request.grid.extent[1] = 1;
  request.accessDistance = 1;
  return waiting(request, units);
}

PlanRequest resident(PlanRequest request) {
  request.tuning.tileForm = TileForm::Resident;
  return request;
}

/// Goes through the rounds of all launches: a tile must find level r · tileSteps in the copy that
/// round r reads, of itself and of the tiles beside it, and leaves as many more in the other one.
/// "" or what is wrong.
std::string fault(const Plan &plan, std::int64_t atOnce) {
  if (plan.workGroups > atOnce)
    return "work-groups wait for some that do not run";
  if (plan.stepsPerLaunch != plan.rounds * plan.tileSteps)
    return "a launch is not its rounds";
  const auto tiles = static_cast<std::size_t>(plan.tiles);
  std::vector<std::int64_t> copies[2] = {std::vector<std::int64_t>(tiles, 0),
                                         std::vector<std::int64_t>(tiles, -1)};
  const std::int64_t all = (plan.steps + plan.tileSteps - 1) / plan.tileSteps;
  for (std::int64_t launch = 0; launch < plan.launches; launch++) {
    const std::int64_t first = launch * plan.rounds;
    if (first >= all)
      return "a launch has no rounds";
    for (std::int64_t round = first; round < first + plan.rounds && round < all; round++) {
      const std::vector<std::int64_t> from = copies[round % 2];
      std::vector<std::int64_t> &to = copies[1 - round % 2];
      const std::int64_t before = round * plan.tileSteps;
      const std::int64_t left = plan.steps - before;
      for (std::int64_t group = 0; group < plan.workGroups; group++) {
        std::int64_t share = 0;
        for (std::int64_t tile = group; tile < plan.tiles; tile += plan.workGroups, share++) {
          const auto t = static_cast<std::size_t>(tile);
          if (from[t] != before || (t > 0 && from[t - 1] != before))
            return "a tile reads another level";
          to[t] = before + (left < plan.tileSteps ? left : plan.tileSteps);
        }
        if (share < plan.tilesPerGroupLeast || static_cast<double>(share) > plan.tilesPerGroupMost)
          return "a work-group has another share";
      }
    }
  }
  for (const std::int64_t level : copies[all % 2])
    if (level != plan.steps)
      return "the run ends at level " + std::to_string(level);
  return "";
}

/// What a tile of a line stores, and how much its steps spoil beside that.
void expectLegalTiles(const PlanRequest &request, const Plan &plan) {
  EXPECT_GE(plan.margin, plan.tileSteps * request.reach);
  EXPECT_EQ(plan.blockUnits, plan.tileWidth - 2 * plan.margin);
  EXPECT_GE(plan.tiles * plan.blockUnits, request.grid.extent[0]);
  EXPECT_LT((plan.tiles - 1) * plan.blockUnits, request.grid.extent[0]);
  EXPECT_EQ(plan.tileWidth, plan.workGroupSize * plan.kept * plan.vectorWidth);
}

TEST(ResidentTiles, computeEachStepOfEachTileOnce) {
  int plans = 0;
  for (const bool isPlane : {false, true})
    for (const std::int64_t size : {3, 40, 130, 1000})
      for (const std::int64_t units : {1, 7, 132})
        for (const std::int64_t steps : {1, 6, 42, 20000})
          for (const std::int64_t stages : {1, 3})
            for (const std::int64_t wish : {0, 1, 4}) {
              PlanRequest request =
                  resident(isPlane ? waiting(tiling_test::plane(size, size), units)
                                   : line(10 * size, units));
              request.steps = steps * stages;
              request.stages = request.levelsOfStep = stages;
              request.tuning.tileSteps = wish;
              const Plan plan = planScheme(request);
              if (plan.refusal != Refusal::None)
                continue;
              plans++;
              EXPECT_STREQ(plan.form, "resident");
              EXPECT_STREQ(plan.kernel,
                           isPlane ? "eulerc_kept_resident" : "eulerc_overlapped_resident");
              EXPECT_STREQ(plan.endsKernel, "");
              EXPECT_EQ(plan.groupsPerUnit, units > 1 ? 1 : 0);
              EXPECT_EQ(plan.tileSteps % stages, 0);
              EXPECT_EQ(fault(plan, units), "") << size << ' ' << units << ' ' << steps;
              if (!isPlane)
                expectLegalTiles(request, plan);
            }
  EXPECT_GT(plans, 400);
}

TEST(ResidentTiles, modelFindsFaults) {
  PlanRequest request = resident(line(80000, 7));
  request.steps = 100003;
  const Plan good = planScheme(request);
  ASSERT_GT(good.tiles, 7); // some work-groups have two in a row
  ASSERT_GT(good.launches, 2);
  EXPECT_EQ(fault(good, 7), "");
  for (const auto change : {&Plan::workGroups, &Plan::launches, &Plan::rounds, &Plan::tileSteps})
    for (const std::int64_t by : {-1, 1}) {
      Plan bad = good;
      bad.*change += by;
      EXPECT_NE(fault(bad, 7), "");
    }
}

TEST(ResidentTiles, areTakenWhereWorkGroupsMayWait) {
  PlanRequest small = line(40000, 132);
  EXPECT_STREQ(planScheme(small).form, "resident");
  EXPECT_GT(planScheme(small).seconds, 0);
  EXPECT_LE(planScheme(small).tiles, 132); // each work-group has one
  EXPECT_STREQ(planScheme(line(10'000'000, 132)).form, "registers");
  for (const std::int64_t points : {100, 40000}) { // a tile, many of them
    small = line(points, 132);
    small.device.atOnce = 1; // nothing is known of it
    EXPECT_STREQ(planScheme(small).form, "registers") << points;
  }
  small = line(40000, 132);
  small.tuning.tileForm = TileForm::Registers;
  EXPECT_STREQ(planScheme(small).form, "registers");

  EXPECT_STREQ(planScheme(waiting(tiling_test::plane(500, 500), 132)).form, "resident");
  EXPECT_STREQ(planScheme(waiting(tiling_test::plane(500, 500), 1)).form, "strips");
}

TEST(ResidentTiles, shareWorkGroupsIfAskedFor) {
  const Plan plan = planScheme(resident(line(10'000'000, 132)));
  EXPECT_STREQ(plan.form, "resident");
  EXPECT_GT(plan.tiles, 132);
  EXPECT_EQ(plan.workGroups, 132);
  const Plan alone = planScheme(resident(line(40000, 1)));
  EXPECT_STREQ(alone.form, "resident");
  EXPECT_EQ(alone.workGroups, 1);
}

TEST(ResidentTiles, launchesTakeAboutAMillisecond) {
  for (const PlanRequest &request : {resident(line(40000, 132)), resident(line(10'000'000, 132)),
                                     resident(waiting(tiling_test::plane(500, 500), 132))}) {
    const Plan plan = planScheme(request);
    ASSERT_GT(plan.rounds, 1);
    const double seconds = plan.seconds * static_cast<double>(plan.stepsPerLaunch);
    EXPECT_LE(seconds, 1e-3);
    EXPECT_GT(seconds, 1e-3 * (1 - 1 / static_cast<double>(plan.rounds)));
  }
}

TEST(ResidentTiles, refuseByTheirName) {
  PlanRequest request = resident(line(80000, 132));
  request.tuning.tileSteps = 1000;
  request.tuning.kept = 1;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.refusal, Refusal::TileShape);
  EXPECT_STREQ(plan.form, "resident");
}

} // namespace
