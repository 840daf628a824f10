// Geometry of the tilings (thesis, ch. 6 to 9): the blocks that a tile computes at each step, the
// units that it loads before, and the units that it stores after. In the common subset of OpenCL C
// and C++. Kernels, planners and tests share these functions.
//
//   tiling {width D = 8, tileSteps S = 3, ...}, launch 2 (centred at step 6), tile 0 →
//     blocks [1, 7) at step 5, [0, 8) at 6, [1, 7) at 7, [2, 6) at 8, [3, 5) at 9
//
// Launch k is centred at step c = k * S. Its tiles cover steps c - S + 1 to c + S; step 0 is the
// initial values. A row at distance a = |step - c| is a blocks narrower at each side than the
// widest row (a honeycomb; 2 * S = D makes it a diamond). Tiles of even and odd launches interlock
// with the period P = 2 * D - 2 * S. At the ends of the state there are two variants:
//   walls:    even launches have W tiles, the first and last with straight outer walls; odd ones
//             have W - 1. For tiles walked by rows: no half tile runs alone.
//   no walls: odd launches have W + 1 tiles, all tiles are cut at the ends: the thesis's half
//             diamonds. For tiles walked by columns: a cut tile needs no more slots than a whole.
//
// Tiles of a launch may run in any order. One work-group may compute several of them one after the
// other, with a barrier in between. Launches follow each other. test/unit/runtime proves these
// statements by enumeration (launch_model.h).
//
// Values of even steps lie in buffer 0, of odd steps in buffer 1. Ranges are [first, last).
#ifndef EULERC_TILES
#define EULERC_TILES

#ifndef EULERC_INLINE // without a prelude: in planners and tests
#define EULERC_INLINE static inline
#endif

typedef struct {
  long units;      // of the slowest axis: points of a 1-D grid, else rows or planes
  long blockUnits; // B in units, at least the reach of the right-hand side
  long ghostZone;  // units loaded and stored beyond a block: reach <= ghost zone <= blockUnits
  long width;      // D, blocks of the widest row
  long tileSteps;  // S, steps a launch advances; 2 * S <= D
  long tiles;      // W, tiles of an even launch
  long walls;      // 1 or 0, see above
  long steps;      // s, steps of the run
  long box[3];     // for tiles that are boxes: points stored along each axis
  long before;     // levels of the run before the first of these steps
  long tallBoxes;  // boxes along the slowest axis that have box[0] points
  long lowBox;     // points of the others
  long ghostRows;  // for boxes whose layers have rows: further rows that are computed
} eulerc_tiling;

typedef struct {
  long first, last;
} eulerc_range;

// [first, last) cut to [0, end), never with last < first.
EULERC_INLINE eulerc_range eulerc_cut(const long first, const long last, const long end) {
  eulerc_range r;
  r.first = first < 0 ? 0 : first > end ? end : first;
  r.last = last > end ? end : last;
  r.last = r.last < r.first ? r.first : r.last;
  return r;
}

// Blocks of the state; the last one may be partial.
EULERC_INLINE long eulerc_blocks(const eulerc_tiling t) {
  return (t.units + t.blockUnits - 1) / t.blockUnits;
}

// Launches of the run. The last one is centred at or after step s.
EULERC_INLINE long eulerc_launches(const eulerc_tiling t) {
  return t.steps == 0 ? 0 : (t.steps + t.tileSteps - 1) / t.tileSteps + 1;
}

// Steps of a launch of overlapped tiles; the last launch may have fewer.
EULERC_INLINE long eulerc_launch_steps(const eulerc_tiling t, const long launch) {
  const long left = t.steps - launch * t.tileSteps;
  return left < t.tileSteps ? left : t.tileSteps;
}

// Tiles of a launch; 0 for odd launches of a single tile with walls.
EULERC_INLINE long eulerc_tiles(const eulerc_tiling t, const long launch) {
  return launch % 2 == 0 ? t.tiles : t.walls ? t.tiles - 1 : t.tiles + 1;
}

// Steps [first, last) that the tiles of a launch compute: cut at step 1 and at step s.
EULERC_INLINE eulerc_range eulerc_tile_steps(const eulerc_tiling t, const long launch) {
  const long centre = launch * t.tileSteps;
  eulerc_range steps = eulerc_cut(centre - t.tileSteps + 1, centre + t.tileSteps + 1, t.steps + 1);
  steps.first = steps.first < 1 ? 1 : steps.first;
  steps.last = steps.last < steps.first ? steps.first : steps.last;
  return steps;
}

