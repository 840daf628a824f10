// Geometry, layouts and plans of grids whose products lie beyond 2³¹ and 2³²: nothing is allocated.
//
// A tile far inside a large state does what the tile at the same place of a small one does, moved
// by whole periods; what small sizes are proved to do (tiles_test, boxes_test) so holds for large
// ones.
#include "forms/shared.h"
#include "layout/layout.h"
#include "planning/planners.h"

#include <gtest/gtest.h>

#include "boxes.h"
#include "plane_request.h"
#include "tile_blocks.h"

using namespace eulerc;
using tiling_test::plane;
using tiling_test::space;

namespace {

/// Beyond 2³¹, beyond 2³², and far beyond.
constexpr long farAway[] = {(1L << 31) + 6, (1L << 32) + 2, 1L << 40};

void expectMoved(const eulerc_range &far, const eulerc_range &near, long by) {
  ASSERT_EQ(far.first, near.first + by);
  ASSERT_EQ(far.last, near.last + by);
}

void expectMoved(const eulerc_ranges &far, const eulerc_ranges &near, long by) {
  expectMoved(far.left, near.left, by);
  expectMoved(far.right, near.right, by);
}

/// The tile of `large` that lies `tiles` tiles and `launches` launches after that of `small`.
void expectSameTile(const eulerc_tiling &large, const eulerc_tiling &small, long launches,
                    long launch, long tiles, long tile) {
  const long period = 2 * (small.width - small.tileSteps) * small.blockUnits;
  const long later = launches * small.tileSteps, by = tiles * period;
  const eulerc_range steps = eulerc_tile_steps(small, launch);
  expectMoved(eulerc_tile_steps(large, launch + launches), steps, later);
  ASSERT_EQ(eulerc_tile_start(large, launch + launches, tile + tiles) * small.blockUnits,
            eulerc_tile_start(small, launch, tile) * small.blockUnits + by);
  for (long step = steps.first; step < steps.last; step++) {
    const auto moved = [&](auto function, long distance) {
      expectMoved(function(large, launch + launches, tile + tiles, step + later),
                  function(small, launch, tile, step), distance);
    };
    moved(eulerc_tile_row, by / small.blockUnits);
    moved(eulerc_tile_loads, by);
    moved(eulerc_tile_stores, by);
  }
  for (long diagonal = 0; small.walls == 0 && diagonal < small.width; diagonal++)
    expectMoved(eulerc_diagonal_steps(large, launch + launches, tile + tiles, diagonal),
                eulerc_diagonal_steps(small, launch, tile, diagonal), later);
}

/// The request with the grid's sizes, for the planners of a scheme.
PlanRequest line(std::int64_t points, Scheme scheme) {
  PlanRequest request = plane(1, points);
  request.grid.rank = 1;
  request.grid.extent[0] = request.grid.end[0] = points;
  request.grid.extent[1] = request.grid.end[1] = 1;
  request.accessDistance = 1;
  request.tuning.scheme = scheme;
  return request;
}

std::int64_t boxesOf(const PlanRequest &request, const Plan &plan) {
  const Tiling tiling = plan.form->tiling(plan);
  std::int64_t boxes = tiling_test::boxesDown(request, plan);
  for (int axis = 1; axis < request.grid.rank; axis++)
    boxes *= forms::ceilDiv(request.grid.extent[axis], tiling.box[axis]);
  return boxes;
}

} // namespace

