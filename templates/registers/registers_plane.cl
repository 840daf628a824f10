// Overlapped tiles of 2-D grids, kept whole in registers. Each work-group computes a tile.
//
//   y at step launch * S  →  a box of the grid, in registers  →  next, S steps later
//
// For grids that the registers of all compute units can hold: a step then needs no launch and no
// global memory. A work-item keeps a block: one vector in each of EULERC_KEPT consecutive rows.
// EULERC_ACROSS work-items next to each other make a band of such rows, and a work-group has
// several bands, one after the other.
//
//   EULERC_ACROSS = 3, EULERC_KEPT = 2, 2 bands, vectors of 4:    aaaa bbbb cccc
//   (a letter is a work-item)                                     aaaa bbbb cccc
//                                                                 dddd eeee ffff
//                                                                 dddd eeee ffff
//
// In each step all blocks advance. Values that other work-items need cross local memory: the lanes
// within reach of a block's sides, and the rows within reach of its ends. Two buffers alternate,
// with one barrier for each step, or one buffer has two barriers (EULERC_BUFFERS). At the sides of
// a tile, each level that reads neighbours spoils as many points as the reach, so tiles overlap.
// Blocks that are no longer needed (boxes.h) are not computed.
//
// A variant that shows each row as soon as it is computed was measured, too (H200): heat is 3 to
// 7 % faster, but the Brusselator at 1400 x 1400 is 30 % slower, because it takes more registers.
//
// The grid begins with the first row and the first lane of a block. Unless it is cut, it also
// ends with a last row and a last lane. Blocks beyond it then keep their initial ghosts, and
// mirrored ghosts replace the neighbour's values.
//
// In the form `persistent`, a launch takes many such rounds (rounds.cl).
//
// Build options: EULERC_GROUP, EULERC_ACROSS, EULERC_KEPT, EULERC_BUFFERS,
// EULERC_PERSISTENT_ROUNDS, and those of tile_vectors.cl.

// ---- what crosses local memory -----------------------------------------------------------------
enum {
  // The rows within reach of a block's ends: the first ones, then the last ones.
  eulerc_ends = 2 * eulerc_reach_down * eulerc_shown_components * EULERC_GROUP,
  eulerc_sides = EULERC_KEPT * eulerc_shown_components * eulerc_shown * EULERC_GROUP
};
EULERC_INLINE int eulerc_end_of(const int row, const int q, const ulong shown) {
  return (row * eulerc_shown_components + eulerc_shown_place(q, shown)) * EULERC_GROUP;
}
EULERC_INLINE int eulerc_sides_of(const int row, const int q, const ulong shown) {
  return eulerc_end_of(row, q, shown) * eulerc_shown;
}

// `shown`: the components that the level reads at other points.
EULERC_IN_PLACE void eulerc_show_block(realv (*kept)[EULERC_COMPONENTS], local real *sides,
                                       local realv *ends, const ulong shown) {
  EULERC_FOR(q, EULERC_COMPONENTS) {
    EULERC_FOR(k, EULERC_KEPT)
      eulerc_show(sides + eulerc_sides_of(k, q, shown), kept[k][q], false, false,
                  (eulerc_read_by_left & shown) >> q & 1, (eulerc_read_by_right & shown) >> q & 1);
#pragma unroll
    for (int k = 0; k < eulerc_reach_down && ((eulerc_read_by_rows & shown) >> q & 1); k++) {
      ends[eulerc_end_of(k, q, shown)] = kept[k][q];
      ends[eulerc_end_of(eulerc_reach_down + k, q, shown)] = kept[EULERC_KEPT - eulerc_reach_down + k][q];
    }
  }
}

// The rows that the points of a block read, from -REACH_DOWN on; row 0 is the block's first. The
// compiler drops loads of rows that no point reads.
EULERC_IN_PLACE void eulerc_see_block(realv (*kept)[EULERC_COMPONENTS], local const real *sides,
                                      local const realv *ends, const eulerc_neighbours to,
                                      eulerc_kept_row *seen, const ulong shown) {
#pragma unroll
  for (int k = -eulerc_reach_down; k < EULERC_KEPT + eulerc_reach_down; k++) {
    eulerc_kept_row *const row = &seen[k + eulerc_reach_down];
    const int own = (k + EULERC_KEPT) % EULERC_KEPT; // the row in the block that shows it
    const int block = k < 0 ? to.above : k < EULERC_KEPT ? 0 : to.below;
    const int end = k < 0 ? 2 * eulerc_reach_down + k : k < EULERC_KEPT ? 0 : k - EULERC_KEPT;
    EULERC_FOR(q, EULERC_COMPONENTS) {
      local const real *const side = sides + eulerc_sides_of(own, q, shown) + block;
      if (k >= 0 && k < EULERC_KEPT)
        row->own[q] = kept[own][q];
      else
        row->own[q] = (eulerc_read_by_rows & shown) >> q & 1 ? ends[eulerc_end_of(end, q, shown) + block] : (realv)(0);
      row->left[q] =
          (eulerc_read_by_right & shown) >> q & 1 ? eulerc_see_left(side + to.left, false) : (realv)(0);
      row->right[q] =
          (eulerc_read_by_left & shown) >> q & 1 ? eulerc_see_right(side + to.right, false) : (realv)(0);
    }
  }
}

