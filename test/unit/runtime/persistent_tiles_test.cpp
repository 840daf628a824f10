// Tiles of lines and planes in the form `persistent`: by enumeration of a run as the kernels go
// through it (rounds.cl), each step of each tile is computed once from what the round before left;
// planted faults are found, and `auto` takes the form where work-groups may wait.
#include "planning/planners.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "plane_request.h"

using namespace eulerc;
using forms::shapeOf;

namespace {

/// A GPU of so many compute units, whose work-groups may wait for each other.
PlanRequest waiting(PlanRequest request, std::int64_t units) {
  request.device.computeUnits = request.device.coResident = units;
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

PlanRequest persistent(PlanRequest request) {
  request.tuning.tileForm = TileForm::Persistent;
  return request;
}

/// Rounds of a launch, levels of each, and tiles.
struct Rounds {
  std::int64_t rounds, levels, tiles;
};
Rounds roundsOf(const Plan &plan) {
  const auto *lines = std::get_if<Registers>(&plan.shape);
  const Tiling tiling = plan.form->tiling(plan);
  return {lines ? lines->rounds : shapeOf<RegistersOfPlanes>(plan).rounds, tiling.tileSteps,
          tiling.tiles};
}

/// Goes through the rounds of all launches: a tile must find level r · tileSteps in the copy that
/// round r reads, of itself and of the tiles beside it, and leaves as many more in the other one.
/// "" or what is wrong.
std::string fault(const Plan &plan, std::int64_t coResident) {
  const Rounds r = roundsOf(plan);
  if (plan.workGroups > coResident)
    return "work-groups wait for some that do not run";
  if (plan.levelsPerLaunch != r.rounds * r.levels)
    return "a launch is not its rounds";
  const auto tiles = static_cast<std::size_t>(r.tiles);
  std::vector<std::int64_t> copies[2] = {std::vector<std::int64_t>(tiles, 0),
                                         std::vector<std::int64_t>(tiles, -1)};
  const std::int64_t all = (plan.levels.count + r.levels - 1) / r.levels;
  for (std::int64_t launch = 0; launch < plan.launches; launch++) {
    const std::int64_t first = launch * r.rounds;
    if (first >= all)
      return "a launch has no rounds";
    for (std::int64_t round = first; round < first + r.rounds && round < all; round++) {
      const std::vector<std::int64_t> from = copies[round % 2];
      std::vector<std::int64_t> &to = copies[1 - round % 2];
      const std::int64_t before = round * r.levels;
      const std::int64_t left = plan.levels.count - before;
      for (std::int64_t group = 0; group < plan.workGroups; group++) {
        for (std::int64_t tile = group; tile < r.tiles; tile += plan.workGroups) {
          const auto t = static_cast<std::size_t>(tile);
          if (from[t] != before || (t > 0 && from[t - 1] != before))
            return "a tile reads another level";
          to[t] = before + (left < r.levels ? left : r.levels);
        }
      }
    }
  }
  for (const std::int64_t level : copies[all % 2])
    if (level != plan.levels.count)
      return "the run ends at level " + std::to_string(level);
  return "";
}

/// What a tile of a line stores, and how much its steps spoil beside that.
void expectLegalTiles(const PlanRequest &request, const Plan &plan) {
  const auto &tiles = shapeOf<Registers>(plan);
  EXPECT_GE(tiles.ghostZone, roundsOf(plan).levels * request.reach);
  EXPECT_EQ(tiles.blockUnits, tiles.tileWidth - 2 * tiles.ghostZone);
  EXPECT_GE(tiles.tiles * tiles.blockUnits, request.grid.extent[0]);
  EXPECT_LT((tiles.tiles - 1) * tiles.blockUnits, request.grid.extent[0]);
  EXPECT_EQ(tiles.tileWidth, plan.workGroupSize * tiles.kept * plan.vectorWidth);
}

TEST(PersistentTiles, computeEachStepOfEachTileOnce) {
  int plans = 0;
  for (const bool isPlane : {false, true})
    for (const std::int64_t size : {3, 40, 130, 1000})
      for (const std::int64_t units : {1, 7, 132})
        for (const std::int64_t steps : {1, 6, 42, 20000})
          for (const std::int64_t stages : {1, 3})
            for (const std::int64_t hint : {0, 1, 4}) {
              PlanRequest request =
                  persistent(isPlane ? waiting(tiling_test::plane(size, size), units)
                                     : line(10 * size, units));
              request.steps = steps * stages;
              request.stages = request.levelsOfStep = stages;
              request.tuning.tileSteps = hint;
              const Plan plan = planScheme(request);
              if (plan.unsupported.why != Reason::None)
                continue;
              plans++;
              EXPECT_STREQ(plan.name(), "persistent");
              EXPECT_STREQ(plan.kernel,
                           isPlane ? "eulerc_persistent_planes" : "eulerc_persistent_lines");
              EXPECT_STREQ(plan.endsKernel, "");
              EXPECT_EQ(plan.groupsPerUnit, units > 1 ? 1 : 0);
              EXPECT_EQ(roundsOf(plan).levels % stages, 0);
              EXPECT_EQ(fault(plan, units), "") << size << ' ' << units << ' ' << steps;
              if (!isPlane)
                expectLegalTiles(request, plan);
            }
  EXPECT_GT(plans, 400);
}

TEST(PersistentTiles, modelFindsFaults) {
  PlanRequest request = persistent(line(80000, 7));
  request.steps = 100003;
  const Plan good = planScheme(request);
  ASSERT_GT(roundsOf(good).tiles, 7); // some work-groups have two in a row
  ASSERT_GT(good.launches, 2);
  EXPECT_EQ(fault(good, 7), "");
  Plan crowded = good; // any fewer share the tiles as well
  crowded.workGroups++;
  EXPECT_NE(fault(crowded, 7), "");
  for (const std::int64_t by : {-1, 1}) {
    Plan launches = good, levels = good;
    launches.launches += by;
    EXPECT_NE(fault(launches, 7), "");
    levels.levelsPerLaunch = levels.levelsPerLaunch + by;
    EXPECT_NE(fault(levels, 7), "");
  }
}

TEST(PersistentTiles, areTakenWhereWorkGroupsMayWait) {
  PlanRequest small = line(40000, 132);
  EXPECT_STREQ(planScheme(small).name(), "persistent");
  EXPECT_GT(planScheme(small).expected.seconds, 0);
  EXPECT_LE(roundsOf(planScheme(small)).tiles, 132); // each work-group has one
  EXPECT_STREQ(planScheme(line(10'000'000, 132)).name(), "registers");
  for (const std::int64_t points : {100, 40000}) { // a tile, many of them
    small = line(points, 132);
    small.device.coResident = 1; // nothing is known of it
    EXPECT_STREQ(planScheme(small).name(), "registers") << points;
  }
  small = line(40000, 132);
  small.tuning.tileForm = TileForm::Registers;
  EXPECT_STREQ(planScheme(small).name(), "registers");

  EXPECT_STREQ(planScheme(waiting(tiling_test::plane(500, 500), 132)).name(), "persistent");
  EXPECT_STREQ(planScheme(waiting(tiling_test::plane(500, 500), 1)).name(), "registers");
}

TEST(PersistentTiles, shareWorkGroupsIfAskedFor) {
  const Plan plan = planScheme(persistent(line(10'000'000, 132)));
  EXPECT_STREQ(plan.name(), "persistent");
  EXPECT_GT(roundsOf(plan).tiles, 132);
  EXPECT_EQ(plan.workGroups, 132);
  const Plan alone = planScheme(persistent(line(40000, 1)));
  EXPECT_STREQ(alone.name(), "persistent");
  EXPECT_EQ(alone.workGroups, 1);
}

TEST(PersistentTiles, launchesTakeAboutAMillisecond) {
  for (const PlanRequest &request :
       {persistent(line(40000, 132)), persistent(line(10'000'000, 132)),
        persistent(waiting(tiling_test::plane(500, 500), 132))}) {
    const Plan plan = planScheme(request);
    ASSERT_GT(roundsOf(plan).rounds, 1);
    const double seconds = plan.expected.seconds * static_cast<double>(plan.levelsPerLaunch.count);
    EXPECT_LE(seconds, 1e-3);
    EXPECT_GT(seconds, 1e-3 * (1 - 1 / static_cast<double>(roundsOf(plan).rounds)));
  }
}

TEST(PersistentTiles, refuseByTheirName) {
  PlanRequest request = persistent(line(80000, 132));
  request.tuning.tileSteps = 1000;
  request.tuning.kept = 1;
  const Plan plan = planScheme(request);
  EXPECT_EQ(plan.unsupported.why, Reason::TileShape);
  EXPECT_STREQ(plan.name(), "persistent");
}

} // namespace