TEST(BeyondInts, tilesAreThoseOfSmallStatesMoved) {
  for (const long walls : {0, 1})
    for (const long width : {6, 8})
      for (const long away : farAway) {
        // 5 tiles and a cut end; whole periods more of a large state, launches more of a long run.
        const long blockUnits = 4, tileSteps = 3, period = 2 * (width - tileSteps) * blockUnits;
        const eulerc_tiling small = {5 * period + 7, blockUnits, 3, width, tileSteps, 5, walls,
                                     8 * tileSteps,  {},         0, 0,     0,         0};
        eulerc_tiling large = small;
        const long tiles = away / period + 1, launches = 2 * (away / tileSteps);
        large.units += tiles * period;
        large.tiles += tiles;
        large.steps += launches * tileSteps;
        ASSERT_EQ(eulerc_blocks(large), eulerc_blocks(small) + tiles * period / blockUnits);
        ASSERT_EQ(eulerc_launches(large), eulerc_launches(small) + launches);
        for (long launch = 2; launch < eulerc_launches(small); launch++) {
          ASSERT_EQ(eulerc_tiles(large, launch), eulerc_tiles(small, launch) + tiles);
          for (long tile = 2; tile < eulerc_tiles(small, launch); tile++) // to the last one
            expectSameTile(large, small, launches, launch, tiles, tile);
        }
      }
}

TEST(BeyondInts, boxesAreThoseOfSmallGridsMoved) {
  const long box = 12, reach = 2, levels = 3, width = 4;
  for (const long away : farAway) {
    const long boxes = away / box + 1, by = boxes * box, extent = 5 * box + 7;
    ASSERT_EQ(eulerc_boxes_along(extent + by, box), 6 + boxes);
    for (long number = 2; number < 6; number++) {
      const eulerc_range near = eulerc_box_along(extent, box, number);
      const eulerc_range far = eulerc_box_along(extent + by, box, number + boxes);
      expectMoved(far, near, by);
      const long low = 5; // boxes of fewer points behind the first two, and behind as many more
      expectMoved(eulerc_box_down(extent + by, box, 2 + boxes, low, number + boxes),
                  eulerc_box_down(extent, box, 2, low, number), by);
      for (const bool ring : {false, true})
        expectMoved(eulerc_known_before(far, 5, 1, width, extent + by, ring),
                    eulerc_known_before(near, 5, 1, width, extent, ring), by);
      for (long level = 0; level <= levels; level++) {
        const eulerc_range points = eulerc_level_along(near, level, levels, reach);
        const eulerc_range moved = eulerc_level_along(far, level, levels, reach);
        expectMoved(moved, points, by);
        expectMoved(eulerc_computed_along(moved, extent + by, false),
                    eulerc_computed_along(points, extent, false), by);
        expectMoved(eulerc_whole_vectors(moved, width), eulerc_whole_vectors(points, width), by);
        for (long block = 0; block < 9; block++) {
          const long first = eulerc_first_of_block(near, width, 8, block);
          ASSERT_EQ(eulerc_first_of_block(far, width, 8, block), first + by);
          ASSERT_EQ(eulerc_is_needed(far, width, first + by, level, levels, reach),
                    eulerc_is_needed(near, width, first, level, levels, reach));
        }
      }
      const eulerc_pace pace = eulerc_pace_of(reach, true);
      const eulerc_slots slots = eulerc_slots_for(levels, reach, pace, false);
      expectMoved(eulerc_turns(far, levels, reach, pace, extent + by, false),
                  eulerc_turns(near, levels, reach, pace, extent, false), by);
      const auto slot = [&](long layer, long first) {
        return eulerc_slot(1, layer, eulerc_slots_in(layer, pace, first, slots), slots);
      };
      ASSERT_EQ(slot(far.last, far.first - by), slot(near.last + by, near.first));
    }
    const eulerc_tiling small = {extent, box, 8, 0, 8, 6, 0, 80, {}, 0, 0, 0, 0};
    eulerc_tiling large = small;
    large.steps += 8 * away;
    ASSERT_EQ(eulerc_launch_steps(large, 9 + away), 8);
  }
}

