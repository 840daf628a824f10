// Overlapped tiles of 2-D grids, kept whole in registers: a work-group a tile.
//
//   y at step launch * S  →  a box of the grid, in registers  →  next, S steps later
//
// For grids that all compute units together can hold: a step then costs neither a launch nor global
// memory. A work-item keeps one vector of each of EULERC_KEPT rows that follow each other, its
// block; EULERC_ACROSS work-items side by side make a band of such rows, and the bands of a
// work-group follow each other.
//
//   EULERC_ACROSS = 3, EULERC_KEPT = 2, 2 bands, vectors of 4:    aaaa bbbb cccc
//   (a letter is a work-item)                                     aaaa bbbb cccc
//                                                                 dddd eeee ffff
//                                                                 dddd eeee ffff
//
// Every step all blocks advance. What a work-item needs of others crosses local memory: the lanes
// within reach of its sides, and the rows within reach of its ends; two buffers take turns, with one
// barrier a step, or there is one buffer with two barriers (EULERC_BUFFERS). At the sides of a tile a
// reach of it becomes wrong with each level that reads neighbours, so tiles overlap; blocks that
// nobody needs any more (boxes.h) are not computed.
//
// To show each row as soon as it is computed, for the next step, was measured, too (H200): heat is 3
// to 7 % faster then, the Brusselator at 1400 x 1400 30 % slower, for more registers are taken.
//
// The grid begins with the first row and the first lane of a block; unless EULERC_PARTS, it ends
// with a last row and a last lane, too: then blocks beyond it keep the ghosts that they had from the
// start, and mirrored ones are seen in the neighbour's place.
//
// As `persistent`, a launch takes many such rounds (rounds.cl).
//
// Build options: EULERC_GROUP, EULERC_ACROSS, EULERC_KEPT, EULERC_BUFFERS, EULERC_PARTS,
// EULERC_PERSISTENT_ROUNDS.

// ---- what crosses local memory -----------------------------------------------------------------
enum {
  // The rows within reach of a block's ends: the first ones, then the last ones.
  eulerc_ends = 2 * eulerc_reach_down * eulerc_shown_components * EULERC_GROUP,
  eulerc_sides = EULERC_KEPT * eulerc_shown_components * eulerc_shown * EULERC_GROUP
};
EULERC_INLINE int eulerc_end_of(const int row, const int q) {
  const ulong ever = eulerc_read_by_right | eulerc_read_by_left | eulerc_read_by_rows;
  return (row * eulerc_shown_components + eulerc_shown_place(q, ever)) * EULERC_GROUP;
}
EULERC_INLINE int eulerc_sides_of(const int row, const int q) {
  return eulerc_end_of(row, q) * eulerc_shown;
}

EULERC_IN_PLACE void eulerc_show_block(realv (*kept)[EULERC_COMPONENTS], local real *sides,
                                       local realv *ends) {
  EULERC_FOR(q, EULERC_COMPONENTS) {
    EULERC_FOR(k, EULERC_KEPT)
      eulerc_show(sides + eulerc_sides_of(k, q), kept[k][q], false, false,
                  eulerc_read_by_left >> q & 1, eulerc_read_by_right >> q & 1);
#pragma unroll
    for (int k = 0; k < eulerc_reach_down && (eulerc_read_by_rows >> q & 1); k++) {
      ends[eulerc_end_of(k, q)] = kept[k][q];
      ends[eulerc_end_of(eulerc_reach_down + k, q)] = kept[EULERC_KEPT - eulerc_reach_down + k][q];
    }
  }
}

