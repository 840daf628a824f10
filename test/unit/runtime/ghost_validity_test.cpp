// The rows of a ghost zone that are of use, fewer with each level, and that a slab computes no
// others.
#include <atomic>

#include <gtest/gtest.h>

#include "backend/ghost_validity.h"
#include "slabs/slab.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

std::atomic<std::int64_t> computed = 0; ///< points, of all levels

/// The toy, said to read its neighbours, that counts its points.
Model counting() {
  Model model = toy::model();
  model.stencil.radius[0] = model.stencil.pointReach = 1;
  model.host.stepRange = [](const void *constants, const void *y, void *next,
                            const void *const *fields, std::int64_t begin, std::int64_t end,
                            std::int64_t level, double t, double nextT, double h) {
    computed += end - begin;
    toy::stepRange(constants, y, next, fields, begin, end, level, t, nextT, h);
  };
  return model;
}

} // namespace

TEST(GhostValidity, RowsOfUseBecomeFewer) {
  const GhostValidity ghosts{{4, 60}, 2};
  EXPECT_EQ(ghosts.useful(60, 2).begin, 0);
  EXPECT_EQ(ghosts.useful(60, 1).begin, 2);
  EXPECT_EQ(ghosts.useful(60, 0).begin, 4);
  EXPECT_EQ(ghosts.useful(60, 1).end, 60);
  EXPECT_EQ(GhostValidity().useful(60, 0).end, 60); // of a grid that is no slab
}

TEST(GhostValidity, NoRowThatIsOfNoUseIsComputed) {
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    const Model model = counting();
    Solver solver(model);
    solver.useBackend(backend);
    Slabs slabs;
    slabs.count = 2;
    slabs.ghostSteps = 4;
    solver.useSlabs(slabs);
    computed = 0;
    solver.runSteps(6, 0.125); // 4 behind which rows are exchanged, then 2
    EXPECT_EQ(computed, 6 * 100 + 2 * (3 + 2 + 1) + 2 * 1);
  }
}

TEST(GhostValidity, ComputedTwiceIsHalfOfThem) {
  const Domain domain{100, 0, 50, 0, 8};
  EXPECT_EQ(
      (Cut{.radius = 1, .ghostDepth = 8, .steps = 8, .leavesOld = true}.computedTwice(domain)),
      3.5);
  EXPECT_EQ((Cut{1, 8, 8}.computedTwice(domain)), 8); // of devices that compute all rows held
  EXPECT_EQ((Cut{0, 0, 8, true, true}.computedTwice(domain)), 0);
}
