// The planners of the tilings: the thesis's published tables, legal plans at small sizes, sensible
// ones at large sizes, and refusals with numbers.
#include "forms/forms.h"
#include "forms/interlocking.h"
#include "planning/planners.h"

#include <cmath>

#include <gtest/gtest.h>

#include "launch_model.h"

using namespace eulerc;
using forms::shapeOf;
using tiling_test::LaunchModel;
using tiling_test::Walk;

namespace {

/// The string: two components a point, access distance 3, reach 1, on a GTX 280. Scalar, whose
/// blocks are the thesis's; those of vectors are whole ones of each class.
PlanRequest string(std::int64_t n, Scheme scheme) {
  PlanRequest request;
  request.components = n;
  request.points = (n + 1) / 2;
  request.stencil.componentsPerPoint = 2;
  request.steps = 1000;
  request.grid.components = request.grid.classes = 2;
  request.grid.extent[0] = request.points;
  request.accessDistance = 3;
  request.reach = 1;
  request.device = {30, 512, 16384, 16, false};
  request.tuning.scheme = scheme;
  request.tuning.linearForm = LinearForm::ScalarStrided;
  return request;
}

/// A grid of rows of 50 points, read one row away.
PlanRequest rows(std::int64_t count, Scheme scheme) {
  PlanRequest request = string(0, scheme);
  request.grid.rank = 2;
  request.grid.components = 1;
  request.grid.extent[0] = count;
  request.grid.extent[1] = 50;
  request.components = request.points = count * 50;
  request.accessDistance = 50;
  return request;
}

PlanRequest with(PlanRequest request, Strategy strategy, std::int64_t tileBlocks = 0,
                 std::int64_t tileSteps = 0) {
  request.tuning.strategy = strategy;
  request.tuning.tileBlocks = tileBlocks;
  request.tuning.tileSteps = tileSteps;
  return request;
}

constexpr Scheme tilings[] = {Scheme::Diamond, Scheme::DiamondColumns, Scheme::Honeycomb,
                              Scheme::HoneycombColumns};

std::string modelled(const Plan &plan, long reach) {
  return LaunchModel(tilingOf(plan), reach,
                     shapeOf<Interlocking>(plan).walls ? Walk::Rows : Walk::Columns, {})
      .run();
}

/// D and bytes of the diamonds that a strategy tries at m.
std::pair<long, long> tried(Strategy strategy, long m) {
  const PlanRequest request = string(80000, Scheme::Diamond);
  const Plan plan = forms::startTiling(request, forms::diamondScalar, forms::diamond);
  const long count = forms::diamonds(strategy, request.device.computeUnits, m);
  const long width = forms::roundUp(forms::ceilDiv(shapeOf<Interlocking>(plan).blocks, count), 2);
  return {width, forms::localBytes(shapeOf<Interlocking>(plan), width)};
}

using Row = std::pair<long, long>;

} // namespace

TEST(DiamondPlanner, triesThePublishedTable) {
  EXPECT_EQ(tried(Strategy::Multiplicative, 1), Row(668, 21440));
  EXPECT_EQ(tried(Strategy::Multiplicative, 2), Row(334, 10752));
  EXPECT_EQ(tried(Strategy::Additive, 1), Row(668, 21440)); // m = 0 in the table
  EXPECT_EQ(tried(Strategy::Additive, 2), Row(646, 20736));
  EXPECT_EQ(tried(Strategy::Additive, 3), Row(626, 20096));
  EXPECT_EQ(tried(Strategy::Additive, 4), Row(608, 19520));
  EXPECT_EQ(tried(Strategy::Additive, 11), Row(500, 16064));
  EXPECT_EQ(tried(Strategy::Corrected, 1), Row(690, 22144));
  EXPECT_EQ(tried(Strategy::Corrected, 2), Row(340, 10944));
}

