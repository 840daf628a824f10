// Tiles of grids that are walked along their slowest axis (boxes.h) are legal, by enumeration:
// every point is stored once, and all that a level reads is there when it reads it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "boxes.h"
#include "planning/planners.h"
#include "planning/request.h"

namespace boxes_test {
namespace {

struct Axis {
  long extent, box, levels, reach;
  bool ring;
};

template <class Visit> void forSmallAxes(Visit visit) {
  for (const bool ring : {false, true})
    for (long reach = 0; reach <= 2; reach++)
      for (long extent = std::max(reach, 1L); extent <= 9; extent++)
        for (long box = 1; box <= extent; box++)
          for (long levels = 1; levels <= 4; levels++)
            visit(Axis{extent, box, levels, reach, ring});
}

eulerc_range computed(const Axis &a, eulerc_range box, long level) {
  return eulerc_computed_along(eulerc_level_along(box, level, a.levels, a.reach), a.extent, a.ring);
}

bool holds(eulerc_range range, long i) { return range.first <= i && i < range.last; }

/// The layer that stands for one beyond a mirroring side; -1 for one of a constant.
long standIn(const Axis &a, long i, bool mirrors) {
  if (a.ring || (i >= 0 && i < a.extent))
    return i;
  return !mirrors ? -1 : i < 0 ? -1 - i : 2 * a.extent - 1 - i;
}

/// A box that is walked as wavefront.h does it.
struct Walk {
  Axis a;
  eulerc_range box;
  bool mirrors, together, apart;
  eulerc_pace pace;
  eulerc_slots slots;

  Walk(const Axis &axis, eulerc_range stored, bool mirrored, bool shared, bool transposed = false)
      : a(axis), box(stored), mirrors(mirrored), together(shared), apart(transposed),
        pace(eulerc_pace_of(axis.reach, shared)),
        slots(eulerc_slots_for(axis.levels, axis.reach, pace, apart)) {}

  using Layers = std::map<long, std::pair<long, long>>; ///< level and layer in each slot
  eulerc_range turns() const {
    return eulerc_turns(box, a.levels, a.reach, pace, a.extent, a.ring);
  }
  long slot(long top, long level, long i) const {
    const long first = turns().first;
    return i < first ? -1 : eulerc_slot(level, i, eulerc_slots_in(top, pace, first, slots), slots);
  }

  /// Whether layer i of a level finds what it reads in `kept`, and nobody else writes there.
  bool finds(const Layers &kept, const Layers &written, long top, long level, long i) const {
    const auto is = [&](const Layers &layers, long of, long layer) {
      const auto found = layers.find(slot(top, of, layer));
      return found != layers.end() && found->second == std::pair(of, layer);
    };
    for (long d = -a.reach; level > 0 && d <= a.reach; d++) {
      const long layer = standIn(a, i + d, mirrors);
      const bool lies = a.ring || layer >= 0;
      if (lies && (!is(kept, level - 1, layer) || written.contains(slot(top, level - 1, layer))))
        return false;
    }
    if (level < 2)
      return true;
    const auto over =
        written.find(slot(top, level - 2, i)); // its last value, which it may write over
    return is(kept, level - 2, i) && (over == written.end() || over->second == std::pair(level, i));
  }

  /// Whether a level keeps its layers, and there is no room for one.
  bool lacksRoom(long top, long level, long i) const {
    return (level < a.levels || apart) && slot(top, level, i) >= slots.even + slots.odd;
  }

