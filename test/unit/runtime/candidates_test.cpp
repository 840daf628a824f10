// What auto chooses from: few ways, none of them twice, all of which can be planned; hints stay.
#include "forms/shared.h"
#include "planning/candidate_list.h"
#include "planning/code_size.h"
#include "planning/planners.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "candidate_requests.h"
#include "forms/known_gpus.h"
#include "plane_request.h"

using namespace eulerc;
using namespace candidate_requests;

TEST(Candidates, canAllBePlannedAndDiffer) {
  for (const DeviceLimits &device : {h200, processor, DeviceLimits{1, 32, 0, 16, false}})
    for (const std::int64_t n : {2LL, 17LL, 1000LL, 80000LL, 10000000LL, 1000000000LL})
      for (const std::int64_t steps : {0, 1, 7, 8, 100, 1000000})
        for (const bool overlaps : {false, true}) {
          PlanRequest request = n == 1000 ? plane(device) : string(n, device);
          request.steps = steps;
          request.stencil.overlaps = overlaps;
          const Candidates found = candidatesOf(request);
          ASSERT_GE(found.count, 1);
          ASSERT_LE(found.count, mostCandidates);
          for (int k = 0; k < found.count; k++) {
            const Candidate &candidate = found.list[k];
            const Plan plan = planOf(request, candidate.tuning);
            ASSERT_EQ(plan.unsupported.why, Reason::None);
            ASSERT_NE(candidate.tuning.scheme, Scheme::Auto);
            ASSERT_EQ(candidate.levelsPerLaunch, plan.levelsPerLaunch);
            ASSERT_GT(candidate.seconds, 0);
            for (int j = 0; j < k; j++)
              ASSERT_FALSE(sameRun(plan, planOf(request, found.list[j].tuning)));
          }
          const Plan first = planOf(request, found.list[0].tuning);
          ASSERT_TRUE(sameRun(planScheme(request), first)); // the model's choice
        }
}

TEST(Candidates, areTilesOfOtherShapesOnGpus) {
  const PlanRequest request = string(10000000, h200);
  const Candidates found = candidatesOf(request);
  ASSERT_EQ(found.count, 4);
  const Plan own = planOf(request, found.list[0].tuning);
  EXPECT_STREQ(own.scheme(), "overlapped");
  EXPECT_EQ(found.list[0].tuning.tileSteps, 0); // all left to the planner
  EXPECT_EQ(found.list[1].tuning.kept, forms::shapeOf<Registers>(own).kept / 2);
  EXPECT_EQ(found.list[2].tuning.tileSteps, own.levelsPerLaunch.count / 2);
}

TEST(Candidates, areStreamingTilesOfSomewhatFewerAndMoreSteps) {
  PlanRequest request = tiling_test::plane(5000, 5000, 2);
  request.tuning = {};
  request.device = h200;
  request.steps = 1000;
  const Candidates found = candidatesOf(request);
  const Plan own = planOf(request, found.list[0].tuning);
  ASSERT_STREQ(own.name(), "streaming");
  std::set<std::int64_t> steps;
  for (int k = 0; k < found.count; k++)
    steps.insert(found.list[k].tuning.tileSteps.count);
  EXPECT_EQ(steps, (std::set<std::int64_t>{0, own.levelsPerLaunch.count * 7 / 10,
                                           own.levelsPerLaunch.count * 10 / 7}));
}

TEST(Candidates, areStreamingTilesWithFewerRegistersWhereTheyCanBeLimited) {
  PlanRequest request = tiling_test::plane(5000, 5000, 2);
  request.tuning = {};
  request.steps = 1000;
  const auto rooms = [&](std::int64_t coResident) {
    request.device = h200;
    request.device.coResident = coResident;
    std::set<std::int64_t> found;
    const Candidates candidates = candidatesOf(request);
    for (int k = 0; k < candidates.count; k++)
      found.insert(planOf(request, candidates.list[k].tuning).groupsPerUnit);
    return found;
  };
  EXPECT_EQ(rooms(132), (std::set<std::int64_t>{0, 4, 5}));
  EXPECT_EQ(rooms(1), std::set<std::int64_t>{0}); // not NVIDIA's
  request.tuning.groupsPerUnit = 3;
  EXPECT_EQ(rooms(132), std::set<std::int64_t>{3});
}