// ---- a block -----------------------------------------------------------------------------------
// The block of a work-item in a tile.
typedef struct {
  eulerc_range rows, columns; // stored by the tile
  int i, j;                   // the first point of the block
  int rows_left, end;         // rows and lanes from the first point to the sides of the grid
  bool is_inside;             // blocks outside of the grid keep their values
  bool is_full;               // no guard is open
  ulong guards;               // which guards are open, for all rows
  eulerc_column column;
} eulerc_kept_block;

// Whether the guards of a work-item's rows are few enough to be found once for each tile.
enum { eulerc_keeps_guards = EULERC_KEPT * eulerc_guard_bits <= 64 };

EULERC_INLINE long eulerc_block_row(const eulerc_kept_block *block, const int k,
                                 const eulerc_constants *c) {
  return eulerc_index(block->i + k, eulerc_ring_down, c->extent[0]);
}

// A loop that is not unrolled, for short code: a tile with a point source is the slowest of a
// launch, and it alone loads this code.
EULERC_INLINE ulong eulerc_guards_of(const eulerc_kept_block *block, const eulerc_constants *c) {
  ulong guards = 0;
  if (eulerc_keeps_guards && (eulerc_guards_anywhere || !block->is_full))
#pragma unroll 1
    for (int k = 0; k < EULERC_KEPT; k++)
      guards |= eulerc_guards_at(eulerc_block_row(block, k, c), block->j, c) << k * eulerc_guard_bits;
  return guards;
}

EULERC_INLINE void eulerc_find_block(eulerc_kept_block *block, const eulerc_tiling *tiling,
                                     const long tile, const int x, const int band,
                                     const eulerc_constants *c) {
  const long per_row = eulerc_boxes_along(c->row, tiling->box[1]);
  block->rows = eulerc_box_along(c->extent[0], tiling->box[0], tile / per_row);
  block->columns = eulerc_box_along(c->row, tiling->box[1], tile % per_row);
  block->i = (int)eulerc_first_of_block(block->rows, EULERC_KEPT, tiling->ghostRows, band);
  block->j = (int)eulerc_first_of_block(block->columns, EULERC_WIDTH, tiling->ghostZone, x);
  block->rows_left = (int)c->extent[0] - block->i;
  block->end = (int)c->row - block->j;
  block->is_inside = (eulerc_ring_down || (block->i >= 0 && block->rows_left > 0)) &&
                     (eulerc_ring_along || (block->j >= 0 && block->end > 0));
  block->is_full =
      eulerc_is_full(block->i, block->i + EULERC_KEPT, block->j, block->j + EULERC_WIDTH, c);
  block->guards = eulerc_guards_of(block, c);
  block->column = eulerc_column_of(block->j, c);
}

// Whether any point of the block must be right at a level.
EULERC_INLINE bool eulerc_needs(const eulerc_kept_block *block, const int level,
                                const int levels) {
  return eulerc_is_needed(block->rows, EULERC_KEPT, block->i, level, levels, eulerc_reach_down) &&
         eulerc_is_needed(block->columns, EULERC_WIDTH, block->j, level, levels,
                          eulerc_reach_along);
}

// Whether the tile stores row k of the block.
EULERC_INLINE bool eulerc_stores(const eulerc_kept_block *block, const int k) {
  return block->i + k >= block->rows.first && block->i + k < block->rows.last &&
         block->j >= block->columns.first && block->j < block->columns.last;
}

