// Geometry of tiles that are boxes of a grid: the points that a tile stores, and the points that it
// computes for them. In the common subset of OpenCL C and C++. Kernels, planners and tests share
// these functions.
//
//   extent {100, 70}, box {40, 32} → 3 x 3 boxes; number 4 is rows [40, 80), columns [32, 64)
//
// The boxes of a grid follow each other along its last axis first. A launch advances S steps: level
// 0 is loaded, level S is stored. A point of level m is right if level m - 1 is right within reach
// of it. So level m needs (S - m) times the reach more at every side than the box, or less where
// levels read no neighbours. Along an axis a grid ends at its sides or is a ring. On a ring a level
// may compute points outside of [0, extent), which stand for points of the other end.
//
// After tiles.h, for eulerc_range and eulerc_cut.
#ifndef EULERC_BOXES
#define EULERC_BOXES

#ifndef EULERC_TILES
#include "tiles.h"
#endif

// The number of boxes along an axis; the last box may be cut.
EULERC_INLINE long eulerc_boxes_along(const long extent, const long box) {
  return (extent + box - 1) / box;
}

// The points [first, last) of box `number` along an axis.
EULERC_INLINE eulerc_range eulerc_box_along(const long extent, const long box, const long number) {
  return eulerc_cut(number * box, (number + 1) * box, extent);
}

// Along the slowest axis, the first `tall` boxes have `box` points and the others `low`. The small
// boxes come last in a launch, so that all units are busy to its end.
EULERC_INLINE long eulerc_boxes_down(const long extent, const long box, const long tall,
                                     const long low) {
  return tall + eulerc_boxes_along(extent - tall * box, low);
}

EULERC_INLINE eulerc_range eulerc_box_down(const long extent, const long box, const long tall,
                                           const long low, const long number) {
  const long first = number < tall ? number * box : tall * box + (number - tall) * low;
  return eulerc_cut(first, first + (number < tall ? box : low), extent);
}

// The points along an axis at which level `level` of `levels` must be right; they may lie outside
// of the grid.
EULERC_INLINE eulerc_range eulerc_level_along(const eulerc_range box, const long level,
                                              const long levels, const long reach) {
  const long spoilt = (levels - level) * reach;
  const eulerc_range points = {box.first - spoilt, box.last + spoilt};
  return points;
}

// The part of some points that is computed. Outside of a grid that is no ring, boundary rules
// apply.
EULERC_INLINE eulerc_range eulerc_computed_along(const eulerc_range points, const long extent,
                                                 const bool ring) {
  return ring ? points : eulerc_cut(points.first, points.last, extent);
}

EULERC_INLINE long eulerc_round_up(const long a, const long unit) {
  return (a + unit - 1) / unit * unit;
}

EULERC_INLINE long eulerc_round_down(const long a, const long unit) {
  return a < 0 ? -eulerc_round_up(-a, unit) : a / unit * unit;
}

// [first, last) widened to whole vectors, or blocks of them.
EULERC_INLINE eulerc_range eulerc_whole_vectors(const eulerc_range points, const long width) {
  const eulerc_range r = {eulerc_round_down(points.first, width),
                          -eulerc_round_down(-points.last, width)};
  return r;
}

// ---- a box whose work-items keep blocks of points (registers_plane.cl) -------------------------
// Along each axis a tile is a row of blocks that begins before its box and ends after the box.
//
//   box [40, 52), blocks of 4, 6 steps of reach 1 → 2 blocks on either side: block 0 is [32, 36)
//
// Boxes begin with whole blocks, and so does the grid. At each side of a box lie as many further
// blocks as the steps of a launch spoil.

// The first point of block `number` of a tile.
EULERC_INLINE long eulerc_first_of_block(const eulerc_range box, const long block,
                                         const long beside, const long number) {
  return box.first - beside + number * block;
}

// Whether any point of the block that begins at `first` must be right at a level.
EULERC_INLINE bool eulerc_is_needed(const eulerc_range box, const long block, const long first,
                                    const long level, const long levels, const long reach) {
  const eulerc_range needed = eulerc_level_along(box, level, levels, reach);
  return first < needed.last && first + block > needed.first;
}

// ---- a box of a line, in a cache (skewed.h) ---------------------------------------------------
// It is advanced in whole blocks of points.
//
//   reach 1, blocks of 4, a grid of 100 points, 8 steps: a tile that stores [0, 64) loads [-4, 72),
//   and a tile that stores [64, 100) loads [56, 104); after 4 of the steps a pass over the latter
//   begins at point 60

// The points that must be right `steps` steps before a box is stored. Beyond an end of the grid
// this is one block, which keeps the values of the boundary rule: no read goes farther.
EULERC_INLINE eulerc_range eulerc_known_before(const eulerc_range box, const long steps,
                                               const long reach, const long block,
                                               const long extent, const bool ring) {
  eulerc_range known = eulerc_whole_vectors(eulerc_level_along(box, 0, steps, reach), block);
  const long end = eulerc_round_up(extent, block) + block;
  if (!ring && known.first < -block)
    known.first = -block;
  if (!ring && known.last > end)
    known.last = end;
  return known;
}

// ---- a box walked along the slowest axis -------------------------------------------------------
// Layers are rows of a 2-D grid, planes of a 3-D grid. In turn `top`, level m makes layers from
// top - m * behind on. Even levels share one memory, odd levels another: level m overwrites the
// layer of level m - 2 that level m - 1 has read for the last time.
//
//   reach 1, turn 7 of 3 levels: layer 7 of level 0, 5 of level 2 | layer 6 of level 1