TEST(DiamondPlanner, takesThePublishedDiamonds) {
  const PlanRequest request = string(80000, Scheme::Diamond);
  const Plan multiplicative = planScheme(with(request, Strategy::Multiplicative));
  EXPECT_EQ(shapeOf<Interlocking>(multiplicative).blocks, 20000);
  EXPECT_EQ(shapeOf<Interlocking>(multiplicative).blockUnits *
                shapeOf<Interlocking>(multiplicative).unitBytes,
            16);
  EXPECT_EQ(shapeOf<Interlocking>(multiplicative).tileWidth, 334);
  EXPECT_EQ(shapeOf<Interlocking>(multiplicative).localBytes, 10752);
  EXPECT_EQ(shapeOf<Interlocking>(multiplicative).tiles, 60);
  EXPECT_EQ(multiplicative.workGroups, 60);

  const Plan additive = planScheme(with(request, Strategy::Additive));
  EXPECT_EQ(shapeOf<Interlocking>(additive).tileWidth, 500);
  EXPECT_EQ(shapeOf<Interlocking>(additive).localBytes, 16064);
  EXPECT_EQ(shapeOf<Interlocking>(additive).tiles, 40);
  EXPECT_EQ(additive.workGroups, 30); // 20 compute one diamond, 10 compute two
  EXPECT_EQ(shapeOf<Interlocking>(additive).tiles % additive.workGroups, 10);

  for (const Strategy strategy : {Strategy::Auto, Strategy::Corrected}) {
    const Plan corrected = planScheme(with(request, strategy));
    EXPECT_EQ(shapeOf<Interlocking>(corrected).tileWidth, 340);
    EXPECT_EQ(shapeOf<Interlocking>(corrected).localBytes, 10944);
    EXPECT_EQ(shapeOf<Interlocking>(corrected).tiles, 59);
    EXPECT_EQ(corrected.levelsPerLaunch, 170);
    EXPECT_EQ(corrected.launches, 1 + 6); // ⌈1000 / 170⌉ and the one that begins
  }
}

TEST(DiamondPlanner, byColumnsNeedsHalfTheLocalMemory) {
  const PlanRequest request = with(string(1 << 24, Scheme::DiamondColumns), Strategy::Auto, 16);
  const Plan plan = planScheme(request);
  ASSERT_EQ(plan.unsupported.why, Reason::None);
  EXPECT_EQ(shapeOf<Interlocking>(plan).ghostZone, 1);
  // eq. 7.1 without the second row, and what is held back
  EXPECT_EQ(
      shapeOf<Interlocking>(plan).localBytes,
      ((16 + 2) * shapeOf<Interlocking>(plan).blockUnits + shapeOf<Interlocking>(plan).ghostZone) *
          shapeOf<Interlocking>(plan).unitBytes);
  EXPECT_GE(shapeOf<Interlocking>(plan).blockUnits * 2, 4 * plan.workGroupSize);

  // As the thesis means it: with the half diamonds an odd launch has a multiple of the compute
  // units.
  const Plan corrected = planScheme(string(80000, Scheme::DiamondColumns));
  EXPECT_EQ((shapeOf<Interlocking>(corrected).tiles + 1) % 30, 0);
  EXPECT_EQ(corrected.workGroups, shapeOf<Interlocking>(corrected).tiles + 1);
}

TEST(HoneycombPlanner, followsEquation91) {
  for (const std::int64_t tileSteps : {1, 2, 5, 20, 40, 100}) {
    const Plan plan =
        planScheme(with(string(80000, Scheme::Honeycomb), Strategy::Auto, 0, tileSteps));
    ASSERT_EQ(plan.unsupported.why, Reason::None);
    EXPECT_EQ(plan.levelsPerLaunch, tileSteps);
    const auto width = [&](std::int64_t tiles) { // eq. 9.1, raised to an even number
      const double d =
          (20000.0 + 2.0 * static_cast<double>(tileSteps * (tiles - 1))) / (2.0 * tiles - 1);
      return 2 * static_cast<std::int64_t>(std::ceil(d / 2));
    };
    std::int64_t tiles = 30;
    while (2 * (width(tiles) + 2) * 16 >= 16384)
      tiles++;
    EXPECT_EQ(shapeOf<Interlocking>(plan).tileWidth, width(tiles)) << tileSteps;
    EXPECT_LE(shapeOf<Interlocking>(plan).tiles, tiles);
  }
}