EULERC_IN_PLACE void eulerc_keep_block(global const real *y, realv (*kept)[EULERC_COMPONENTS],
                                       const eulerc_kept_block *block, const eulerc_constants *c) {
  EULERC_FOR(k, EULERC_KEPT) {
    eulerc_keep(y, kept[k], c->lead + eulerc_block_row(block, k, c) * c->stride[0],
                eulerc_has(block->i + k, (int)c->extent[0], eulerc_ring_down), block->j, c);
    eulerc_set_ghosts(kept[k], block->i + k < 0, k >= block->rows_left, block->j, c);
  }
}

EULERC_IN_PLACE void eulerc_release_block(global real *next, realv (*kept)[EULERC_COMPONENTS],
                                          const eulerc_kept_block *block,
                                          const eulerc_constants *c) {
  EULERC_FOR(k, EULERC_KEPT)
    EULERC_FOR(q, EULERC_LIVE_OUT)
      if (eulerc_stores(block, k))
        eulerc_store_first(
            next + EULERC_STATE(q, c->lead + (block->i + k) * c->stride[0] + block->j), kept[k][q],
            block->end);
}

// One level of all rows of a block, from the rows that its points read.
EULERC_IN_PLACE void eulerc_advance_block(eulerc_kept_row *seen,
                                          realv (*kept)[EULERC_COMPONENTS] EULERC_FIELDS,
                                          const eulerc_kept_block *block, const eulerc_constants *c,
                                          const eulerc_moment now) {
  const long j = block->j;
  eulerc_mirror_block(seen, -block->i, block->rows_left, j == 0, block->end);
  EULERC_FOR(k, EULERC_KEPT) {
#define EULERC_REGISTERS_ROW(deep, down) &seen[k + eulerc_reach_down + (down)]
    const long row = eulerc_block_row(block, k, c);
    const bool full =
        block->is_full ||
        (eulerc_asks_rows && eulerc_is_full(row, row + 1, j, j + EULERC_WIDTH, c));
    const ulong guards = eulerc_keeps_guards ? block->guards >> k * eulerc_guard_bits
                         : block->is_full && !eulerc_guards_anywhere
                             ? 0
                             : eulerc_guards_at(row, j, c);
    realv fields[eulerc_field_reads + 1];
    eulerc_load_fields(fields EULERC_PASS_FIELDS, row, j, false, c);
    eulerc_advance(EULERC_WINDOW(EULERC_REGISTERS_ROW), fields, kept[k] EULERC_PASS_FIELDS, row, j,
                   full, guards, &block->column, c, now);
#ifdef EULERC_LISTS_EVENTS
    if (eulerc_stores(block, k))
      eulerc_list_components(c->lead + row * c->stride[0] + j, seen[k + eulerc_reach_down].own,
                             kept[k], 0, block->end, now.step);
#endif
#undef EULERC_REGISTERS_ROW
    if (eulerc_is_cut)
      eulerc_set_ghosts(kept[k], false,
                        EULERC_LAST_ROWS > 0 && k >= EULERC_LAST_ROWS && k >= block->rows_left, j,
                        c);
  }
}