typedef struct {
  long layers; // made by a level in a turn
  long behind; // layers by which a level is behind the level before
} eulerc_pace;

// One thread makes the levels of a turn one after the other. Several threads make them at the same
// time and meet at the end of the turn: they read layers of earlier turns. Both make two layers in
// a turn, so that half as many reads are far, and threads meet half as often.
EULERC_INLINE eulerc_pace eulerc_pace_of(const long reach, const bool together) {
  eulerc_pace pace;
  pace.layers = 2;
  pace.behind = together ? pace.layers + reach : reach;
  return pace;
}

EULERC_INLINE long eulerc_layer_in_turn(const long top, const long level, const eulerc_pace pace) {
  return top - level * pace.behind;
}

// The number of layers that the memory of even (or odd) levels holds: from the layer that its first
// level makes to the last layer that is still read, or that another level overwrites.
EULERC_INLINE long eulerc_slots_of(const long levels, const long odd, const long reach,
                                   const eulerc_pace pace) {
  if (levels - 1 < odd)
    return 0;
  const long last = levels - 1 - (levels - 1 - odd) % 2;
  const long read = (last + 1) * pace.behind + reach;
  const long over = last + 2 <= levels ? (last + 2) * pace.behind : 0;
  return (read > over ? read : over) - odd * pace.behind + pace.layers;
}

typedef struct {
  long even, odd; // layers of each memory
} eulerc_slots;

// Where rows are transposed (wavefront_layers.h), the last level also keeps its layers, as if
// another level followed.
EULERC_INLINE eulerc_slots eulerc_slots_for(const long levels, const long reach,
                                            const eulerc_pace pace, const bool apart) {
  const long keeping = apart ? levels + 1 : levels;
  const eulerc_slots slots = {eulerc_slots_of(keeping, 0, reach, pace),
                              eulerc_slots_of(keeping, 1, reach, pace)};
  return slots;
}

// The number of layers of a component in a tile's memory: two of dirichlet values, the layers of
// its levels, and, if rows are transposed, one for a row in order.
EULERC_INLINE long eulerc_layers_kept(const eulerc_slots slots, const bool apart) {
  return 2 + slots.even + slots.odd + (apart ? 1 : 0);
}

// For a turn, the slot of layer `top` of an even level, and the slot of layer `top` - `behind` of
// an odd level. `first` is the first layer of level 0.
typedef struct {
  long top, behind;
  long even, odd;
} eulerc_turn_slots;

EULERC_INLINE long eulerc_modulo(const long a, const long n) {
  return n == 0 ? 0 : (a % n + n) % n;
}

EULERC_INLINE eulerc_turn_slots eulerc_slots_in(const long top, const eulerc_pace pace,
                                                const long first, const eulerc_slots slots) {
  const eulerc_turn_slots turn = {top, pace.behind, eulerc_modulo(top - first, slots.even),
                                  eulerc_modulo(top - pace.behind - first, slots.odd)};
  return turn;
}

// The slot of layer i of a level, if the turn reads or writes that layer. No such layer is farther
// from the turn's own than a memory has layers.
EULERC_INLINE long eulerc_slot(const long level, const long i, const eulerc_turn_slots turn,
                               const eulerc_slots slots) {
  const bool even = level % 2 == 0;
  const long layers = even ? slots.even : slots.odd;
  const long slot = even ? turn.even + i - turn.top : turn.odd + i - (turn.top - turn.behind);
  const long round = slot < 0 ? slot + layers : slot >= layers ? slot - layers : slot;
  return even ? round : slots.even + round;
}

// Turns of a tile that stores the layers `box`: first, first + pace.layers, …, before last.
EULERC_INLINE eulerc_range eulerc_turns(const eulerc_range box, const long levels, const long reach,
                                        const eulerc_pace pace, const long extent,
                                        const bool ring) {
  eulerc_range turns = eulerc_level_along(box, 0, levels, reach);
  turns.first = eulerc_computed_along(turns, extent, ring).first;
  turns.last = box.last + levels * pace.behind;
  return turns;
}

// The part of `all` that one of several members takes. Parts are empty or have at least `least`
// points, unless `all` has fewer.
EULERC_INLINE eulerc_range eulerc_share(const eulerc_range all, const long least, const long member,
                                        const long members) {
  const long points = all.last - all.first, most = least > 1 ? points / least : points;
  const long parts = most < 1 ? 1 : most < members ? most : members;
  eulerc_range part = {all.last, all.last};
  if (member < parts) {
    part.first = all.first + points * member / parts;
    part.last = all.first + points * (member + 1) / parts;
  }
  return part;
}

// ---- a level's memory --------------------------------------------------------------------------
// Along the last axis, levels compute whole vectors, which begin at multiples of their width.

// The number of points that a level's memory holds along an axis, for boxes of `box` points. `box`
// is a multiple of `width`, or reaches to the end of the grid. Further points that are read, in
// units of `width`, lie before the first point that level 0 computes, and after the last.
EULERC_INLINE long eulerc_kept_along(const long extent, const long box, const long levels,
                                     const long reach, const bool ring, const long width) {
  const long inside = eulerc_round_up(box, width) + 2 * eulerc_round_up(levels * reach, width);
  const long most = eulerc_round_up(extent, width);
  return (ring || inside < most ? inside : most) + 2 * eulerc_round_up(reach, width);
}

// The distance of rows in a level's memory, in values: an odd number of vectors, so that rows do
// not share the sets of a cache.
EULERC_INLINE long eulerc_pitch(const long points, const long width) {
  return points / width % 2 == 0 ? points + width : points;
}

#endif
