// The model of launch_model.h can fail: every fault planted here in the geometry is found, in
// honeycombs and diamonds, walked by rows and by columns, cut and whole.
#include "launch_model.h"

#include <gtest/gtest.h>

using namespace tiling_test;

namespace {

/// A correct honeycomb and a correct diamond, three tiles each, with a partial last block.
std::vector<eulerc_tiling> samples(Walk walk) {
  const long walls = walk == Walk::Rows;
  return {{75, 2, 1, 10, 3, 3, walls, 10, {}, 0, 0, 0, 0},
          {47, 2, 2, 8, 4, 3, walls, 11, {}, 0, 0, 0, 0}};
}

void expectFound(Walk walk, const Geometry &fault) {
  for (const eulerc_tiling &t : samples(walk)) {
    EXPECT_EQ(LaunchModel(t, t.ghostZone, walk, Geometry()).run(), "");
    const std::string failure = LaunchModel(t, t.ghostZone, walk, fault).run();
    EXPECT_NE(failure, "") << "D = " << t.width << " S = " << t.tileSteps;
  }
}

void expectFoundInBoth(const Geometry &fault) {
  expectFound(Walk::Rows, fault);
  expectFound(Walk::Columns, fault);
}

/// Tiles from which `change` takes or to which it adds, as the planner or kernel would see them.
template <int First, int Last> struct ChangedRow : Geometry {
  eulerc_range row(const eulerc_tiling &t, long k, long w, long step) const override {
    eulerc_range r = eulerc_tile_row(t, k, w, step);
    if (r.first < r.last && k == 1 && w == 0)
      r = eulerc_cut(r.first + First, r.last + Last, eulerc_blocks(t));
    return r;
  }
  eulerc_range diagonalSteps(const eulerc_tiling &t, long k, long w, long v) const override {
    eulerc_range steps = eulerc_diagonal_steps(t, k, w, v);
    if (steps.first < steps.last && k == 2 && w == 1)
      steps = {steps.first - First, steps.last + Last};
    return steps;
  }
};

/// Ranges that lack their first or last unit, or all, in one tile.
eulerc_ranges lacking(eulerc_ranges all, bool left, long units) {
  eulerc_range &range = left ? all.left : all.right;
  if (range.first < range.last)
    left ? range.first += units : range.last -= units;
  return all;
}

template <bool Left> struct MissingLoad : Geometry {
  eulerc_ranges loads(const eulerc_tiling &t, long k, long w, long step) const override {
    return lacking(eulerc_tile_loads(t, k, w, step), Left, k == 2 && w == 1);
  }
  eulerc_ranges diagonalLoads(const eulerc_tiling &t, long k, long w, long v,
                              long step) const override {
    // Right of what a block holds, one load is there in every tile; left of it in the first
    // diagonal.
    return lacking(eulerc_diagonal_loads(t, k, w, v, step), Left, k == 2 && w == 1);
  }
};

template <bool Left> struct MissingStore : Geometry {
  eulerc_ranges stores(const eulerc_tiling &t, long k, long w, long step) const override {
    return lacking(eulerc_tile_stores(t, k, w, step), Left, k == 2 && w == 1);
  }
};

/// Everything of another tiling than the model's: its own S, D, period or walls.
struct Replanned : Geometry {
  Replanned(long tileSteps, long width, long tiles, long launches, long ghostZone = 0)
      : s_(tileSteps), d_(width), w_(tiles), l_(launches), m_(ghostZone) {}
  eulerc_tiling changed(eulerc_tiling t) const {
    t.tileSteps += s_;
    t.width += d_;
    t.tiles += w_;
    t.ghostZone += m_;
    return t;
  }
  long launches(const eulerc_tiling &t) const override { return eulerc_launches(t) + l_; }
  long tiles(const eulerc_tiling &t, long k) const override { return eulerc_tiles(changed(t), k); }
  eulerc_range steps(const eulerc_tiling &t, long k) const override {
    return eulerc_tile_steps(changed(t), k);
  }
  eulerc_range row(const eulerc_tiling &t, long k, long w, long step) const override {
    return eulerc_tile_row(changed(t), k, w, step);
  }
  eulerc_ranges loads(const eulerc_tiling &t, long k, long w, long step) const override {
    return eulerc_tile_loads(changed(t), k, w, step);
  }
  eulerc_ranges stores(const eulerc_tiling &t, long k, long w, long step) const override {
    return eulerc_tile_stores(changed(t), k, w, step);
  }
  eulerc_range diagonalSteps(const eulerc_tiling &t, long k, long w, long v) const override {
    return eulerc_diagonal_steps(changed(t), k, w, v);
  }
  eulerc_ranges diagonalLoads(const eulerc_tiling &t, long k, long w, long v,
                              long step) const override {
    return eulerc_diagonal_loads(changed(t), k, w, v, step);
  }

private:
  long s_, d_, w_, l_, m_;
};

/// Odd launches begin where even ones do.
struct MissingShift : Geometry {
  static eulerc_range moved(const eulerc_tiling &t, eulerc_range r, long k) {
    const long shift = k % 2 ? t.width - t.tileSteps : 0;
    return eulerc_cut(r.first - shift, r.last - shift, eulerc_blocks(t));
  }
  eulerc_range row(const eulerc_tiling &t, long k, long w, long step) const override {
    return moved(t, eulerc_tile_row(t, k, w, step), k);
  }
  eulerc_range diagonalSteps(const eulerc_tiling &t, long k, long w, long v) const override {
    return eulerc_diagonal_steps(t, k % 2 ? k - 1 : k, w, v);
  }
};

struct OneCopy : Geometry {
  long copy(long) const override { return 0; }
};
struct SwappedCopies : Geometry {
  long copy(long step) const override { return (step + 1) % 2; }
};
template <int Shift> struct ShiftedSlot : Geometry {
  long rowSlot(const eulerc_tiling &t, long k, long w, long block) const override {
    return eulerc_row_slot(t, k, w, block) + Shift;
  }
  long diagonalSlot(const eulerc_tiling &t, long k, long w, long block, long step) const override {
    return eulerc_diagonal_slot(t, k, w, block, step) + Shift;
  }
};
/// Columns that are not walked in place: a block stays in its slot.
struct Upright : Geometry {
  long diagonalSlot(const eulerc_tiling &t, long k, long w, long block, long) const override {
    return eulerc_row_slot(t, k, w, block);
  }
};
struct MissingBarrier : Geometry {
  bool barrier(long step) const override { return step != 4; }
};
/// Values of a block's end that are written although others still read what they replace.
struct HeldTooLittle : Geometry {
  long held(const eulerc_tiling &t) const override { return Geometry::held(t) - 1; }
};
struct MissingBarrierBehindHeld : Geometry {
  bool barrierBehindHeld(const eulerc_tiling &, long) const override { return false; }
};

} // namespace

