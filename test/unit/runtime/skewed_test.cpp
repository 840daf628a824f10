// Overlapped tiles on processors are legal: by enumeration of small systems, what a tile stores is
// right although each pass knows nothing outside of what it goes over; and plans fit their device.
#include "boxes.h"
#include "forms/shared.h"
#include "planning/planners.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

using namespace eulerc;
using forms::shapeOf;

namespace {

struct Case {
  eulerc_tiling tiling;
  long reach, lanes;
  bool ring, mirrors = false;
};

/// The point that another one sees at i, beyond mirrored ends of n points.
long image(long i, long n) {
  while (i < 0 || i >= n)
    i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

/// The vector that holds a point.
long vectorOf(long j, long lanes) { return j < 0 ? -((lanes - 1 - j) / lanes) : j / lanes; }

/// Goes through a tile of a launch as templates/skewed/skewed.h does, where a point looks
/// `looks` points far.
/// "" or what is wrong.
std::string fault(const Case &c, long launch, long tile, long kept, long looks) {
  const eulerc_tiling &t = c.tiling;
  const long steps = eulerc_launch_steps(t, launch);
  const eulerc_range stored = eulerc_box_along(t.units, t.blockUnits, tile);
  const eulerc_range taken = eulerc_known_before(stored, steps, c.reach, c.lanes, t.units, c.ring);
  const auto beyond = [&](long j) { return !c.ring && (j < 0 || j >= t.units); };
  if (taken.last - taken.first > t.width)
    return "no room";
  if (!c.ring && (taken.first < -c.lanes || taken.last > t.units + 2 * c.lanes - 1))
    return "takes what no memory holds";
  // Whether the tile's value of a point is that of the latest step.
  std::vector<bool> right(static_cast<std::size_t>(taken.last - taken.first), true);
  for (long done = 0; done < steps;) {
    const long levels = done + kept <= steps ? kept : 1;
    const eulerc_range known =
        eulerc_known_before(stored, steps - done, c.reach, c.lanes, t.units, c.ring);
    if (known.first < taken.first || known.last > taken.last)
      return "goes over what it has not taken";
    for (long level = 0; level < levels; level++) {
      const std::vector<bool> old = right;
      for (long j = taken.first; j < taken.last; j++) {
        bool is_right = j >= known.first && j < known.last;
        for (long at = j - looks; is_right && !beyond(j) && at <= j + looks; at++) {
          const long i = c.mirrors ? image(at, t.units) : at;
          is_right =
              i >= known.first && i < known.last && old[static_cast<std::size_t>(i - taken.first)];
          if (is_right && std::abs(vectorOf(i, c.lanes) - vectorOf(j, c.lanes)) > 1)
            return "sees what its neighbours do not hold";
        }
        right[static_cast<std::size_t>(j - taken.first)] = is_right;
      }
    }
    done += levels;
  }
  for (long j = stored.first; j < stored.last; j++)
    if (!right[static_cast<std::size_t>(j - taken.first)])
      return "stores point " + std::to_string(j) + ", which is wrong";
  return "";
}

PlanRequest request(std::int64_t points, std::int64_t components) {
  PlanRequest r;
  r.grid.rank = 1;
  r.grid.components = r.stencil.componentsPerPoint = components;
  r.grid.extent[0] = r.points = points;
  r.components = points * components;
  r.accessDistance = 3;
  r.reach = 1;
  r.stencil.overlaps = true;
  r.steps = 1000;
  r.stencil.vectorsInFlight = 2 * components + 1;
  r.tuning.scheme = Scheme::Overlapped;
  r.device.computeUnits = 2;
  r.device.maxWorkGroupSize = 4096;
  r.device.localMemory = 1 << 20;
  r.device.vectorBytes = 64;
  return r;
}

TEST(Skewed, tilesStoreWhatIsRight) {
  for (const long lanes : {1, 4})
    for (long reach = 1; reach <= std::min(lanes, 3L); reach++)
      for (const long tileSteps : {1, 3, 4, 7})
        for (const long units : {1, 3, 8, 29, 40})
          for (const long blocks : {1, 2, 5})
            for (const bool ring : {false, true}) {
              const long ghostZone = (tileSteps * reach + lanes - 1) / lanes * lanes;
              const long block = blocks * lanes;
              const Case c = {{units,
                               block,
                               ghostZone,
                               block + 2 * ghostZone,
                               tileSteps,
                               (units + block - 1) / block,
                               0,
                               2 * tileSteps + 1,
                               {},
                               0,
                               0,
                               0,
                               0},
                              reach,
                              lanes,
                              ring};
              std::vector<int> stores(static_cast<std::size_t>(units), 0);
              for (long tile = 0; tile < c.tiling.tiles; tile++) {
                const eulerc_range stored = eulerc_box_along(units, block, tile);
                for (long j = stored.first; j < stored.last; j++)
                  stores[static_cast<std::size_t>(j)]++;
                for (const long launch : {0, 2}) // the last one is short
                  for (const long kept : {1, 3, 4}) {
                    ASSERT_EQ(fault(c, launch, tile, kept, reach), "")
                        << units << " points, reach " << reach << ", tile " << tile;
                    Case bar = c;
                    bar.mirrors = !ring;
                    ASSERT_EQ(fault(bar, launch, tile, kept, reach), "")
                        << units << " points, mirrored, reach " << reach << ", tile " << tile;
                  }
              }
              EXPECT_EQ(stores, std::vector<int>(stores.size(), 1));
            }
}

TEST(Skewed, theModelFindsFaults) {
  Case c = {{40, 8, 4, 16, 4, 5, 0, 4, {}, 0, 0, 0, 0}, 1, 4, true};
  EXPECT_EQ(fault(c, 0, 1, 4, 1), "");
  EXPECT_EQ(fault(c, 0, 1, 4, 2), "stores point 8, which is wrong"); // looks farther than it takes
  // Mirrored, the first vector sees what lies two vectors behind it.
  const Case bar = {{40, 8, 12, 32, 4, 5, 0, 4, {}, 0, 0, 0, 0}, 3, 1, false, true};
  EXPECT_EQ(fault(bar, 0, 0, 4, 3), "sees what its neighbours do not hold");
  c.tiling.width = 15;
  EXPECT_EQ(fault(c, 0, 1, 4, 1), "no room");
}

TEST(Skewed, isTheFormOfProcessors) {
  PlanRequest r = request(1'000'000, 2);
  EXPECT_STREQ(planScheme(r).name(), "skewed");
  r.device.isCpu = false;
  EXPECT_STREQ(planScheme(r).name(), "registers");
  r.tuning.tileForm = TileForm::Skewed;
  EXPECT_STREQ(planScheme(r).kernel, "eulerc_skewed");
}

TEST(Skewed, plansFitTheDevice) {
  for (const std::int64_t points : {1, 100, 12'345, 1'000'000, 50'000'000})
    for (const std::int64_t components : {1, 2, 3, 8})
      for (const auto &[memory, together] : {std::pair(32 << 10, 1), {1 << 20, 1}, {1 << 20, 2}}) {
        PlanRequest r = request(points, components);
        r.device.localMemory = memory;
        r.stencil.vectorsTogether = together;
        const Plan plan = planScheme(r);
        ASSERT_EQ(plan.unsupported.why, Reason::None);
        EXPECT_LT(shapeOf<Skewed>(plan).localBytes, memory);
        EXPECT_GE(shapeOf<Skewed>(plan).tiles * shapeOf<Skewed>(plan).blockUnits, points);
        EXPECT_LT((shapeOf<Skewed>(plan).tiles - 1) * shapeOf<Skewed>(plan).blockUnits, points);
        EXPECT_GE(shapeOf<Skewed>(plan).ghostZone, plan.levelsPerLaunch * r.reach);
        EXPECT_GE(shapeOf<Skewed>(plan).tileWidth,
                  shapeOf<Skewed>(plan).blockUnits + 2 * shapeOf<Skewed>(plan).ghostZone);
        EXPECT_EQ(shapeOf<Skewed>(plan).tileWidth % plan.vectorWidth, 0);
        EXPECT_EQ(shapeOf<Skewed>(plan).blockUnits % (plan.vectorWidth * together), 0);
        EXPECT_EQ(shapeOf<Skewed>(plan).ghostZone % (plan.vectorWidth * together), 0);
      }
}

TEST(Skewed, refusesAsOtherTilesDo) {
  PlanRequest r = request(1000, 1);
  r.stencil.overlaps = false;
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::NoOverlap);
  r.stencil.overlaps = true;
  r.reach = 17;
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::Reach);
  r.reach = 16;
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::None);
  r.reach = 1;
  r.tuning.box[0] = 1'600'000;
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::LocalMemory);
}

TEST(Skewed, ringsHoldWholePoints) {
  PlanRequest r = request(500, 2);
  r.grid.classes = 2;
  r.stencil.wraps = true;
  r.stencil.rings = 1;
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::None);
  r.components = 999;
  const Plan plan = planScheme(r);
  EXPECT_EQ(plan.unsupported.why, Reason::CutRing);
  EXPECT_EQ(plan.unsupported.needed, 2);
  EXPECT_EQ(plan.unsupported.available, 999);
  r.stencil.wraps = false; // a field goes round alone
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::CutRing);
  r.stencil.rings = 0;
  EXPECT_EQ(planScheme(r).unsupported.why, Reason::None);
}

} // namespace
