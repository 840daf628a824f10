// The geometry of the tilings (templates/interlocking/tiles.h) is legal for all small sizes, and
// the model that says so finds the faults planted here.
#include "launch_model.h"

#include <gtest/gtest.h>

using namespace tiling_test;

namespace {

std::string checked(const eulerc_tiling &t, long reach, Walk walk, const Geometry &geometry = {}) {
  return LaunchModel(t, reach, walk, geometry).run();
}

std::string text(const eulerc_tiling &t, long reach) {
  return "units " + std::to_string(t.units) + " block " + std::to_string(t.blockUnits) +
         " margin " + std::to_string(t.ghostZone) + " reach " + std::to_string(reach) + " D " +
         std::to_string(t.width) + " S " + std::to_string(t.tileSteps) + " W " +
         std::to_string(t.tiles) + " steps " + std::to_string(t.steps);
}

/// Calls `visit(tiling, reach)` for every small tiling: with as few tiles as there must be, and
/// with up to two more, so that the last ones are cut or empty.
template <class Visit> void forSmallTilings(Walk walk, long maxUnits, Visit visit) {
  struct Blocks {
    long units, ghostZone, reach;
  };
  const Blocks blocks[] = {{1, 1, 1}, {1, 0, 0}, {2, 1, 1}, {2, 2, 1},
                           {2, 2, 2}, {3, 1, 1}, {3, 2, 2}, {3, 3, 3}};
  for (const Blocks &b : blocks)
    for (long units = 1; units <= maxUnits; units++)
      for (long width = 2; width <= 10; width += 2)
        for (long tileSteps = 1; 2 * tileSteps <= width; tileSteps++) {
          const long count = (units + b.units - 1) / b.units;
          const long period = 2 * (width - tileSteps);
          const long least = count <= width ? 1 : 1 + (count - width + period - 1) / period;
          for (long tiles = least; tiles <= least + 2; tiles++)
            for (long steps = 0; steps <= 12; steps++)
              visit(eulerc_tiling{units,
                                  b.units,
                                  b.ghostZone,
                                  width,
                                  tileSteps,
                                  tiles,
                                  walk == Walk::Rows,
                                  steps,
                                  {},
                                  0,
                                  0,
                                  0,
                                  0},
                    b.reach);
        }
}

void expectLegal(Walk walk) {
  long count = 0;
  forSmallTilings(walk, 40, [&](const eulerc_tiling &t, long reach) {
    if (testing::Test::HasFailure())
      return; // the first one says it all
    const std::string failure = checked(t, reach, walk);
    count++;
    EXPECT_EQ(failure, "") << text(t, reach);
  });
  EXPECT_GT(count, 100000);
}

} // namespace

TEST(Tiles, walkedByRowsAreLegal) { expectLegal(Walk::Rows); }
TEST(Tiles, walkedByColumnsAreLegal) { expectLegal(Walk::Columns); }