  /// Whether each level finds what it reads and has room, and the last one gives every layer.
  bool findsAll() const {
    Layers kept;
    long given = 0;
    for (long top = turns().first; top < turns().last; top += pace.layers) {
      Layers written; // in this turn, by all at the same time
      for (const bool reads : {false, true})
        for (long level = 0; level <= a.levels; level++)
          for (long k = 0; k < pace.layers; k++) {
            const long i = eulerc_layer_in_turn(top, level, pace) + k;
            if (!holds(computed(a, box, level), i))
              continue;
            if (reads == together && !finds(kept, written, top, level, i))
              return false;
            if (lacksRoom(top, level, i))
              return false;
            given += reads && level == a.levels;
            if ((level < a.levels || apart) && !reads)
              (together ? written : kept)[slot(top, level, i)] = {level, i};
          }
      for (const auto &[where, what] : written)
        kept[where] = what;
    }
    return given == box.last - box.first;
  }
};

TEST(Boxes, storeEveryPointOnce) {
  forSmallAxes([](const Axis &a) {
    long next = 0;
    for (long k = 0; k < eulerc_boxes_along(a.extent, a.box); k++) {
      const eulerc_range box = eulerc_box_along(a.extent, a.box, k);
      EXPECT_EQ(box.first, next);
      EXPECT_LT(box.first, box.last);
      EXPECT_EQ(computed(a, box, a.levels).first, box.first);
      EXPECT_EQ(computed(a, box, a.levels).last, box.last);
      next = box.last;
    }
    EXPECT_EQ(next, a.extent);
  });
}

TEST(Boxes, keepTheLayersThatTheNextLevelReads) {
  forSmallAxes([](const Axis &a) {
    for (long k = 0; k < eulerc_boxes_along(a.extent, a.box); k++)
      for (const bool mirrors : {false, true})
        for (const bool together : {false, true})
          for (const bool apart : {false, true}) {
            const eulerc_range box = eulerc_box_along(a.extent, a.box, k);
            EXPECT_TRUE(Walk(a, box, mirrors, together, apart).findsAll())
                << a.extent << ' ' << a.box << ' ' << a.levels << ' ' << a.reach << ' ' << k << ' '
                << together << apart;
          }
  });
}

TEST(Boxes, missALayerWhenTooFewAreKept) { // a model that finds nothing would prove nothing
  for (const bool together : {false, true}) {
    Walk walk({40, 40, 3, 2, false}, {0, 40}, false, together);
    EXPECT_TRUE(walk.findsAll());
    for (const bool odd : {false, true}) {
      Walk narrow = walk;
      (odd ? narrow.slots.odd : narrow.slots.even)--;
      EXPECT_FALSE(narrow.findsAll());
    }
    walk.pace.behind--;
    EXPECT_FALSE(walk.findsAll());
  }
  Walk apart({40, 40, 1, 1, false}, {0, 40}, false, false, true);
  EXPECT_TRUE(apart.findsAll());
  apart.slots = eulerc_slots_for(1, 1, apart.pace, false);
  EXPECT_FALSE(apart.findsAll());
}

TEST(Boxes, areSharedInPartsThatHoldTheReach) {
  for (long points = 0; points <= 12; points++)
    for (long least = 0; least <= 3; least++)
      for (long members = 1; members <= 5; members++) {
        long next = 3;
        for (long member = 0; member < members; member++) {
          const eulerc_range part = eulerc_share({3, 3 + points}, least, member, members);
          EXPECT_EQ(part.first, next);
          EXPECT_TRUE(part.first == part.last || part.last - part.first >= std::min(least, points));
          next = part.last;
        }
        EXPECT_EQ(next, 3 + points);
      }
}

TEST(Boxes, readOnlyWhatTheLevelBeforeComputed) {
  forSmallAxes([](const Axis &a) {
    for (long k = 0; k < eulerc_boxes_along(a.extent, a.box); k++) {
      const eulerc_range box = eulerc_box_along(a.extent, a.box, k);
      for (long level = 1; level <= a.levels; level++) {
        const eulerc_range made = computed(a, box, level), before = computed(a, box, level - 1);
        for (long i = made.first - a.reach; i < made.last + a.reach; i++)
          if (a.ring || (i >= 0 && i < a.extent)) {
            EXPECT_TRUE(holds(before, i));
          }
      }
    }
  });
}

TEST(Boxes, haveRoomForWholeVectorsAndWhatIsBeside) {
  forSmallAxes([](const Axis &a) {
    for (const long width : {1, 2, 4}) {
      const long length = eulerc_round_up(a.box, width);
      const long room = eulerc_kept_along(a.extent, length, a.levels, a.reach, a.ring, width);
      for (long k = 0; k < eulerc_boxes_along(a.extent, length); k++) {
        const eulerc_range box = eulerc_box_along(a.extent, length, k);
        const eulerc_range level0 = eulerc_whole_vectors(computed(a, box, 0), width);
        const long first = level0.first - eulerc_round_up(a.reach, width);
        EXPECT_EQ(level0.first % width, 0);
        EXPECT_LE(level0.last + a.reach - first, room);
        EXPECT_LE(room, eulerc_pitch(room, width));
      }
    }
  });
}

eulerc::PlanRequest plane(std::int64_t rows, std::int64_t columns) {
  eulerc::PlanRequest request;
  request.grid.rank = 2;
  request.grid.extent[0] = rows;
  request.grid.extent[1] = columns;
  request.components = request.points = rows * columns;
  request.accessDistance = columns;
  request.reach = request.reachAlong[0] = request.reachAlong[1] = 1;
  request.stencil.keepsLayers = true;
  request.steps = 1000;
  request.flops = 8;
  request.device.computeUnits = 2;
  request.device.vectorBytes = 64;
  return request;
}

TEST(WavefrontPlanner, keepsATileInACoresCacheAndAllCoresBusy) {
  const eulerc::PlanRequest request = plane(4000, 4000);
  const eulerc::Plan plan = eulerc::forms::wavefront.plan(request);
  EXPECT_EQ(plan.unsupported.why, eulerc::Reason::None);
  EXPECT_LE(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).scratchBytes,
            request.device.coreCache + 4096);
  EXPECT_GE(plan.levelsPerLaunch, 8);
  EXPECT_EQ(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).tiles % 2, 0);
  EXPECT_LT(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).redundantShare, 0.1);
}