// ---- tiles -------------------------------------------------------------------------------------
// Values of the time alone are the same for all work-items. Each work-item computes them for one
// level, for as many levels ahead as local memory holds.
#ifdef EULERC_TIME_VALUES
enum { eulerc_timed_levels = 16, eulerc_timed_values = eulerc_timed_levels * EULERC_TIME_VALUES };
#else
enum { eulerc_timed_values = 0 };
#endif
EULERC_IN_PLACE void eulerc_set_moment(eulerc_moment *now EULERC_FIELDS, const eulerc_course *course,
                                       const int level, const int levels, local real *timed,
                                       const eulerc_constants *c) {
  *now = eulerc_moment_in(course, level);
#ifdef EULERC_TIME_VALUES
  if (level % eulerc_timed_levels == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = get_local_id(0); k < min(eulerc_timed_levels, levels - level); k += EULERC_GROUP) {
      const eulerc_moment then = eulerc_timed(eulerc_moment_in(course, level + k), c);
      for (int value = 0; value < EULERC_TIME_VALUES; value++)
        timed[k * EULERC_TIME_VALUES + value] = then.values[value];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  EULERC_FOR(value, EULERC_TIME_VALUES)
    now->values[value] = timed[level % eulerc_timed_levels * EULERC_TIME_VALUES + value];
#endif
}

// Local memory of a work-group. `sides` and `ends` point to this work-item's part, `timed` to the
// values of the time.
typedef struct {
  local real *sides;
  local realv *ends;
  local real *timed;
} eulerc_shown_memory;

// All levels of a tile. It begins with a step, unless tiles take parts of steps; levels are then
// not unrolled.
EULERC_IN_PLACE void eulerc_advance_tile(realv (*kept)[EULERC_COMPONENTS] EULERC_FIELDS,
                                         const eulerc_kept_block *block,
                                         const eulerc_neighbours to, const int levels,
                                         const eulerc_shown_memory *memory,
                                         const eulerc_course *course, const eulerc_constants *c) {
  for (int first = 0; first < levels; first += eulerc_levels_together) {
    EULERC_FOR(stage, eulerc_levels_together) {
      const int level = first + stage;
      eulerc_moment now;
      eulerc_set_moment(&now EULERC_PASS_FIELDS, course, level, levels, memory->timed, c);
      if (eulerc_levels_together > 1)
        now.stage = stage; // a constant when the kernel is built
      const ulong shown = eulerc_shown_in(stage);
      const int buffer = eulerc_exchange(first, stage) % EULERC_BUFFERS;
      local real *const sides = memory->sides + buffer * eulerc_sides;
      local realv *const ends = memory->ends + buffer * eulerc_ends;
      if (shown != 0) {
        if (eulerc_needs(block, level, levels))
          eulerc_show_block(kept, sides, ends, shown);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (block->is_inside && eulerc_needs(block, level + 1, levels)) {
        eulerc_kept_row seen[EULERC_KEPT + 2 * eulerc_reach_down];
        eulerc_see_block(kept, sides, ends, to, seen, shown);
        eulerc_advance_block(seen, kept EULERC_PASS_FIELDS, block, c, now);
      }
#if EULERC_BUFFERS == 1
      if (shown != 0)
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
  }
}

// All tiles of a work-group.
EULERC_IN_PLACE void eulerc_advance_kept(global const real *y, global real *next EULERC_FIELDS,
                                         const eulerc_constants *c, const eulerc_launch *launch,
                                         const eulerc_shown_memory *memory) {
  const int item = get_local_id(0), x = item % EULERC_ACROSS, band = item / EULERC_ACROSS;
  const eulerc_neighbours to = eulerc_neighbours_of(x, band);
  const long tiles = c->points == 0 ? 0 : launch->tiling.tiles;
  const eulerc_course course = eulerc_course_in(launch, c);
  for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    eulerc_kept_block block;
    eulerc_find_block(&block, &launch->tiling, tile, x, band, c);
    realv kept[EULERC_KEPT][EULERC_COMPONENTS];
    eulerc_keep_block(y, kept, &block, c);
    eulerc_advance_tile(kept EULERC_PASS_FIELDS, &block, to, eulerc_steps_in(launch), memory,
                        &course, c);
    eulerc_release_block(next, kept, &block, c);
    barrier(CLK_LOCAL_MEM_FENCE); // the next tile writes the same local memory
  }
}

// Each work-item gets a pointer to its part: PoCL 3.1 would share an array that is an argument.
#ifdef EULERC_PERSISTENT_ROUNDS
EULERC_KERNEL
eulerc_persistent_planes(global real *even, global real *odd EULERC_FIELDS, EULERC_LAUNCH,
                     global ulong *arrived) {
  local real sides[EULERC_BUFFERS * eulerc_sides];
  local realv ends[EULERC_BUFFERS * eulerc_ends + 1];
  local real timed[eulerc_timed_values + 1];
  const eulerc_shown_memory memory = {sides + get_local_id(0), ends + get_local_id(0), timed};
  const eulerc_rounds rounds = eulerc_rounds_of(&tiling, launch);
  for (long round = rounds.first; round < rounds.end; round++) {
    const bool is_even = round % 2 == 0;
    const eulerc_launch own = {tiling, round, times, h, last_h};
    eulerc_advance_kept(is_even ? even : odd, is_even ? odd : even EULERC_PASS_FIELDS, &c, &own,
                        &memory);
    if (round + 1 < rounds.end)
      eulerc_wait_for_all(arrived);
  }
}
#else
EULERC_KERNEL
eulerc_registers_planes(global const real *restrict y, global real *restrict next EULERC_FIELDS, EULERC_LAUNCH) {
  local real sides[EULERC_BUFFERS * eulerc_sides];
  local realv ends[EULERC_BUFFERS * eulerc_ends + 1];
  local real timed[eulerc_timed_values + 1];
  const eulerc_shown_memory memory = {sides + get_local_id(0), ends + get_local_id(0), timed};
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  eulerc_advance_kept(y, next EULERC_PASS_FIELDS, &c, &own, &memory);
}
#endif
