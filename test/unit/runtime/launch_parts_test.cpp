// How a launch is cut where slabs exchange rows.
#include "opencl/launch_parts.h"

#include <gtest/gtest.h>

#include "plane_request.h"
#include "planning/planners.h"

using namespace eulerc;

namespace {

std::string text(const std::vector<LaunchPart> &parts) {
  std::string text;
  for (const auto &[groups, isExchanged] : parts)
    text += fmt::format("{}[{}, {})", isExchanged ? " x" : " ", groups.begin, groups.end);
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
  const Plan plan = streamingPlan(); // bands begin at 0, 20, 40, 60, 68, 76, 84, 92
  Grid grid;
  grid.rank = 2;
  grid.extent[0] = 97;
  EXPECT_EQ(text(partsOfLaunch(plan, grid, {12, 85})), " x[0, 3) x[18, 24) [3, 18)");
  EXPECT_EQ(text(partsOfLaunch(plan, grid, {0, 85})), " x[18, 24) [0, 18)");
  EXPECT_EQ(text(partsOfLaunch(plan, grid, {20, 97})), " x[0, 3) [3, 24)");
  EXPECT_EQ(text(partsOfLaunch(plan, grid, {0, 97})), "");  // nothing is exchanged
  EXPECT_EQ(text(partsOfLaunch(plan, grid, {12, 39})), ""); // no band is left
  EXPECT_EQ(text(partsOfLaunch(plan, grid, {})), "");       // no slab
}