// First block of a tile's widest row before it is cut; may be negative. In a tile walked by rows
// this block has local slot 1.
EULERC_INLINE long eulerc_tile_start(const eulerc_tiling t, const long launch, const long tile) {
  const long period = 2 * (t.width - t.tileSteps);
  if (launch % 2 == 0)
    return tile * period;
  return (t.walls ? tile : tile - 1) * period + t.width - t.tileSteps;
}

// ---- one tile ----------------------------------------------------------------------------------
// Units counted from the tile's origin, in 32 bits: longs cost more on GPUs.
typedef struct {
  int first, last;
} eulerc_span;

// Up to two spans, left and right of the units that a tile holds; either may be empty.
typedef struct {
  eulerc_span left, right;
} eulerc_spans;

typedef struct {
  long origin;                  // first unit of the widest row before it is cut: may be negative
  long centre;                  // step of the widest row; other steps are counted from it
  int from, to;                 // steps [from, to) that the tile computes
  int block, ghost_zone, width; // in units
  int low, high;                // units of the state, as far as the tile reads
  int low_wall, high_wall;      // whether the tile is straight at that end of the state
} eulerc_tile;

EULERC_INLINE eulerc_tile eulerc_tile_of(const eulerc_tiling t, const long launch,
                                         const long number) {
  const eulerc_range steps = eulerc_tile_steps(t, launch);
  eulerc_tile tile;
  tile.origin = eulerc_tile_start(t, launch, number) * t.blockUnits;
  tile.centre = launch * t.tileSteps;
  tile.from = (int)(steps.first - tile.centre);
  tile.to = (int)(steps.last - tile.centre);
  tile.block = (int)t.blockUnits;
  tile.ghost_zone = (int)t.ghostZone;
  tile.width = (int)(t.width * t.blockUnits);
  const long before = 2 * t.blockUnits, behind = tile.width + 2 * t.blockUnits;
  tile.low = (int)(tile.origin > before ? -before : -tile.origin);
  tile.high = (int)(t.units - tile.origin < behind ? t.units - tile.origin : behind);
  tile.low_wall = t.walls && launch % 2 == 0 && number == 0;
  tile.high_wall = t.walls && launch % 2 == 0 && number == t.tiles - 1;
  return tile;
}

// [first, last) cut to the state, never with last < first.
EULERC_INLINE eulerc_span eulerc_span_of(const eulerc_tile tile, const int first, const int last) {
  eulerc_span s;
  s.first = first < tile.low ? tile.low : first > tile.high ? tile.high : first;
  s.last = last > tile.high ? tile.high : last;
  s.last = s.last < s.first ? s.first : s.last;
  return s;
}

// The part of `all` that is not in `held`.
EULERC_INLINE eulerc_spans eulerc_without(const eulerc_span all, const eulerc_span held) {
  eulerc_spans rest;
  rest.left = all;
  rest.right.first = rest.right.last = all.last;
  if (held.first < held.last) {
    rest.left.last = held.first < all.first ? all.first : held.first;
    rest.left.last = rest.left.last > all.last ? all.last : rest.left.last;
    rest.right.first = held.last < rest.left.last ? rest.left.last : held.last;
    rest.right.first = rest.right.first > all.last ? all.last : rest.right.first;
  }
  return rest;
}

// Units that the tile computes at a step, counted from its centre; empty at other steps.
EULERC_INLINE eulerc_span eulerc_row_of(const eulerc_tile tile, const int step) {
  const int away = (step < 0 ? -step : step) * tile.block;
  const int first = tile.low_wall ? tile.low : away;
  const int last = tile.high_wall ? tile.high : tile.width - away;
  return eulerc_span_of(tile, first, step < tile.from || step >= tile.to ? first : last);
}

// Units of step - 1 to load before `row` of a step is computed; `held` is the row of step - 1. At
// the tile's first step these are all units that the row reads, later those that the row before
// does not hold. With ghost zone = block these are two blocks at each side of a growing row, and
// none for a shrinking one.
EULERC_INLINE eulerc_spans eulerc_loads_of(const eulerc_tile tile, const eulerc_span row,
                                           const eulerc_span held) {
  eulerc_span needed = row;
  if (row.first < row.last)
    needed = eulerc_span_of(tile, row.first - tile.ghost_zone, row.last + tile.ghost_zone);
  return eulerc_without(needed, held);
}