TEST(BeyondInts, layoutsHoldTheirLastPoints) {
  const std::int64_t grids[][maxRank] = {{1, 1, 3'000'000'000}, {1, 70'000, 70'000},
                                         {2'000, 2'000, 2'000}, {100'000, 100'000, 3},
                                         {3, 3, 3'000'000'000}, {3'000'000'000, 1, 2}};
  for (const auto &extents : grids)
    for (const Arrangement arrangement : {Arrangement::SoA, Arrangement::AoS}) {
      Grid grid;
      grid.rank = 3;
      grid.components = 3;
      for (int axis = 0; axis < maxRank; axis++)
        grid.extent[axis] = grid.end[axis] = extents[axis];
      const Layout layout = makeLayout(grid, arrangement);
      __int128 point = layout.lead, points = 1;
      for (int axis = 0; axis < maxRank; axis++) {
        point += static_cast<__int128>(extents[axis] - 1) * layout.stride[axis];
        points *= extents[axis];
      }
      ASSERT_TRUE(pointsOf(grid) == points);
      ASSERT_TRUE(point + marginPoints < layout.points);
      const __int128 last = static_cast<__int128>(2) * layout.plane + point * layout.step;
      ASSERT_TRUE(last < stateValues(grid));
      ASSERT_TRUE(static_cast<__int128>(layout.points) * 3 == stateValues(grid));
    }
}

TEST(BeyondInts, plansOfLinesCoverThem) {
  for (const std::int64_t points : {3'000'000'000, 5'000'000'000, 1'100'000'000'000})
    for (const Scheme scheme :
         {Scheme::Linear, Scheme::Diamond, Scheme::Honeycomb, Scheme::DiamondColumns,
          Scheme::HoneycombColumns, Scheme::Overlapped})
      for (const bool cpu : {false, true}) {
        PlanRequest request = line(points, scheme);
        request.device.isCpu = cpu;
        const Plan plan = planScheme(request);
        ASSERT_EQ(plan.unsupported.why, Reason::None) << plan.scheme();
        ASSERT_GT(plan.workGroups, 0);
        if (scheme == Scheme::Linear) {
          if (!cpu) { // a work-item for each vector
            ASSERT_GE(plan.workGroups * plan.workGroupSize * plan.vectorWidth, points);
          }
          continue;
        }
        const eulerc_tiling t = tilingOf(plan);
        ASSERT_EQ(t.units, points);
        if (scheme == Scheme::Overlapped) {
          ASSERT_EQ(t.tiles, forms::ceilDiv(points, t.blockUnits));
          continue;
        }
        const std::int64_t period = 2 * (t.width - t.tileSteps) * t.blockUnits;
        ASSERT_GE(t.tiles * period + t.width * t.blockUnits, points);
        ASSERT_LE((t.tiles - 2) * period, points); // the last one may be empty in even launches
      }
}

TEST(BeyondInts, plansOfGridsCoverThem) {
  PlanRequest requests[] = {plane(70'000, 70'000, 2), plane(3, 3'000'000'000),
                            plane(3'000'000'000, 64), space(2'000, 2'000, 2'000),
                            space(5'000, 5'000, 5'000, 3)};
  for (PlanRequest &request : requests)
    for (const TileForm form :
         {TileForm::Auto, TileForm::Registers, TileForm::Streaming, TileForm::Wavefront}) {
      for (int axis = 0; axis < maxRank; axis++)
        request.grid.end[axis] = request.grid.extent[axis];
      request.stencil.keepsLayers = true;
      request.device.isCpu = form == TileForm::Wavefront;
      request.tuning.tileForm = form;
      request.tuning.scheme = Scheme::Overlapped;
      const Plan plan = planScheme(request);
      if (plan.unsupported.why == Reason::None) {
        EXPECT_EQ(plan.form->tiling(plan).tiles, boxesOf(request, plan)) << plan.name();
      } else {
        EXPECT_NE(form, TileForm::Wavefront);
      }
      request.tuning.scheme = Scheme::Linear;
      const Plan linear = planScheme(request);
      EXPECT_TRUE(linear.isPossible());
      if (form != TileForm::Wavefront) {
        EXPECT_GE(linear.workGroups * linear.workGroupSize * linear.vectorWidth *
                      forms::shapeOf<Linear>(linear).vectorsDeep,
                  request.points);
      }
      request.tuning.tileForm = TileForm::Auto;
    }
}