// Rows -REACH_DOWN … of a block, of which row 0 is its first, as its points see them. Those that
// nobody looks at are not loaded: the compiler sees that.
EULERC_IN_PLACE void eulerc_see_block(realv (*kept)[EULERC_COMPONENTS], local const real *sides,
                                      local const realv *ends, const eulerc_neighbours to,
                                      eulerc_kept_row *seen) {
#pragma unroll
  for (int k = -eulerc_reach_down; k < EULERC_KEPT + eulerc_reach_down; k++) {
    eulerc_kept_row *const row = &seen[k + eulerc_reach_down];
    const int own = (k + EULERC_KEPT) % EULERC_KEPT; // the row of its block
    const int block = k < 0 ? to.above : k < EULERC_KEPT ? 0 : to.below;
    const int end = k < 0 ? 2 * eulerc_reach_down + k : k < EULERC_KEPT ? 0 : k - EULERC_KEPT;
    EULERC_FOR(q, EULERC_COMPONENTS) {
      local const real *const side = sides + eulerc_sides_of(own, q) + block;
      if (k >= 0 && k < EULERC_KEPT)
        row->own[q] = kept[own][q];
      else
        row->own[q] = eulerc_read_by_rows >> q & 1 ? ends[eulerc_end_of(end, q) + block] : (realv)(0);
      row->left[q] =
          eulerc_read_by_right >> q & 1 ? eulerc_see_left(side + to.left, false) : (realv)(0);
      row->right[q] =
          eulerc_read_by_left >> q & 1 ? eulerc_see_right(side + to.right, false) : (realv)(0);
    }
  }
}

// ---- one tile ----------------------------------------------------------------------------------
// Whether points of the block of rows i … and lanes j … must be right at a level.
EULERC_INLINE bool eulerc_needs(const eulerc_range rows, const eulerc_range columns, const int i,
                                const int j, const int level, const int levels) {
  return eulerc_is_needed(rows, EULERC_KEPT, i, level, levels, eulerc_reach_down) &&
         eulerc_is_needed(columns, EULERC_WIDTH, j, level, levels, eulerc_reach_along);
}

// Whether the tile stores the points j … of row i.
EULERC_INLINE bool eulerc_stores(const eulerc_range rows, const eulerc_range columns, const int i,
                                 const int j) {
  return i >= rows.first && i < rows.last && j >= columns.first && j < columns.last;
}

// Stores as many lanes at `at` as there are points.
EULERC_INLINE void eulerc_release(global real *next, const realv *kept, const long at,
                                  const int points, const eulerc_constants *c) {
  EULERC_FOR(q, EULERC_LIVE_OUT)
    eulerc_store_first(next + EULERC_STATE(q, at), kept[q], points);
}

