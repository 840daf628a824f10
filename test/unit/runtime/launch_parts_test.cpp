// How a launch is cut where slabs exchange rows.
#include "opencl/launch_parts.h"

#include <gtest/gtest.h>

#include "plane_request.h"
#include "planning/planners.h"

using namespace eulerc;

namespace {

/// "x" marks rows that are exchanged, "before+band" the bands of tiles that are not the plan's.
std::string text(const std::vector<LaunchPart> &parts) {
  std::string text;
  for (const auto &[groups, isExchanged, before, band] : parts)
    text += fmt::format("{}[{}, {}){}", isExchanged ? " x" : " ", groups.begin, groups.end,
                        band > 0 ? fmt::format("{}+{}", before, band) : "");
  return text;
}

/// Boxes of 20 rows, of which the last ones have 8; three across.
Plan streamingPlan() {
  Plan plan;
  plan.form = &forms::streaming;
  Streaming tiles;
  tiles.box[0] = 20;
  tiles.tallBoxes = 3;
  tiles.lowBox = 8;
  tiles.tiles = 3 * 8;
  plan.shape = tiles;
  return plan;
}

} // namespace

TEST(LaunchParts, RowsThatAreExchangedStandApart) {
  Plan plan = streamingPlan(); // bands begin at 0, 20, 40, 60, 68, 76, 84, 92
  plan.levelsPerLaunch = 4;
  plan = withLevels(plan, 8);
  Grid grid;
  grid.rank = 2;
  grid.extent[0] = 97;
  const auto partsOf = [&](Range unexchanged, std::int64_t launch, bool isFirstInParts = true) {
    return text(partsOfLaunch(plan, {&grid, unexchanged, 1, isFirstInParts}, launch));
  };
  // Rows [4, 93), and of these [12, 85), while the others travel; then [8, 89) and [16, 81).
  EXPECT_EQ(partsOf({16, 81}, 0), " [3, 27)13+9 x[3, 6)4+9 x[3, 6)85+8");
  EXPECT_EQ(partsOf({16, 81}, 1), " x[3, 6)8+9 x[3, 6)81+8 [3, 27)17+8");
  EXPECT_EQ(partsOf({16, 81}, 0, false), ""); // its bands are not as high as each other
  EXPECT_EQ(partsOf({0, 81}, 1), " x[3, 6)80+9 [3, 27)0+10");
  EXPECT_EQ(partsOf({0, 97}, 1), ""); // nothing is exchanged
  SlabPiece quick{&grid, {16, 81}, 1};
  quick.isLastInParts = false;
  EXPECT_EQ(text(partsOfLaunch(plan, quick, 0)), " [3, 27)13+9 x[3, 6)4+9 x[3, 6)85+8");
  EXPECT_EQ(text(partsOfLaunch(plan, quick, 1)), "");
  EXPECT_EQ(partsOf({12, 10}, 1), ""); // no slab
}

TEST(LaunchParts, BandsThatFitAreTheBorders) {
  Plan plan = streamingPlan();
  plan.levelsPerLaunch = 10;
  plan = withLevels(plan, 10);
  Grid grid;
  grid.rank = 2;
  grid.extent[0] = 97;
  EXPECT_EQ(text(partsOfLaunch(plan, {&grid, {20, 77}, 1}, 0)), " [3, 15) x[0, 3) x[15, 21)");
}

TEST(LaunchParts, LevelsOfColumnsComputeWhatIsRead) {
  Plan plan;
  plan.form = &forms::linear;
  plan.alignment = RowAlignment::Grid;
  plan.workGroups = 5 * 12;
  Linear columns;
  columns.vectorsDeep = 4;
  plan.shape = columns;
  plan = withLevels(plan, 3);
  Grid grid;
  grid.rank = 3;
  grid.extent[0] = 46; // bands of 4 rows, 5 groups each; 6 rows of either ghost zone
  const SlabPiece piece{&grid, {12, 34}, 2};
  EXPECT_EQ(text(partsOfLaunch(plan, piece, 0)), " [10, 45) x[0, 10) x[45, 55)");
  EXPECT_EQ(text(partsOfLaunch(plan, piece, 1)), " [5, 55)");
  EXPECT_EQ(text(partsOfLaunch(plan, piece, 2)), " x[5, 15) x[40, 50) [15, 40)");
}

TEST(LaunchParts, PointsOutsideOfVectorsBelongToWhatIsExchanged) {
  Plan plan;
  plan.form = &forms::linear;
  plan.kernel = "eulerc_linear_vector";
  plan.vectorWidth = 4;
  plan.workGroupSize = 64;
  plan.workGroups = 7 + 2 * 10; // 7 for other points; bands of 8 rows from row 2 on, 2 groups each
  Linear vectors;
  vectors.vectorsAcross = 32;
  vectors.vectorsDeep = 4;
  plan.shape = vectors;
  plan = withLevels(plan, 3);
  Grid grid;
  grid.rank = 2;
  grid.extent[0] = 80;
  grid.extent[1] = 200;
  grid.begin[0] = grid.begin[1] = 2;
  grid.end[0] = 78;
  grid.end[1] = 198;
  const SlabPiece piece{&grid, {12, 68}, 2}; // bands begin at 0, 10, 18, … 74
  EXPECT_EQ(text(partsOfLaunch(plan, piece, 0)), " [9, 23) x[0, 9) x[23, 27)");
  EXPECT_EQ(text(partsOfLaunch(plan, piece, 1)), "");
  EXPECT_EQ(text(partsOfLaunch(plan, piece, 2)), " x[0, 11) x[23, 25) [11, 23)");
  const SlabPiece lowest{&grid, {0, 68}, 2};
  EXPECT_EQ(text(partsOfLaunch(plan, lowest, 2)), " x[0, 7) x[23, 25) [7, 23)");
}