// Units of `row` that the tile must store because other tiles, or the host after step s, will read
// them; `next` is the row of the next step. A growing row stores none, a shrinking row a block and
// a ghost zone (two blocks) at each side, the tile's last row all units. At walls nothing is
// stored.
EULERC_INLINE eulerc_spans eulerc_stores_of(const eulerc_tile tile, const eulerc_span row,
                                            const eulerc_span next) {
  eulerc_span kept = next;
  if (kept.first < kept.last) {
    kept.first = kept.first == tile.low ? kept.first : kept.first + tile.ghost_zone;
    kept.last = kept.last == tile.high ? kept.last : kept.last - tile.ghost_zone;
  }
  return eulerc_without(row, kept);
}

// Buffer, 0 or 1, that holds the values of a step in global memory.
EULERC_INLINE long eulerc_copy(const long step) { return step % 2; }

// ---- local memory of tiles walked by rows (ch. 6, 7, 9) ----------------------------------------
// Two rows of D + 2 slots of a block hold even and odd steps. Computing a row reads slots b - 1, b
// and b + 1 of the row before. The loads of a growing row go to slots that no earlier row and no
// other row's loads touch: the values of step - 1 next to the row of step - 1, in the row of its
// parity, which reaches them two steps later. Therefore a tile can do all loads at its start, and
// one barrier for each row suffices: between two barriers a work-group computes row `step` and
// stores the part of row `step - 1` that others need.

// ---- local memory of tiles walked by columns (ch. 8, 9.5) --------------------------------------
// D + 2 slots of a block, in place. Diagonal v holds the blocks start + v - (step - centre), one
// for each step; it leans to the left. Diagonals are computed from left to right, each upwards.
// Block j of a step takes the slot of block j - 1 of the step before, which is not read afterwards.
// A block with slot x reads a ghost zone of slot x, slot x + 1 and a ghost zone of slot x + 2. Only
// the last ghost zone of slot x is read and written at the same time: its new values are held back
// in another place, and moved into the slot after the barrier. Barriers that suffice, by diagonal:
//
//   load all eulerc_diagonal_loads_of its steps |
//   for each block: read slots x, x + 1, x + 2, write slot x, hold back its end |
//                   move that into the slot, and a barrier more if the next block reads it

// Units held back at the end of a block; rows of a grid may touch the next row.
EULERC_INLINE long eulerc_held_units(const long block, const long ghost_zone, const long is_flat) {
  const long held = is_flat ? ghost_zone : ghost_zone + 1;
  return held < block ? held : block;
}

// Whether the next block of a diagonal reads the held-back units of this one.
EULERC_INLINE long eulerc_held_is_next(const long block, const long held) {
  return 2 * held > block;
}

// Steps [first, last) of a diagonal, one of [0, t.width), that the tile computes; a cut tile may
// have diagonals without steps. Only without walls.
EULERC_INLINE eulerc_range eulerc_diagonal_steps(const eulerc_tiling t, const long launch,
                                                 const long tile, const long diagonal) {
  const eulerc_range steps = eulerc_tile_steps(t, launch);
  const long centre = launch * t.tileSteps;
  const long blocks = eulerc_blocks(t);
  // |a| <= v - a < D - |a| and 0 <= start + v - a < blocks, where a = step - centre.
  const long end = eulerc_tile_start(t, launch, tile) + diagonal;
  long low = -((t.width - 1 - diagonal) / 2);
  long high = diagonal / 2;
  low = end - low >= blocks ? end - blocks + 1 : low;
  high = end < high ? end : high;
  low = low + centre < steps.first ? steps.first : low + centre;
  high = high + centre >= steps.last ? steps.last - 1 : high + centre;
  return eulerc_cut(low, high + 1, steps.last);
}

// Units of step - 1 that a diagonal's block of `step` reads and that no earlier block has loaded:
// two blocks for each block of the first diagonal, later one block at the diagonal's first step.
// Every unit goes into the slot of its block at step - 1.
EULERC_INLINE eulerc_spans eulerc_diagonal_loads_of(const eulerc_tile tile, const long diagonal,
                                                    const long step) {
  const int from_centre = (int)(step - tile.centre);
  const eulerc_span row = eulerc_row_of(tile, from_centre);
  const int from = ((int)diagonal - from_centre) * tile.block;
  eulerc_span needed =
      eulerc_span_of(tile, from == row.first ? from - tile.ghost_zone : from + tile.ghost_zone,
                     from + tile.block + tile.ghost_zone);
  if (from < row.first || from >= row.last)
    needed.last = needed.first;
  return eulerc_without(needed, eulerc_row_of(tile, from_centre - 1));
}

#endif