TEST(HoneycombPlanner, takesStepsNearTheThesissBest) {
  for (const std::int64_t n : {80000, 1000000, 100000000}) {
    const Plan plan = planScheme(string(n, Scheme::Honeycomb));
    ASSERT_EQ(plan.unsupported.why, Reason::None);
    const double ratio = static_cast<double>(shapeOf<Interlocking>(plan).tileWidth) /
                         static_cast<double>(plan.levelsPerLaunch.count);
    EXPECT_GT(ratio, 12) << n;
    EXPECT_LT(ratio, 16) << n;
    EXPECT_EQ(plan.workGroups % 30, 0) << n;
  }
}

TEST(TilePlanners, planLegally) {
  int planned = 0;
  for (const Scheme scheme : tilings)
    for (const Strategy strategy :
         {Strategy::Multiplicative, Strategy::Additive, Strategy::Corrected})
      for (const std::int64_t computeUnits : {1, 2, 5})
        for (const std::int64_t localMemory : {300, 400, 1000, 20000})
          for (const std::int64_t vectorWidth : {0, 4})
            for (std::int64_t n = 1; n <= 200; n += 1 + n / 7)
              for (const std::int64_t steps : {0, 1, 7, 12})
                for (const bool flat : {true, false}) {
                  PlanRequest request =
                      with(flat ? string(n, scheme) : rows(n / 2 + 1, scheme), strategy);
                  request.steps = steps;
                  request.device.computeUnits = computeUnits;
                  request.device.localMemory = flat ? localMemory : 50 * localMemory;
                  request.tuning.workGroupSize = 2;
                  if (vectorWidth > 0)
                    request.tuning.linearForm = LinearForm::Vector;
                  request.tuning.vectorWidth = vectorWidth;
                  const Plan plan = planScheme(request);
                  if (plan.unsupported.why != Reason::None)
                    continue;
                  planned++;
                  ASSERT_LT(shapeOf<Interlocking>(plan).localBytes, request.device.localMemory);
                  ASSERT_GE(shapeOf<Interlocking>(plan).blockUnits, request.reach);
                  ASSERT_GE(shapeOf<Interlocking>(plan).tileWidth, 2 * plan.levelsPerLaunch.count);
                  ASSERT_LE(plan.workGroups, mostTiles(shapeOf<Interlocking>(plan)));
                  ASSERT_EQ(modelled(plan, request.reach), "")
                      << plan.scheme() << " n = " << n << " D "
                      << shapeOf<Interlocking>(plan).tileWidth;
                }
  EXPECT_GT(planned, 5000);
}

TEST(TilePlanners, planMediumSystemsLegally) {
  for (const Scheme scheme : tilings)
    for (const std::int64_t n : {3000, 4099, 20001})
      for (const std::int64_t computeUnits : {1, 7, 30, 132}) {
        PlanRequest request = string(n, scheme);
        request.steps = 43;
        request.device.computeUnits = computeUnits;
        const Plan plan = planScheme(request);
        ASSERT_EQ(plan.unsupported.why, Reason::None);
        ASSERT_EQ(modelled(plan, request.reach), "") << plan.scheme() << " n = " << n;
      }
}

TEST(TilePlanners, countTheTrafficExactly) {
  for (const Scheme scheme : tilings)
    for (const std::int64_t tileSteps : {2, 3, 5}) {
      PlanRequest request =
          with(string(1501, scheme), Strategy::Auto,
               scheme == Scheme::Diamond || scheme == Scheme::DiamondColumns ? 2 * tileSteps
                                                                             : 2 * tileSteps + 4,
               tileSteps);
      request.tuning.workGroupSize = 2;
      const auto traffic = [&](std::int64_t steps) {
        request.steps = steps;
        const Plan plan = planScheme(request);
        LaunchModel model(tilingOf(plan), 1,
                          shapeOf<Interlocking>(plan).walls ? Walk::Rows : Walk::Columns, {});
        EXPECT_EQ(model.run(), "");
        return static_cast<double>(model.traffic());
      };
      const double crossing = traffic(6 * tileSteps + 1) - traffic(4 * tileSteps + 1);
      const Plan plan = planScheme(request);
      EXPECT_GT(shapeOf<Interlocking>(plan).tiles, 8);
      EXPECT_DOUBLE_EQ(plan.expected.globalShare,
                       crossing / (2.0 * static_cast<double>(shapeOf<Interlocking>(plan).units * 2 *
                                                             tileSteps)));
    }
}