TEST(WavefrontPlanner, rowsOfATurnFitTheFirstCacheWhereStepsAreShort) {
  eulerc::PlanRequest request = plane(4000, 4000);
  const auto bytesOfATurn = [&] {
    return 6 * 4 *
           eulerc::forms::shapeOf<eulerc::Wavefront>(eulerc::forms::wavefront.plan(request)).box[1];
  };
  EXPECT_LE(bytesOfATurn(), 32 << 10); // of the level before: 4 rows; of its own: 2
  request.device.nearCache = 1 << 20;
  EXPECT_GT(bytesOfATurn(), 32 << 10);
  request.device.nearCache = 32 << 10;
  request.flops = 30; // what is computed takes longer than what comes from the second cache
  EXPECT_GT(bytesOfATurn(), 32 << 10);
}

TEST(WavefrontPlanner, rowsWhoseLanesLieApartAreAsWideAtAllLevels) {
  eulerc::PlanRequest request = plane(4000, 4000);
  request.tuning.tileSteps = 32;
  request.tuning.box[1] = 1008;
  const eulerc::Plan inOrder = eulerc::forms::wavefront.plan(request);
  request.transposed = true;
  const eulerc::Plan apart = eulerc::forms::wavefront.plan(request);
  EXPECT_NEAR(eulerc::forms::shapeOf<eulerc::Wavefront>(apart).redundantShare, 64 * 0.75 / 1008,
              1e-9);
  EXPECT_LT(eulerc::forms::shapeOf<eulerc::Wavefront>(inOrder).redundantShare,
            eulerc::forms::shapeOf<eulerc::Wavefront>(apart).redundantShare);
}

TEST(WavefrontPlanner, hasRoomForAllThatRowsWhoseLanesLieApartNeed) {
  eulerc::PlanRequest request = plane(100, 4000);
  request.transposed = true;
  request.tuning.box[1] = 4000;
  for (request.tuning.tileSteps = 1; request.tuning.tileSteps <= 9; request.tuning.tileSteps++) {
    const eulerc::Plan plan = eulerc::forms::wavefront.plan(request);
    const eulerc_slots slots =
        eulerc_slots_for(plan.levelsPerLaunch.count, 1, eulerc_pace_of(1, false), true);
    // Two of dirichlet values, one in order, those of all levels; and vectors beside each row.
    EXPECT_GE(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).scratchBytes,
              (3 + slots.even + slots.odd) * (4000 + 2 * 16) * 4);
  }
}

TEST(WavefrontPlanner, takesHints) {
  eulerc::PlanRequest request = plane(100, 70);
  request.tuning.tileSteps = 3;
  request.tuning.box[0] = 40;
  request.tuning.box[1] = 20; // made a multiple of a vector
  const eulerc::Plan plan = eulerc::forms::wavefront.plan(request);
  EXPECT_EQ(plan.levelsPerLaunch, 3);
  EXPECT_EQ(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).box[0], 40);
  EXPECT_EQ(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).box[1], 32);
  EXPECT_EQ(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).tiles, 3 * 3);
}

