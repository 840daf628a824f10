// Geometry of the tilings (thesis, ch. 6 to 9): which blocks a tile computes at which step, what it
// loads before and stores after. In the common subset of OpenCL C and C++; kernels, planners and
// tests all use these functions, so geometry exists once.
//
//   tiling {width D = 8, tileSteps S = 3, ...}, launch 2 (centred at step 6), tile 0 →
//     eulerc_tile_row at step 5 = [1, 7), 6 = [0, 8), 7 = [1, 7), 8 = [2, 6), 9 = [3, 5)
//
// Launch k is centred at step c = k * S; its tiles cover steps c - S + 1 to c + S, where step 0 are
// the initial values. A row at distance a = |step - c| is a blocks narrower at each side than the
// widest one (a honeycomb; 2 * S = D makes it a diamond). Tiles of even and odd launches interlock
// with the period P = 2 * D - 2 * S. At the ends of the state there are two ways:
//   walls:    even launches have W tiles, the first and last with straight outer walls; odd ones
//             have W - 1. For tiles walked by rows: no half tile runs alone.
//   no walls: odd launches have W + 1 tiles, all tiles are cut at the ends: the thesis's half
//             diamonds. For tiles walked by columns: a cut tile needs no more slots than a whole.
//
// Tiles of a launch may run in any order, one work-group may compute several of them one after the
// other (with a barrier in between), and launches follow each other. test/unit/runtime proves all
// that is said here by enumeration (launch_model.h).
//
// Values of even steps lie in buffer 0, of odd steps in buffer 1. Ranges are [first, last).
#ifndef EULERC_TILES
#define EULERC_TILES

#ifndef EULERC_INLINE // without a prelude: in planners and tests
#define EULERC_INLINE static inline
#define EULERC_INLINE_OF_TILES
#endif

typedef struct {
  long units;      // of the slowest axis: points of a 1-D grid, rows or planes of others
  long blockUnits; // B in units, at least the reach of the right-hand side
  long margin;     // units loaded and stored beyond a block: reach <= margin <= blockUnits
  long width;      // D, blocks of the widest row
  long tileSteps;  // S, steps a launch advances; 2 * S <= D
  long tiles;      // W, tiles of an even launch
  long walls;      // 1 or 0, see above
  long steps;      // s, steps of the run
} eulerc_tiling;

typedef struct {
  long first, last;
} eulerc_range;

// Up to two ranges, left and right of what a tile holds already; either may be empty.
typedef struct {
  eulerc_range left, right;
} eulerc_ranges;

// [first, last) cut to [0, end), never with last < first.
EULERC_INLINE eulerc_range eulerc_cut(const long first, const long last, const long end) {
  eulerc_range r;
  r.first = first < 0 ? 0 : first > end ? end : first;
  r.last = last > end ? end : last;
  r.last = r.last < r.first ? r.first : r.last;
  return r;
}