TEST(TilePlanners, tilesWithManyStepsSaveGlobalMemory) {
  const Plan diamond = planScheme(string(80000, Scheme::Diamond));
  EXPECT_LT(diamond.expected.globalShare, 0.05);
  const Plan honeycomb = planScheme(string(80000, Scheme::Honeycomb));
  EXPECT_LT(honeycomb.expected.globalShare, 0.1);
}

TEST(TilePlanners, refuseWithNumbers) {
  for (const Scheme scheme : tilings) {
    PlanRequest request = string(80000, scheme);
    request.accessDistance = -1;
    EXPECT_EQ(planScheme(request).unsupported.why, Reason::Unbounded);
    request = string(80000, scheme);
    request.stencil.readsFar = true;
    EXPECT_EQ(planScheme(request).unsupported.why, Reason::FarReads);
    request = string(80000, scheme);
    request.stencil.wraps = true;
    EXPECT_EQ(planScheme(request).unsupported.why, Reason::Wraps);

    request = string(6, scheme);
    request.tuning.workGroupSize = 1;
    Plan plan = planScheme(request);
    EXPECT_EQ(plan.unsupported.why, Reason::TooSmall);
    EXPECT_EQ(plan.unsupported.needed, 4);
    EXPECT_EQ(plan.unsupported.available, 2);

    request = rows(1000, scheme);
    request.grid.extent[1] = 1000;
    plan = planScheme(request);
    EXPECT_EQ(plan.unsupported.why, Reason::LocalMemory);
    EXPECT_EQ(shapeOf<Interlocking>(plan).tileWidth, 4);
    EXPECT_EQ(plan.unsupported.needed,
              shapeOf<Interlocking>(plan).walls ? 2 * (6000 + 48) * 4 : (7000 + 56) * 4);
    EXPECT_EQ(plan.unsupported.available, 16384);

    plan = planScheme(with(string(80000, scheme), Strategy::Auto, 10, 6));
    EXPECT_EQ(plan.unsupported.why, Reason::TileShape);
    EXPECT_EQ(plan.unsupported.needed, 12);
    EXPECT_EQ(plan.unsupported.available, 10);
  }
}

TEST(TilePlanners, rowsOfGridsHaveRoomBesideThem) {
  for (const Scheme scheme : tilings) {
    PlanRequest request = rows(1000, scheme); // 50 points
    request.tuning.workGroupSize = 1;
    request.device.localMemory = 1 << 20;
    const Plan plan = planScheme(with(request, Strategy::Auto, 4));
    ASSERT_EQ(plan.unsupported.why, Reason::None);
    EXPECT_EQ(shapeOf<Interlocking>(plan).blockUnits, 1);
    // (4 + 2) * 50 + 48, by columns one row more that is held back; rounded up to 16.
    EXPECT_EQ(shapeOf<Interlocking>(plan).planePoints,
              shapeOf<Interlocking>(plan).walls ? 352 : 400);
    EXPECT_EQ(shapeOf<Interlocking>(plan).localBytes, (shapeOf<Interlocking>(plan).walls ? 2 : 1) *
                                                          shapeOf<Interlocking>(plan).planePoints *
                                                          4);
  }
}

