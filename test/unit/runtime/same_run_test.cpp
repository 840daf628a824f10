// Whether two plans run the same, field by field.
#include "forms/forms.h"
#include "forms/shared.h"
#include "planning/planners.h"

#include <string>

#include <gtest/gtest.h>

using namespace eulerc;

namespace {

/// Whether a plan that differs from another in this field alone is taken for it.
template <class Holder, class Field>
void expectCounts(const Plan &plan, Field Holder::*field, Field other) {
  Plan changed = plan;
  changed.*field = other;
  EXPECT_FALSE(sameRun(plan, changed));
}

/// The same of a field of a shape.
template <class Shape, class Holder, class Field>
void expectShapeCounts(Field Holder::*field, Field other) {
  Plan plan;
  plan.shape = Shape();
  Plan changed = plan;
  std::get<Shape>(changed.shape).*field = other;
  EXPECT_FALSE(sameRun(plan, changed));
}

} // namespace

/// A plan differs from another one in each field, but for the time that a model expects.
TEST(SameRun, looksAtAllFields) {
  const Plan plan;
  const std::string kernel = "a_kernel";
  Plan named = plan, again = plan;
  named.kernel = "a_kernel";
  again.kernel = kernel.c_str(); // another pointer
  EXPECT_TRUE(sameRun(named, again));
  Plan slower = plan;
  slower.expected.seconds = 1;
  EXPECT_TRUE(sameRun(plan, slower));
  expectCounts(plan, &Plan::form, &forms::wavefront);
  expectCounts(plan, &Plan::kernel, static_cast<const char *>("other"));
  expectCounts(plan, &Plan::endsKernel, static_cast<const char *>("other"));
  expectCounts(plan, &Plan::endsGroups, std::int64_t{77});
  expectCounts(plan, &Plan::workGroupSize, std::int64_t{77});
  expectCounts(plan, &Plan::workGroups, std::int64_t{77});
  expectCounts(plan, &Plan::groupsPerUnit, std::int64_t{77});
  expectCounts(plan, &Plan::vectorWidth, std::int64_t{77});
  expectCounts(plan, &Plan::arrangement, Arrangement::AoS);
  expectCounts(plan, &Plan::alignment, RowAlignment::Grid);
  expectCounts(plan, &Plan::levels, Levels(77));
  expectCounts(plan, &Plan::levelsPerLaunch, Levels(77));
  expectCounts(plan, &Plan::launches, std::int64_t{77});
  expectCounts(plan, &Plan::levelsOfStep, Levels(77));
  expectCounts(plan, &Plan::grain, Levels(77));
  expectCounts(plan, &Plan::unsupported, Unsupported{.why = Reason::Reach});
  expectCounts(plan, &Plan::unsupported, Unsupported{.needed = 77});
  expectCounts(plan, &Plan::unsupported, Unsupported{.available = 77});
  expectCounts(plan, &Plan::unsupported, Unsupported{.counted = "other"});
  expectCounts(plan, &Plan::unsupported, Unsupported{.reason = "other"});
  expectCounts(plan, &Plan::shape, Shape(Wavefront()));
}

TEST(SameRun, looksAtShapes) {
  expectShapeCounts<Linear>(&Linear::vectorsDeep, std::int64_t{77});
  expectShapeCounts<Linear>(&Linear::shifts, true);
  expectShapeCounts<Sums>(&Sums::pointsPerChunk, std::int64_t{77});
  expectShapeCounts<Persistent>(&Linear::vectorsAcross, std::int64_t{77});
  expectShapeCounts<Interlocking>(&Interlocking::tileWidth, std::int64_t{77});
  expectShapeCounts<Interlocking>(&Interlocking::walls, true);
  expectShapeCounts<Registers>(&Overlapping::tiles, std::int64_t{77});
  expectShapeCounts<Registers>(&LineTiles::ghostZone, std::int64_t{77});
  expectShapeCounts<Registers>(&Registers::rounds, std::int64_t{77});
  expectShapeCounts<RegistersOfPlanes>(&BlockTiles::redundantShare, 77.0);
  expectShapeCounts<RegistersOfPlanes>(&RegistersOfPlanes::rounds, std::int64_t{77});
  expectShapeCounts<Streaming>(&BlockTiles::kept, std::int64_t{77});
  expectShapeCounts<Streaming>(&Streaming::lowBox, std::int64_t{77});
  expectShapeCounts<Skewed>(&Skewed::kept, std::int64_t{77});
  expectShapeCounts<Wavefront>(&Wavefront::sharesTiles, true);
  for (int axis = 0; axis < maxRank; axis++) {
    Plan plan, changed;
    plan.shape = changed.shape = Streaming();
    std::get<Streaming>(changed.shape).box[axis] = 77;
    EXPECT_FALSE(sameRun(plan, changed));
  }
}