TEST(Candidates, areLinearFirstWhereTilesAreMostlyGhostZone) {
  PlanRequest request =
      tiling_test::plane(2000, 2000, 16); // a step of dopri5: six levels of 16 registers
  request.tuning = {};
  request.stages = request.levelsOfStep = 6;
  EXPECT_EQ(candidatesOf(request).list[0].tuning.scheme, Scheme::Linear);
}

TEST(Candidates, areWhatTheHostHasCodeFor) {
  DeviceLimits host = processor;
  host.isHost = true;
  PlanRequest line = string(10000000, host);
  const Candidates found = candidatesOf(line);
  ASSERT_GE(found.count, 3);
  const Plan own = planOf(line, found.list[0].tuning);
  EXPECT_STREQ(own.name(), "skewed");
  bool isHalf = false, isTwice = false;
  for (int k = 0; k < found.count; k++) {
    EXPECT_EQ(found.list[k].tuning.kept, 0); // is compiled in
    isHalf |= found.list[k].tuning.tileSteps == own.levelsPerLaunch.count / 2;
    isTwice |= found.list[k].tuning.tileSteps == 2 * own.levelsPerLaunch.count;
  }
  EXPECT_TRUE(isHalf && isTwice);
  line.stencil.overlaps = false; // no diamonds, which take local memory
  EXPECT_EQ(candidatesOf(line).count, 1);
  EXPECT_EQ(candidatesOf(line).list[0].tuning.scheme, Scheme::Linear);
  line.tuning.tileBlocks = 8;
  for (const Candidate &candidate : candidatesOf(line).list)
    EXPECT_TRUE(candidate.tuning.scheme == Scheme::Linear ||
                candidate.tuning.scheme == Scheme::Auto);
}

TEST(Candidates, haveNoLaunchesLongerThanTheRun) {
  DeviceLimits host = processor;
  host.isHost = true;
  PlanRequest line = string(10000000, host);
  line.steps = planOf(line, candidatesOf(line).list[0].tuning).levelsPerLaunch.count + 1;
  const Candidates found = candidatesOf(line);
  for (int k = 0; k < found.count; k++)
    EXPECT_LE(found.list[k].levelsPerLaunch, line.steps);
}

TEST(Candidates, areLinearWhereTilesDoNotApply) {
  const PlanRequest gpu = plane(h200);
  const Candidates found = candidatesOf(gpu);
  for (int k = 0; k < found.count; k++)
    EXPECT_EQ(found.list[k].tuning.scheme, Scheme::Linear);
  EXPECT_GE(found.count, 2);

  const Candidates few = candidatesOf(plane(processor));
  EXPECT_EQ(few.list[0].tuning.scheme, Scheme::Linear);
  EXPECT_EQ(few.list[1].tuning.scheme, Scheme::Diamond);

  PlanRequest line = string(10000000, processor);
  line.stencil.overlaps = false;
  const Candidates short_ones = candidatesOf(line);
  EXPECT_EQ(short_ones.count, 3);
  EXPECT_EQ(short_ones.list[1].levelsPerLaunch, 256);
  EXPECT_EQ(short_ones.list[2].levelsPerLaunch, 64);
}

TEST(Candidates, areHoneycombsOnGpusWhereNoTilesOverlap) {
  PlanRequest line = string(10000000, h200);
  line.stencil.overlaps = false;
  const Candidates found = candidatesOf(line);
  EXPECT_EQ(found.list[0].tuning.scheme, Scheme::Honeycomb);
  EXPECT_EQ(found.list[1].tuning.scheme, Scheme::Linear);
  line.steps = 7; // done before a tile pays
  EXPECT_EQ(candidatesOf(line).list[0].tuning.scheme, Scheme::Linear);
}