TEST(WavefrontPlanner, keepsNoMoreThanABufferHolds) {
  eulerc::PlanRequest request = plane(100, 70);
  request.tuning.tileSteps = 50;
  const eulerc::Plan plan = eulerc::forms::wavefront.plan(request);
  const std::int64_t kept =
      plan.workGroups * eulerc::forms::shapeOf<eulerc::Wavefront>(plan).scratchBytes;
  request.device.largestBuffer = kept;
  EXPECT_TRUE(eulerc::forms::wavefront.plan(request).isPossible());
  request.device.largestBuffer = kept - 1;
  const eulerc::Plan refused = eulerc::forms::wavefront.plan(request);
  EXPECT_EQ(
      eulerc::unsupportedText(refused),
      fmt::format("overlapped needs a buffer of {} bytes for tiles that advance 50 steps; "
                  "the device allows {}; take fewer --tile-steps, a smaller --tile-box or --scheme "
                  "linear",
                  kept, kept - 1));
}

TEST(WavefrontPlanner, refusesWhatItCannotCompute) {
  eulerc::PlanRequest differs = plane(100, 70), far = plane(100, 70), small = plane(1, 70);
  differs.stencil.keepsLayers = false;
  far.accessDistance = -1;
  small.reachAlong[0] = 2;
  EXPECT_EQ(eulerc::forms::wavefront.plan(differs).unsupported.why, eulerc::Reason::NoOverlap);
  EXPECT_EQ(eulerc::forms::wavefront.plan(far).unsupported.why, eulerc::Reason::Unbounded);
  EXPECT_EQ(eulerc::forms::wavefront.plan(small).unsupported.why, eulerc::Reason::TooSmall);
  EXPECT_STREQ(eulerc::forms::wavefront.plan(small).unsupported.counted, "rows");

  eulerc::PlanRequest narrow = plane(100, 8);
  narrow.tuning.vectorWidth = 16;
  const eulerc::Plan refused = eulerc::forms::wavefront.plan(narrow);
  EXPECT_EQ(refused.unsupported.why, eulerc::Reason::ShortRows);
  EXPECT_EQ(refused.unsupported.needed, 9);
  EXPECT_EQ(refused.unsupported.available, 8);
  narrow.grid.extent[1] = 9;
  EXPECT_EQ(eulerc::forms::wavefront.plan(narrow).unsupported.why, eulerc::Reason::None);
}

TEST(WavefrontPlanner, launchesBetweenTwoStopsAreAsLongAsEachOther) {
  eulerc::PlanRequest request = plane(100, 70);
  request.tuning.tileSteps = 28;
  const auto stepsOf = [&](std::int64_t steps) {
    return eulerc::withEvenLaunches(eulerc::withLevels(eulerc::planScheme(request), steps))
        .levelsPerLaunch.count;
  };
  request.tuning.scheme = eulerc::Scheme::Overlapped;
  request.tuning.tileForm = eulerc::TileForm::Wavefront;
  EXPECT_EQ(stepsOf(100), 25);
  EXPECT_EQ(stepsOf(101), 26); // 26 + 26 + 26 + 23
  EXPECT_EQ(stepsOf(112), 28);
  EXPECT_EQ(stepsOf(1), 1);

  request.levelsOfStep = request.stages = 3; // whole steps alone
  request.tuning.tileSteps = 28;
  EXPECT_EQ(stepsOf(3 * 31), 3 * 16);
}

TEST(WavefrontPlanner, fewerStepsNeedNoMoreRoom) { // than a plan has for its launches
  for (const bool ring : {false, true})
    for (const std::int64_t reach : {0, 1, 2, 3}) {
      eulerc::PlanRequest request = plane(100, 700);
      request.reachAlong[0] = request.reachAlong[1] = request.reach = reach;
      request.stencil.rings = ring ? 3 : 0;
      request.tuning.box[0] = request.tuning.box[1] = 64;
      std::int64_t room = 0;
      for (request.tuning.tileSteps = 1; request.tuning.tileSteps <= 40;
           request.tuning.tileSteps++) {
        const eulerc::Plan plan = eulerc::forms::wavefront.plan(request);
        EXPECT_GE(eulerc::forms::shapeOf<eulerc::Wavefront>(plan).scratchBytes, room)
            << plan.levelsPerLaunch.count;
        room = eulerc::forms::shapeOf<eulerc::Wavefront>(plan).scratchBytes;
      }
    }
}

} // namespace

} // namespace boxes_test