TEST(TilingFaults, aRowOneBlockTooWideOrTooNarrow) {
  expectFoundInBoth(ChangedRow<-1, 0>());
  expectFoundInBoth(ChangedRow<0, 1>());
  expectFoundInBoth(ChangedRow<1, 0>());
  expectFoundInBoth(ChangedRow<0, -1>());
}

TEST(TilingFaults, aLoadThatMisses) {
  expectFoundInBoth(MissingLoad<true>());
  expectFoundInBoth(MissingLoad<false>());
  expectFoundInBoth(Replanned(0, 0, 0, 0, -1)); // a ghost zone narrower than the reach
}

TEST(TilingFaults, aStoreThatMisses) {
  expectFoundInBoth(MissingStore<true>());
  expectFoundInBoth(MissingStore<false>());
}

TEST(TilingFaults, aPlanWithOneStepBlockTileOrLaunchTooManyOrTooFew) {
  expectFoundInBoth(Replanned(1, 0, 0, 0));
  expectFoundInBoth(Replanned(-1, 0, 0, 0));
  expectFoundInBoth(Replanned(0, 2, 0, 0));
  expectFoundInBoth(Replanned(0, -2, 0, 0));
  expectFoundInBoth(Replanned(0, 0, -1, 0));
  expectFoundInBoth(Replanned(0, 0, 0, -1));
}

TEST(TilingFaults, aMissingShiftOfTheOddLaunches) { expectFoundInBoth(MissingShift()); }

TEST(TilingFaults, copiesThatAreOneOrSwapped) {
  expectFoundInBoth(OneCopy());
  expectFoundInBoth(SwappedCopies());
}

TEST(TilingFaults, slotsThatAreShiftedOrNotInPlace) {
  expectFoundInBoth(ShiftedSlot<-1>());
  expectFoundInBoth(ShiftedSlot<1>());
  expectFound(Walk::Columns, Upright());
}

TEST(TilingFaults, aMissingBarrier) { expectFoundInBoth(MissingBarrier()); }

TEST(TilingFaults, anEndThatIsNotHeldBack) { expectFound(Walk::Columns, HeldTooLittle()); }

TEST(TilingFaults, aMissingBarrierBehindWhatWasHeldBack) {
  for (const eulerc_tiling &t : samples(Walk::Columns)) { // the first one's blocks need none
    const bool needed = eulerc_held_is_next(t.blockUnits, Geometry().held(t));
    EXPECT_EQ(LaunchModel(t, t.ghostZone, Walk::Columns, MissingBarrierBehindHeld()).run() != "",
              needed);
  }
}
