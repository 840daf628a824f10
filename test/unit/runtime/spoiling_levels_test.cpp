// How wide ghost zones are, where some levels of a step read no neighbours, or at one side alone.
#include "forms/shared.h"

#include <gtest/gtest.h>

#include <vector>

using namespace eulerc;

namespace {

struct Level {
  bool before, behind; ///< sides at which it reads
};

PlanRequest requestOf(const std::vector<Level> &step, std::int64_t reach, bool isRing) {
  PlanRequest request;
  request.reachAlong[0] = reach;
  request.levelsOfStep = static_cast<std::int64_t>(step.size());
  std::int64_t reading = 0, before = 0, behind = 0;
  for (const Level &level : step) {
    reading += level.before || level.behind ? 1 : 0;
    before += level.before ? 1 : 0;
    behind += level.behind ? 1 : 0;
  }
  request.stencil.readingLevels[0] = reading;
  request.stencil.sidedLevels[0] = std::max(before, behind);
  request.stencil.rings = isRing ? 1 : 0;
  return request;
}

/// A line of points, whose ends mirror it or which is a ring.
struct Line {
  std::int64_t points;
  bool isRing;

  std::int64_t imageOf(std::int64_t point) const {
    if (isRing)
      return point;
    return point < 0 ? -1 - point : point >= points ? 2 * points - 1 - point : point;
  }
};

/// Whether a tile that stores points [first, last) has them right after the levels, if it computes
/// so many more at each side.
bool isRight(const Line &line, std::int64_t first, std::int64_t last, std::int64_t ghostZone,
             const std::vector<Level> &levels, std::int64_t reach) {
  const std::int64_t begin =
      line.isRing ? first - ghostZone : std::max<std::int64_t>(first - ghostZone, 0);
  const std::int64_t end = line.isRing ? last + ghostZone : std::min(last + ghostZone, line.points);
  std::vector<bool> right(static_cast<std::size_t>(end - begin), true);
  const auto isThere = [&](const std::vector<bool> &known, std::int64_t point) {
    const std::int64_t image = line.imageOf(point);
    return image >= begin && image < end && known[static_cast<std::size_t>(image - begin)];
  };
  for (const Level &level : levels) {
    const std::vector<bool> known = right;
    for (std::int64_t point = begin; point < end; point++)
      for (std::int64_t k = 1; k <= reach; k++)
        if ((level.before && !isThere(known, point - k)) ||
            (level.behind && !isThere(known, point + k)))
          right[static_cast<std::size_t>(point - begin)] = false;
  }
  for (std::int64_t point = first; point < last; point++)
    if (!isThere(right, point))
      return false;
  return true;
}

/// All steps of so many levels.
std::vector<std::vector<Level>> stepsOf(int levels) {
  std::vector<std::vector<Level>> steps = {{}};
  for (int k = 0; k < levels; k++) {
    std::vector<std::vector<Level>> longer;
    for (const std::vector<Level> &step : steps)
      for (const Level level : {Level{false, false}, {true, false}, {false, true}, {true, true}}) {
        longer.push_back(step);
        longer.back().push_back(level);
      }
    steps = longer;
  }
  return steps;
}

} // namespace

TEST(SpoilingLevels, leaveWhatATileStores) {
  for (int count = 1; count <= 3; count++)
    for (const std::vector<Level> &step : stepsOf(count))
      for (const std::int64_t reach : {1, 2})
        for (std::int64_t taken = 1; taken <= 7; taken++)
          for (int from = 0; from < count; from++) // launches may begin amid a step
            for (const bool isRing : {false, true}) {
              std::vector<Level> levels;
              for (std::int64_t k = 0; k < taken; k++)
                levels.push_back(step[static_cast<std::size_t>(from + k) % step.size()]);
              const std::int64_t ghostZone =
                  forms::spoilingLevels(requestOf(step, reach, isRing), taken, 0) * reach;
              for (const std::int64_t box : {1, 2, 5})
                for (std::int64_t points = 2; points <= 11; points++)
                  for (std::int64_t first = 0; first < points; first += box)
                    ASSERT_TRUE(isRight({points, isRing}, first, std::min(first + box, points),
                                        ghostZone, levels, reach))
                        << count << " levels a step, " << taken << " taken from " << from
                        << ", reach " << reach << ", point " << first << " of " << points;
            }
}

TEST(SpoilingLevels, areNoMoreThanNeeded) {
  const Level own = {false, false}, low = {true, false}, high = {false, true}, both = {true, true};
  EXPECT_EQ(forms::spoilingLevels(requestOf({own, both}, 1, false), 8, 0), 4);
  EXPECT_EQ(forms::spoilingLevels(requestOf({low, high}, 1, false), 8, 0), 5);
  EXPECT_EQ(forms::spoilingLevels(requestOf({low, high}, 1, true), 8, 0), 4);
  EXPECT_EQ(forms::spoilingLevels(requestOf({both, both}, 1, true), 8, 0), 8);
  EXPECT_FALSE(isRight({20, false}, 8, 12, 3, {both, own, both, own, both, own, both, own}, 1));
  PlanRequest unknown;
  unknown.levelsOfStep = 3;
  EXPECT_EQ(forms::spoilingLevels(unknown, 7, 0), 7);
}