// All tiles of a work-group. `all_sides`, `all_ends`: this work-item's place of them.
EULERC_IN_PLACE void eulerc_advance_kept(global const real *y, global real *next EULERC_FIELDS,
                                         const eulerc_constants *c, const eulerc_launch *launch,
                                         local real *all_sides, local realv *all_ends) {
  const int item = get_local_id(0), x = item % EULERC_ACROSS, band = item / EULERC_ACROSS;
  const eulerc_neighbours to = eulerc_neighbours_of(x, band);
  const eulerc_tiling *const tiling = &launch->tiling;
  const long tiles = c->points == 0 ? 0 : tiling->tiles;
  const long per_row = eulerc_boxes_along(c->row, tiling->box[1]);
  const int steps = eulerc_steps_in(launch);
  const eulerc_course course = eulerc_course_in(launch, c);
  for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    const eulerc_range rows = eulerc_box_along(c->extent[0], tiling->box[0], tile / per_row);
    const eulerc_range columns = eulerc_box_along(c->row, tiling->box[1], tile % per_row);
    const int i = (int)eulerc_first_of_block(rows, EULERC_KEPT, tiling->ghostRows, band);
    const int j = (int)eulerc_first_of_block(columns, EULERC_WIDTH, tiling->ghostZone, x);
    const int end = (int)c->row - j, rows_left = (int)c->extent[0] - i;
    // Blocks outside of the grid keep what they have.
    const bool is_inside = (eulerc_ring_down || (i >= 0 && rows_left > 0)) &&
                           (eulerc_ring_along || (j >= 0 && end > 0));
    const bool all_full = eulerc_is_full(i, i + EULERC_KEPT, j, j + EULERC_WIDTH, c);
    realv kept[EULERC_KEPT][EULERC_COMPONENTS];
    EULERC_FOR(k, EULERC_KEPT) {
      eulerc_keep(y, kept[k],
                  c->lead + eulerc_index(i + k, eulerc_ring_down, c->extent[0]) * c->stride[0],
                  eulerc_has(i + k, (int)c->extent[0], eulerc_ring_down), j, c);
      eulerc_set_ghosts(kept[k], i + k < 0, k >= rows_left, j, c);
    }

    for (int step = 0; step < steps; step++) {
      const eulerc_moment now = eulerc_timed(eulerc_moment_in(&course, step), c);
      const int buffer = step % EULERC_BUFFERS;
      local real *const sides = all_sides + buffer * eulerc_sides;
      local realv *const ends = all_ends + buffer * eulerc_ends;
      if (eulerc_needs(rows, columns, i, j, step, steps))
        eulerc_show_block(kept, sides, ends);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (is_inside && eulerc_needs(rows, columns, i, j, step + 1, steps)) {
        eulerc_kept_row seen[EULERC_KEPT + 2 * eulerc_reach_down];
        eulerc_see_block(kept, sides, ends, to, seen);
        eulerc_mirror_block(seen, -i, rows_left, j == 0, end);
        EULERC_FOR(k, EULERC_KEPT) {
#define EULERC_REGISTERS_ROW(deep, down) &seen[k + eulerc_reach_down + (down)]
          const long row = eulerc_index(i + k, eulerc_ring_down, c->extent[0]);
          const bool full = all_full || eulerc_is_full(row, row + 1, j, j + EULERC_WIDTH, c);
          realv fields[eulerc_field_reads + 1];
          eulerc_load_fields(fields EULERC_PASS_FIELDS, row, j, false, c);
          eulerc_advance(EULERC_WINDOW(EULERC_REGISTERS_ROW), fields, kept[k] EULERC_PASS_FIELDS, row, j,
                         full, c, now);
#ifdef EULERC_LISTS_EVENTS
          if (eulerc_stores(rows, columns, i + k, j))
            eulerc_list_components(c->lead + row * c->stride[0] + j, seen[k + eulerc_reach_down].own,
                                kept[k], 0, end, now.step);
#endif
#undef EULERC_REGISTERS_ROW
          if (eulerc_is_cut)
            eulerc_set_ghosts(kept[k], false, k >= rows_left, j, c);
        }
      }
#if EULERC_BUFFERS == 1
      barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }

    EULERC_FOR(k, EULERC_KEPT)
      if (eulerc_stores(rows, columns, i + k, j))
        eulerc_release(next, kept[k], c->lead + (i + k) * c->stride[0] + j, end, c);
    barrier(CLK_LOCAL_MEM_FENCE); // the next tile writes the same local memory
  }
}

// Each work-item gets its own place of local memory; PoCL 3.1 would share an array that is handed on
// as it is.
#ifdef EULERC_PERSISTENT_ROUNDS
EULERC_KERNEL
eulerc_persistent_planes(global real *even, global real *odd EULERC_FIELDS, EULERC_LAUNCH,
                     global ulong *arrived) {
  local real sides[EULERC_BUFFERS * eulerc_sides];
  local realv ends[EULERC_BUFFERS * eulerc_ends + 1];
  const eulerc_rounds rounds = eulerc_rounds_of(&tiling, launch);
  for (long round = rounds.first; round < rounds.end; round++) {
    const bool is_even = round % 2 == 0;
    const eulerc_launch own = {tiling, round, times, h, last_h};
    eulerc_advance_kept(is_even ? even : odd, is_even ? odd : even EULERC_PASS_FIELDS, &c, &own,
                        sides + get_local_id(0), ends + get_local_id(0));
    if (round + 1 < rounds.end)
      eulerc_wait_for_all(arrived);
  }
}
#else
EULERC_KERNEL
eulerc_registers_planes(global const real *restrict y, global real *restrict next EULERC_FIELDS, EULERC_LAUNCH) {
  local real sides[EULERC_BUFFERS * eulerc_sides];
  local realv ends[EULERC_BUFFERS * eulerc_ends + 1];
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  eulerc_advance_kept(y, next EULERC_PASS_FIELDS, &c, &own, sides + get_local_id(0),
                      ends + get_local_id(0));
}
#endif
