#include "base/parallel.h"

#include <gtest/gtest.h>

using namespace eulerc;

TEST(CutRange, coversEveryPointOnce) {
  for (const std::int64_t block : {1, 8, 16})
    for (int parts = 1; parts <= 9; parts++)
      for (std::int64_t points = 1; points < 200; points++) {
        std::int64_t at = 0;
        for (int index = 0; index < parts; index++) {
          const Range range = cutRange(points, block, parts, index);
          ASSERT_EQ(range.begin, at);
          ASSERT_LE(range.begin, range.end);
          ASSERT_TRUE(range.begin % block == 0 || range.begin == points);
          ASSERT_LE(range.end - range.begin, (points / parts / block + 2) * block);
          at = range.end;
        }
        ASSERT_EQ(at, points);
      }
}

TEST(PointsPerLine, fillsWholeCacheLines) {
  for (std::int64_t bytes = 4; bytes <= 64; bytes += 4) {
    EXPECT_EQ(pointsPerLine(bytes) * bytes % 64, 0);
    EXPECT_LE(pointsPerLine(bytes), 16);
  }
  EXPECT_EQ(pointsPerLine(8), 8);
}

TEST(ChooseThreads, aHintCounts) {
  EXPECT_EQ(chooseThreads(3, 10), 3);
  EXPECT_EQ(chooseThreads(0, 10), 1); // too little work to share
  EXPECT_GE(chooseThreads(0, 1 << 30), 1);
}