// What of `all` is not in `held`.
EULERC_INLINE eulerc_ranges eulerc_without(const eulerc_range all, const eulerc_range held) {
  eulerc_ranges rest;
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

// Blocks of the state; the last one may be partial.
EULERC_INLINE long eulerc_blocks(const eulerc_tiling t) {
  return (t.units + t.blockUnits - 1) / t.blockUnits;
}

// The units of a range of blocks.
EULERC_INLINE eulerc_range eulerc_units(const eulerc_tiling t, const eulerc_range blocks) {
  return eulerc_cut(blocks.first * t.blockUnits, blocks.last * t.blockUnits, t.units);
}

// Launches of the run: the last one is centred at or after step s.
EULERC_INLINE long eulerc_launches(const eulerc_tiling t) {
  return t.steps == 0 ? 0 : (t.steps + t.tileSteps - 1) / t.tileSteps + 1;
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

// First block of a tile's widest row, before it is cut: may be negative. The block of local slot 1
// of a tile walked by rows.
EULERC_INLINE long eulerc_tile_start(const eulerc_tiling t, const long launch, const long tile) {
  const long period = 2 * (t.width - t.tileSteps);
  if (launch % 2 == 0)
    return tile * period;
  return (t.walls ? tile : tile - 1) * period + t.width - t.tileSteps;
}

// Blocks that a tile computes at a step; empty at steps outside of eulerc_tile_steps.
EULERC_INLINE eulerc_range eulerc_tile_row(const eulerc_tiling t, const long launch,
                                           const long tile, const long step) {
  const eulerc_range steps = eulerc_tile_steps(t, launch);
  const long blocks = eulerc_blocks(t);
  const long centre = launch * t.tileSteps;
  const long away = step < centre ? centre - step : step - centre;
  const long start = eulerc_tile_start(t, launch, tile);
  long first = start + away;
  long last = start + t.width - away;
  if (t.walls && launch % 2 == 0) {
    first = tile == 0 ? 0 : first;
    last = tile == t.tiles - 1 ? blocks : last;
  }
  if (step < steps.first || step >= steps.last)
    last = first;
  return eulerc_cut(first, last, blocks);
}

// ---- global memory ---------------------------------------------------------------------------

// Buffer, 0 or 1, that holds the values of a step.
EULERC_INLINE long eulerc_copy(const long step) { return step % 2; }

// Units of step - 1 that a tile must load before it computes its row of `step`: all that the row
// reads at the tile's first step; later what the row before does not hold: with margin = blockUnits
// two blocks at each side of a growing row, nothing for a shrinking one.
EULERC_INLINE eulerc_ranges eulerc_tile_loads(const eulerc_tiling t, const long launch,
                                              const long tile, const long step) {
  const eulerc_range row = eulerc_units(t, eulerc_tile_row(t, launch, tile, step));
  const eulerc_range held = eulerc_units(t, eulerc_tile_row(t, launch, tile, step - 1));
  eulerc_range needed = row;
  if (row.first < row.last)
    needed = eulerc_cut(row.first - t.margin, row.last + t.margin, t.units);
  return eulerc_without(needed, held);
}

// Units of `step` that other tiles, or the host after step s, will read, and the tile must store:
// nothing of a growing row, a block and a margin (two blocks) at each side of a shrinking one, the
// tile's last row whole, nothing at walls.
EULERC_INLINE eulerc_ranges eulerc_tile_stores(const eulerc_tiling t, const long launch,
                                               const long tile, const long step) {
  const eulerc_range row = eulerc_units(t, eulerc_tile_row(t, launch, tile, step));
  eulerc_range kept = eulerc_units(t, eulerc_tile_row(t, launch, tile, step + 1));
  if (kept.first < kept.last) {
    kept.first = kept.first == 0 ? 0 : kept.first + t.margin;
    kept.last = kept.last == t.units ? t.units : kept.last - t.margin;
  }
  return eulerc_without(row, kept);
}

// ---- local memory of tiles walked by rows (ch. 6, 7, 9) ----------------------------------------
// Two rows of D + 2 slots of a block, even and odd steps. Computing a row reads slots b - 1, b and
// b + 1 of the row before. One barrier a row suffices: between two barriers a work-group computes
// row `step` and stores it, and loads what row `step + 1` lacks: the slots written are then all
// different ones, and none of them is read.

// Slot, 0 to D + 1, of a block.
EULERC_INLINE long eulerc_row_slot(const eulerc_tiling t, const long launch, const long tile,
                                   const long block) {
  return block - eulerc_tile_start(t, launch, tile) + 1;
}

// ---- local memory of tiles walked by columns (ch. 8, 9.5) --------------------------------------
// D + 2 slots of a block, in place. Diagonal v holds the blocks start + v - (step - centre), one a
// step: it leans to the left. Diagonals are computed left to right, each upwards. Block j of a step
// takes the slot of block j - 1 of the step before, which nobody reads afterwards; it reads the
// slots x, x + 1 and x + 2, where x is its own. Barriers that suffice, by diagonal:
//
//   load all eulerc_diagonal_loads of its steps | read slots x, x + 1 of its first block |
//   for each block: read slot x + 2, compute; read slots x, x + 1 of the next block; write slot x |

// Diagonals [first, last) of a tile; some may be empty in a tile that is cut.
EULERC_INLINE eulerc_range eulerc_diagonals(const eulerc_tiling t) {
  eulerc_range all;
  all.first = 0;
  all.last = t.width;
  return all;
}

// The block of a diagonal at a step.
EULERC_INLINE long eulerc_diagonal_block(const eulerc_tiling t, const long launch, const long tile,
                                         const long diagonal, const long step) {
  return eulerc_tile_start(t, launch, tile) + diagonal - (step - launch * t.tileSteps);
}

// Steps [first, last) of a diagonal that the tile computes. Only without walls.
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

// Slot, 0 to D + 1, of a block of a step, computed or loaded.
EULERC_INLINE long eulerc_diagonal_slot(const eulerc_tiling t, const long launch, const long tile,
                                        const long block, const long step) {
  return block - eulerc_tile_start(t, launch, tile) - (step - launch * t.tileSteps);
}

// Units of step - 1 that must be loaded before a diagonal's block of `step` is computed and that no
// block computed earlier has loaded: two blocks for each block of the first diagonal, later one at
// the diagonal's first step. Every unit belongs into the slot of its block and of step - 1.
EULERC_INLINE eulerc_ranges eulerc_diagonal_loads(const eulerc_tiling t, const long launch,
                                                  const long tile, const long diagonal,
                                                  const long step) {
  const eulerc_range row = eulerc_tile_row(t, launch, tile, step);
  const eulerc_range held = eulerc_units(t, eulerc_tile_row(t, launch, tile, step - 1));
  const long block = eulerc_diagonal_block(t, launch, tile, diagonal, step);
  const long from = block * t.blockUnits;
  eulerc_range needed = eulerc_cut(block == row.first ? from - t.margin : from + t.margin,
                                   from + t.blockUnits + t.margin, t.units);
  if (block < row.first || block >= row.last)
    needed.last = needed.first;
  return eulerc_without(needed, held);
}

#ifdef EULERC_INLINE_OF_TILES
#undef EULERC_INLINE
#undef EULERC_INLINE_OF_TILES
#endif
#endif