TEST(TilePlanners, blocksOfVectorsAreWholeVectorsOfEachClass) {
  for (const Scheme scheme : tilings)
    for (const std::int64_t width : {2, 4, 8, 16}) {
      PlanRequest request = string(80000, scheme);
      request.tuning.linearForm = LinearForm::Vector;
      request.tuning.vectorWidth = width;
      request.tuning.workGroupSize = 1;
      const Plan plan = planScheme(request);
      ASSERT_EQ(plan.unsupported.why, Reason::None);
      EXPECT_STREQ(plan.name(), "vector");
      EXPECT_EQ(shapeOf<Interlocking>(plan).blockUnits, width);
      EXPECT_EQ(shapeOf<Interlocking>(plan).blocks, forms::ceilDiv(40000, width));
      EXPECT_EQ(shapeOf<Interlocking>(plan).ghostZone % width, 0);
    }
}

TEST(TilePlanners, doWhatTheyAreToldByHand) {
  const Plan plan = planScheme(with(string(80000, Scheme::Honeycomb), Strategy::Auto, 101, 7));
  EXPECT_EQ(shapeOf<Interlocking>(plan).tileWidth, 102);
  EXPECT_EQ(plan.levelsPerLaunch, 7);
  const Plan steps = planScheme(with(string(80000, Scheme::Diamond), Strategy::Auto, 0, 50));
  EXPECT_EQ(shapeOf<Interlocking>(steps).tileWidth, 100);

  PlanRequest request = string(80000, Scheme::Auto);
  EXPECT_STREQ(planScheme(request).scheme(), "linear"); // its form is asked for
  request.tuning.linearForm = LinearForm::Auto;
  EXPECT_STREQ(planScheme(request).scheme(),
               "honeycomb"); // the ends cannot be computed like the interior
  request.stencil.overlaps = true;
  EXPECT_STREQ(planScheme(request).scheme(), "overlapped");
  request.steps = 3;
  EXPECT_STREQ(planScheme(request).scheme(), "linear");
  request.steps = 1000;
  request.device.isCpu = true;
  EXPECT_STREQ(planScheme(request).scheme(), "linear");
}

TEST(TilePlanners, narrowAutoToTheSchemesThatKnowAllWishes) {
  PlanRequest request = string(80000, Scheme::Auto);
  request.tuning.linearForm = LinearForm::Auto;
  request.stencil.overlaps = true;
  const auto scheme = [&](auto hint, std::int64_t value) {
    PlanRequest hintOr = request;
    hintOr.tuning.*hint = value;
    return std::string(planScheme(hintOr).scheme());
  };
  EXPECT_EQ(scheme(&Tuning::kept, 2), "overlapped");
  EXPECT_EQ(scheme(&Tuning::tileSteps, 4), "overlapped");
  EXPECT_EQ(scheme(&Tuning::tileBlocks, 8), "honeycomb");
  EXPECT_EQ(scheme(&Tuning::workGroups, 8), "linear");
  request.device.isCpu = true; // where auto takes tiles only when it is told to
  EXPECT_EQ(scheme(&Tuning::workGroupSize, 1), "linear");
  EXPECT_EQ(scheme(&Tuning::tileSteps, 4), "overlapped");
  request.stencil.overlaps = false;
  EXPECT_EQ(scheme(&Tuning::tileSteps, 4), "honeycomb");
  request.tuning.strategy = Strategy::Additive;
  EXPECT_EQ(scheme(&Tuning::tileSteps, 4), "diamond");
  request.stencil.wraps = true; // no tiles apply: it says why
  request.tuning.tileSteps = 4;
  EXPECT_EQ(planScheme(request).unsupported.why, Reason::Wraps);
}

TEST(TilePlanners, planHugeSystemsQuickly) {
  for (const Scheme scheme : tilings) {
    const Plan plan = planScheme(string(4'000'000'000, scheme));
    EXPECT_EQ(plan.unsupported.why, Reason::None);
    EXPECT_LT(shapeOf<Interlocking>(plan).localBytes, 16384);
  }
  PlanRequest request = string(400'000'000, Scheme::Diamond); // tiles of 10⁷ steps
  request.device.localMemory = 1 << 30;
  EXPECT_LT(planScheme(request).expected.globalShare, 1e-5);
}