TEST(Candidates, areTilesOfSpaceWhereTheyWereFaster) {
  PlanRequest request = tiling_test::space(512, 512, 512); // measured: 632, linear 465 Gcells/s
  request.tuning = {};
  const Candidates found = candidatesOf(request);
  ASSERT_GE(found.count, 3);
  EXPECT_EQ(found.list[0].tuning.scheme, Scheme::Overlapped);
  EXPECT_EQ(found.list[1].tuning.scheme, Scheme::Linear);
  EXPECT_LT(found.list[0].seconds, found.list[1].seconds);
  EXPECT_NEAR(found.list[0].seconds, 512.0 * 512 * 512 / 632e9, 3e-5);
  EXPECT_NEAR(found.list[1].seconds, 512.0 * 512 * 512 / 465e9, 3e-5);

  const auto isLinear = [](const PlanRequest &asked) {
    return candidatesOf(asked).list[0].tuning.scheme == Scheme::Linear;
  };
  PlanRequest field = request; // heat3d: 327, tiles 110
  field.stencil.fields = 1;
  EXPECT_TRUE(isLinear(field));
  PlanRequest far = request;
  for (std::int64_t &along : far.reachAlong)
    along = 2;
  EXPECT_TRUE(isLinear(far));
  PlanRequest corners = request; // 27 points: 424, tiles 346
  corners.stencil.planesShare = true;
  EXPECT_TRUE(isLinear(corners));
  PlanRequest guards = request; // states of which some are periodic: 393, tiles 357
  guards.stencil.guards = Guards::Many;
  EXPECT_TRUE(isLinear(guards));
  PlanRequest small = tiling_test::space(16, 16, 16); // all ghost zone
  small.tuning = {};
  EXPECT_TRUE(isLinear(small));
}

TEST(Candidates, keepAllHints) {
  PlanRequest request = string(10000000, h200);
  request.tuning.kept = 3;
  request.tuning.vectorWidth = 2;
  Candidates found = candidatesOf(request);
  EXPECT_GE(found.count, 2);
  for (int k = 0; k < found.count; k++) {
    EXPECT_EQ(found.list[k].tuning.kept, 3);
    EXPECT_EQ(found.list[k].tuning.vectorWidth, 2);
    EXPECT_EQ(found.list[k].tuning.scheme, Scheme::Overlapped);
  }
  request.tuning.tileSteps = 10; // nothing is left to choose
  EXPECT_EQ(candidatesOf(request).count, 1);
  request.tuning = {};
  request.tuning.linearForm = LinearForm::ScalarStrided;
  found = candidatesOf(request);
  for (int k = 0; k < found.count; k++)
    EXPECT_EQ(found.list[k].tuning.scheme, Scheme::Linear);
}

TEST(Candidates, areNoneWhereHintsCannotBeMet) {
  PlanRequest request = string(10000000, h200);
  request.tuning.kept = 3;
  request.reach = -1;
  EXPECT_EQ(candidatesOf(request).count, 0);
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::Unbounded); // and why
}

TEST(Candidates, areOrderedByAModelOfTheRun) {
  // Twice the components, twice the time; more arithmetic, more time; a launch costs something.
  const PlanRequest large = string(1 << 28, h200);
  const PlanRequest half = string(1 << 27, h200);
  const auto seconds = [](const PlanRequest &request, Scheme scheme) {
    Tuning tuning;
    tuning.scheme = scheme;
    return secondsOfStep(request, planOf(request, tuning));
  };
  EXPECT_NEAR(seconds(large, Scheme::Linear) / seconds(half, Scheme::Linear), 2, 0.1);
  EXPECT_LT(seconds(large, Scheme::Overlapped), seconds(large, Scheme::Linear));
  PlanRequest heavy = large;
  heavy.flops = 4000;
  EXPECT_GT(seconds(heavy, Scheme::Linear), 20 * seconds(large, Scheme::Linear));
  // Where arithmetic takes all the time, computing twice does not pay.
  EXPECT_LT(seconds(heavy, Scheme::Linear), seconds(heavy, Scheme::Overlapped));
  EXPECT_STREQ(planScheme(heavy).scheme(), "linear");
  EXPECT_GE(seconds(string(10, h200), Scheme::Linear), 1e-6);
}

