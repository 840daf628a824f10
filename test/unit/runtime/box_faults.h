// Faults of streaming tiles that are planted, to see that BoxModel finds them.
//
//   expectFaultsFound(a case of two boxes along each axis)
#pragma once

#include <gtest/gtest.h>

#include "box_model.h"

namespace tiling_test {

/// The second box along an axis begins a point too late.
struct ShiftedBoxes : BoxGeometry {
  explicit ShiftedBoxes(int shifted) : shifted_(shifted) {}
  eulerc_range box(const BoxCase &c, int axis, long number) const override {
    eulerc_range points = BoxGeometry::box(c, axis, number);
    points.first += axis == shifted_ && number == 1;
    return points;
  }

private:
  int shifted_;
};

/// A tile loads a point too few in front of its box.
struct OneTooFew : BoxGeometry {
  explicit OneTooFew(int shortened) : shortened_(shortened) {}
  eulerc_range level(const BoxCase &c, int axis, eulerc_range box, long level) const override {
    eulerc_range points = BoxGeometry::level(c, axis, box, level);
    points.first += axis == shortened_;
    return points;
  }

private:
  int shortened_;
};

struct NoDelay : BoxGeometry {
  long delay(const BoxCase &c) const override { return c.reach[0]; }
};

struct LayersForgotten : BoxGeometry {
  long kept(const BoxCase &c) const override { return 2 * c.reach[0]; }
};

struct EndsTooEarly : BoxGeometry {
  long iterations(const BoxCase &c, eulerc_range layers) const override {
    return layers.last - layers.first + c.levels * c.reach[0];
  }
};

inline void expectFaultsFound(const BoxCase &sample) {
  EXPECT_EQ(BoxModel(sample).run(), "");
  EXPECT_NE(BoxModel(sample, ShiftedBoxes(0)).run(), "");
  EXPECT_NE(BoxModel(sample, ShiftedBoxes(2)).run(), "");
  EXPECT_NE(BoxModel(sample, OneTooFew(0)).run(), "");
  EXPECT_NE(BoxModel(sample, NoDelay()).run(), "");
  EXPECT_NE(BoxModel(sample, LayersForgotten()).run(), "");
  EXPECT_NE(BoxModel(sample, EndsTooEarly()).run(), "");
}

} // namespace tiling_test
