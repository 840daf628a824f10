// What launches have to do at the least: never more than they do, whatever form takes them.
#include "planning/least_work.h"

#include <random>

#include <gtest/gtest.h>

#include "plane_request.h"
#include "planning/planners.h"

using namespace eulerc;
using tiling_test::plane, tiling_test::space;

namespace {

/// Of a program that reads a state and a field and has three operations a point.
PlanRequest counted(PlanRequest request) {
  for (int axis = 0; axis < request.grid.rank; axis++) {
    request.grid.begin[axis] = 1;
    request.grid.end[axis] = request.grid.extent[axis] - 1;
  }
  request.stencil.leastValues = 2;
  request.leastOperations = 3;
  return request;
}

Plan planned(PlanRequest request, Scheme scheme) {
  request.tuning.scheme = scheme;
  return planScheme(request);
}

} // namespace

TEST(LeastWork, ofLinearIsThatOfEachLevel) {
  const PlanRequest request = counted(plane(1000, 1000));
  const Work work = leastWork(request, planned(request, Scheme::Linear));
  EXPECT_DOUBLE_EQ(work.bytes, 1000 * 1e6 * 4 * 2);
  EXPECT_DOUBLE_EQ(work.operations, 1000 * 998.0 * 998 * 3);
  EXPECT_EQ(work.launches, 1000);
}

TEST(LeastWork, whatCachesMayHoldCrossesNoMemory) {
  PlanRequest request = counted(plane(1000, 1000));
  request.device.lastCache = 1000000;
  EXPECT_DOUBLE_EQ(leastWork(request, planned(request, Scheme::Linear)).bytes, 1000 * 6e6);
  request.device.lastCache = 4000000;
  EXPECT_EQ(leastWork(request, planned(request, Scheme::Linear)).bytes, 0);
}

/// What tiles load and compute twice, and what a launch of many steps spares, is not counted.
TEST(LeastWork, isNeverMoreThanTilesDo) {
  std::mt19937 draw(1);
  const auto extent = [&] { return std::uniform_int_distribution<std::int64_t>(64, 3000)(draw); };
  for (int k = 0; k < 200; k++) {
    const PlanRequest request = counted(k % 2 ? plane(extent(), extent())
                                              : space(extent() / 8, extent() / 8, extent() / 8));
    for (const Scheme scheme : {Scheme::Overlapped, Scheme::Diamond, Scheme::Honeycomb}) {
      const Plan plan = planned(request, scheme);
      if (!plan.isPossible())
        continue;
      const Work work = leastWork(request, plan);
      const double updates = 1000.0 * static_cast<double>(request.components);
      EXPECT_LE(work.operations, 3 * updates * plan.expected.computedShare);
      EXPECT_LE(work.bytes, 1.001 * 4 * 2 * updates * plan.expected.globalShare) << plan.name();
      EXPECT_EQ(work.launches, plan.launches);
    }
  }
}