namespace {

/// Rates so many times those of an H200.
DeviceLimits withRates(DeviceLimits device, double bytes, double flops, double launch) {
  const auto units = static_cast<double>(device.computeUnits);
  device.rates = {3.2e10 * units * bytes, 2.5e11 * units * flops, 1.25e11 * units * flops,
                  3e-6 * launch};
  return device;
}

} // namespace

TEST(Rates, measuredAgainOnTheSameDeviceChangeNoPlan) {
  for (const bool isPlane : {false, true})
    for (const double noise : {0.93, 1.0, 1.07}) {
      const DeviceLimits measured = withRates(h200, noise, 1 / noise, 1.3 * noise);
      const PlanRequest request = isPlane ? plane(h200) : string(10000000, h200);
      const PlanRequest again = isPlane ? plane(measured) : string(10000000, measured);
      const Candidates expected = candidatesOf(request), found = candidatesOf(again);
      ASSERT_EQ(found.count, expected.count);
      for (int k = 0; k < found.count; k++) {
        EXPECT_TRUE(
            sameRun(planOf(again, found.list[k].tuning), planOf(request, expected.list[k].tuning)));
        EXPECT_EQ(found.list[k].seconds, expected.list[k].seconds);
      }
    }
}

TEST(Rates, ofASlowerDeviceMakeStepsLonger) {
  const PlanRequest slow = string(100000000, withRates(h200, 0.5, 0.25, 4));
  const PlanRequest known = string(100000000, h200);
  Tuning linear;
  linear.scheme = Scheme::Linear;
  EXPECT_NEAR(secondsOfStep(slow, planOf(slow, linear)) /
                  secondsOfStep(known, planOf(known, linear)),
              2, 0.1);
}

/// Rates that were measured while others used the device say nothing about a GPU whose figures are
/// known.
TEST(Rates, doNotChangeTheFiguresOfAKnownGpu) {
  DeviceLimits known = h200;
  noteGpu("NVIDIA H200", known);
  ASSERT_NE(known.figures, nullptr);
  PlanRequest request = tiling_test::space(400, 400, 400, 2), busy = request;
  request.device = known;
  busy.device = withRates(known, 0.5, 0.25, 1);
  const Candidates expected = candidatesOf(request), found = candidatesOf(busy);
  ASSERT_EQ(found.count, expected.count);
  for (int k = 0; k < found.count; k++) {
    EXPECT_EQ(found.list[k].seconds, expected.list[k].seconds);
    EXPECT_TRUE(
        sameRun(planOf(busy, found.list[k].tuning), planOf(request, expected.list[k].tuning)));
  }
  PlanRequest slowest = request;
  busy.device = withRates(known, 1, 1, 60);
  slowest.device = withRates(known, 1, 1, 4);
  EXPECT_EQ(candidatesOf(busy).list[0].seconds, candidatesOf(slowest).list[0].seconds);
}

/// A launch that costs more is shared by more steps.
TEST(Rates, shapeTiles) {
  Tuning tiles;
  tiles.scheme = Scheme::Overlapped;
  const Plan cheap = planOf(string(80000, h200), tiles);
  const Plan dear = planOf(string(80000, withRates(h200, 1, 1, 32)), tiles);
  EXPECT_GT(dear.levelsPerLaunch, cheap.levelsPerLaunch);
}
