// How slabs are cut by measured speeds.
#include <chrono>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "expect_error.h"
#include "opencl/band_trial.h"
#include "slabs/balance.h"
#include "slabs/cut.h"

using namespace eulerc;

namespace {

/// Two slabs of 500 rows and a ghost zone of 20, in 100 steps with an exchange each 10.
struct TwoSlabs {
  Cut cut{1, 20, 10};
  std::vector<Domain> domains = slabsOf({500, 500}, 20, false);
  std::vector<SlabStats::Of> each;
  MeasuredSlabs measured() const { return {cut, domains, each, 100}; }
};

} // namespace

TEST(Balance, FastSlabsGetMoreRows) {
  TwoSlabs slabs;
  slabs.each = {{1, 0.1, 0}, {3, 0.1, 0}};
  const std::vector<double> shares = sharesOf(slabs.measured());
  EXPECT_NEAR(shares[0] / shares[1], 3, 1e-12);
  slabs.each = {{1, 0.1, 0}, {1.03, 0.1, 0}};
  EXPECT_EQ(sharesOf(slabs.measured()), (std::vector<double>{1, 1}));
  slabs.each.clear();
  EXPECT_EQ(sharesOf(slabs.measured()), (std::vector<double>{1, 1}));
}

TEST(Balance, ExchangesAreAsFarApartAsIsCheapest) {
  TwoSlabs slabs;
  slabs.each = {{0.52, 0.0416 + 0.3, 0.3}, {0.52, 0.02, 0.01}}; // 10 µs a row and step, 4.16 ms
  const double latency = 4.16e-3, row = 1e-5;
  const std::int64_t best = bestSteps(slabs.measured(), 2);
  const auto cost = [&](std::int64_t steps) {
    return latency / static_cast<double>(steps) + 2 * 2 * static_cast<double>(steps) * row;
  };
  EXPECT_LE(cost(best), cost(best - 1));
  EXPECT_LE(cost(best), cost(best + 1));
  slabs.each.clear();
  EXPECT_EQ(bestSteps(slabs.measured(), 2), 10);
}

TEST(Balance, ExchangesFartherApartThanAnIntegerAreRefused) {
  Model model;
  model.stencil.radius[0] = 3;
  model.method.stages = 1;
  model.program.stateCount = 1;
  Grid grid;
  grid.extent[0] = 1000;
  Slabs hints;
  hints.ghostSteps = 6148914691236517205; // 3 of them are -1 in 64 bits
  EXPECT_USAGE(cutOf({model, grid, 1000}, 2, hints, {}), "2 slabs of 1000 points are too many");
}

TEST(Balance, ExchangesFollowWholeLaunches) {
  Model model;
  model.stencil.radius[0] = 1;
  model.method.stages = 1;
  model.program.stateCount = 1;
  Grid grid;
  grid.rank = 2;
  grid.extent[0] = grid.extent[1] = 16384;
  const auto cut = [&](std::int64_t ofLaunch, double seconds, int slabs = 2) {
    const double launch = static_cast<double>(ofLaunch) * seconds;
    return cutOf({model, grid, grid.extent[1]}, slabs, {}, {ofLaunch, seconds, launch}).cut;
  };
  const auto steps = [&](std::int64_t ofLaunch, double seconds) {
    return cut(ofLaunch, seconds).steps;
  };
  EXPECT_EQ(steps(10, 7e-5), 50);
  EXPECT_EQ(steps(7, 7e-5), 56);
  EXPECT_EQ(steps(10, 7e-3), 10); // rows are dear
  EXPECT_EQ(steps(1, 0), 1);      // of a processor
  EXPECT_TRUE(cut(10, 7e-5).rowsAreQuick);
  EXPECT_EQ(cut(10, 3.3e-5, 4).steps, 30); // 60 would not travel well within a launch
  EXPECT_TRUE(cut(10, 3.3e-5, 4).rowsAreQuick);
  grid.rank = 3;
  grid.extent[0] = grid.extent[1] = grid.extent[2] = 512;
  EXPECT_EQ(cut(4, 1.2e-4).steps, 8);
  EXPECT_FALSE(cut(4, 1.2e-4).rowsAreQuick); // 5 would be
  EXPECT_TRUE(cut(4, 2.4e-4).rowsAreQuick);
  EXPECT_EQ(cut(4, 6e-5, 4).steps, 4); // rows of two sides travel
  const auto onProcessors = [&](std::int64_t ofLaunch) {
    grid.extent[0] = 256;
    return cutOf({model, grid, 512}, 2, {}, {ofLaunch, 0}).cut.steps;
  };
  EXPECT_EQ(onProcessors(5), 5);   // more rows computed twice, but whole launches
  EXPECT_EQ(onProcessors(2), 2);   // planes are dear
  EXPECT_EQ(onProcessors(57), 16); // shorter ones, if whole ones take more than an eighth of a slab
  grid.extent[1] = grid.extent[2] = 8;
  EXPECT_EQ(onProcessors(2), 4); // planes are cheap
  model.stencil.readsBefore = model.stencil.readsBehind = 1;
  model.stencil.componentsPerPoint = 4;
  EXPECT_EQ(onProcessors(1), 4);
  grid.extent[1] = grid.extent[2] = 512;
  EXPECT_EQ(onProcessors(2), 1); // a quarter of the components travels then
}

TEST(Balance, BandsAreTheFastestNeighbours) {
  BandTrial trial;
  std::set<std::int64_t> tried;
  std::int64_t bands = 0;
  for (int piece = 0; piece < 40; piece++) {
    bands = trial.next(8, 4);
    tried.insert(bands);
    std::this_thread::sleep_for(std::chrono::milliseconds(bands == 6 ? 1 : 4));
  }
  EXPECT_EQ(tried, (std::set<std::int64_t>{5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(bands, 6);
  EXPECT_EQ(trial.next(8, 2), 6); // a piece of fewer steps
  EXPECT_EQ(trial.next(0, 4), 0); // not free
}
