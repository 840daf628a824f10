// Tiles walked by columns (thesis, ch. 8; honeycombs: 9.5), for reads at large distances: such a
// tile takes half the local memory of a tile walked by rows.
//
//   even and odd steps in global memory → one row of a tile, in place → global
//
// A work-group computes one tile after the other, each diagonal by diagonal from left to right, and
// each diagonal block by block upwards. tiles.h defines these blocks, their loads and stores, and
// the barriers that suffice. A block is computed in pieces, each a vector of points. A work-item
// takes the same pieces of every block, so that it alone moves the values that it held back.
//
// Build options: EULERC_GROUP; EULERC_INTERLOCKING_COLUMNS; EULERC_INTERLOCKING_PLANE, points of a
// row with its ghost zones and held-back values.

// Points that are aligned as vectors in global memory are aligned in a row, too. On grids of two or
// three axes, vectors may reach beyond both ends of a row, which needs a gap.
enum { eulerc_gap = EULERC_RANK == 1 ? 0 : eulerc_alignment };
EULERC_INLINE long eulerc_lead(const eulerc_constants *c) {
  return c->lead / eulerc_alignment * eulerc_alignment - eulerc_gap;
}

// The place of the units of a step.
EULERC_INLINE eulerc_place eulerc_place_of(const eulerc_tile tile, const long step,
                                           const eulerc_constants *c) {
  const long skew = (step - tile.centre) * tile.block; // a slot further left in each step
  eulerc_place place;
  place.unit = (int)c->stride[0];
  place.at = c->lead + tile.origin * place.unit;
  place.shift = (tile.origin + skew) * place.unit + eulerc_lead(c);
  return place;
}

// The shift of the held-back units, which begin at `hold`.
EULERC_INLINE long eulerc_held_shift(const eulerc_tile tile, const int hold,
                                     const eulerc_constants *c) {
  return (tile.origin + hold - tile.width - 2 * tile.block) * c->stride[0] + eulerc_lead(c) -
         eulerc_gap;
}

// ---- the pieces of a block -----------------------------------------------------------------------
#if EULERC_RANK == 1
EULERC_INLINE int eulerc_pieces(const eulerc_span units, const eulerc_constants *c) {
  return (units.last - units.first + EULERC_WIDTH - 1) / EULERC_WIDTH;
}
EULERC_INLINE eulerc_piece eulerc_piece_of(const long origin, const eulerc_span units, const int k,
                                           const eulerc_constants *c) {
  eulerc_piece p;
  p.row = eulerc_row_at(c);
  p.unit = units.first + k * EULERC_WIDTH;
  p.j = p.begin = origin + p.unit;
  p.end = min(p.j + EULERC_WIDTH, origin + units.last);
  p.inside = p.j >= c->begin[0] && p.j + EULERC_WIDTH <= min(p.end, c->end[0]);
  return p;
}
#endif

// Computes a piece. `shift` is the place of the row that it reads, `next_shift` of the row it
// writes.
EULERC_IN_PLACE void eulerc_compute(local real *y EULERC_FIELDS, const eulerc_piece *p,
                                    const long shift, const long next_shift,
                                    const eulerc_constants *c, const eulerc_moment now) {
  if (p->inside)
    eulerc_vector_in_tile(y, y EULERC_PASS_FIELDS, &p->row, p->j, shift, next_shift, c, now);
  else
    for (long j = p->begin; j < p->end; j++)
      eulerc_edge_in_tile(y, y EULERC_PASS_FIELDS, &p->row, j, shift, next_shift, c, now);
}

// Stores a piece from the row.
EULERC_IN_PLACE void eulerc_copy_out(global real *to, local const real *y, const eulerc_piece *p,
                                     const long shift, const eulerc_constants *c) {
  const long at = p->row.base + p->j;
  for (int q = 0; q < EULERC_COMPONENTS; q++)
    if (p->inside)
      eulerc_store(to + EULERC_STATE(q, at), eulerc_load_in_tile(y + EULERC_TILE(q, at), 1));
    else
      for (long j = p->begin; j < p->end; j++)
        to[EULERC_STATE(q, p->row.base + j)] = y[EULERC_TILE(q, p->row.base + j)];
}

// Moves a held-back piece, which lies at `shift`, into its slot.
EULERC_IN_PLACE void eulerc_move(local real *y, const eulerc_piece *p, const long shift,
                                 const long next_shift) {
  const long at = p->row.base + p->j;
  for (int q = 0; q < EULERC_COMPONENTS; q++)
    if (p->inside)
      eulerc_store_in_tile(y + EULERC_NEXT_TILE(q, at),
                           eulerc_load_in_tile(y + EULERC_TILE(q, at), 1));
    else
      for (long j = p->begin; j < p->end; j++)
        y[EULERC_NEXT_TILE(q, p->row.base + j)] = y[EULERC_TILE(q, p->row.base + j)];
}

EULERC_INLINE bool eulerc_has(const eulerc_span units, const int unit) {
  return unit >= units.first && unit < units.last;
}

EULERC_IN_PLACE void eulerc_tile_by_columns(global real *even, global real *odd EULERC_FIELDS,
                                            const eulerc_tiling tiling, const long launch,
                                            const long number, local real *y,
                                            const eulerc_constants *c,
                                            const eulerc_course *course) {
  const eulerc_tile tile = eulerc_tile_of(tiling, launch, number);
  const int held = (int)eulerc_held_units(tile.block, tile.ghost_zone, EULERC_RANK == 1);
  for (long v = 0; v < tiling.width; v++) {
    const eulerc_range steps = eulerc_diagonal_steps(tiling, launch, number, v);
    // A row that is not longer than the row before needs no further loads, unless it is the first.
    const long last_load = min(steps.last, tile.centre + max(0, tile.from) + 1);
    for (long step = steps.first; step < last_load; step++) {
      const eulerc_place place = eulerc_place_of(tile, step - 1, c);
      const eulerc_spans loads = eulerc_diagonal_loads_of(tile, v, step);
      global const real *const from = eulerc_copy(step) ? even : odd;
      const int item = get_local_id(0);
      eulerc_copy_in(y, from, loads.left, item, EULERC_GROUP, place, c);
      eulerc_copy_in(y, from, loads.right, item, EULERC_GROUP, place, c);
    }
    // Also global memory: later steps overwrite what was loaded.
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (long step = steps.first; step < steps.last; step++) {
      const int first = (int)(v - (step - tile.centre)) * tile.block;
      const int hold = first + tile.block - held; // units from here are held back
      const eulerc_span block = eulerc_span_of(tile, first, first + tile.block);
      const eulerc_spans stores =
          eulerc_stores_of(tile, eulerc_row_of(tile, (int)(step - tile.centre)),
                           eulerc_row_of(tile, (int)(step - tile.centre) + 1));
      const long shift = eulerc_place_of(tile, step - 1, c).shift;
      const long new_shift = eulerc_place_of(tile, step, c).shift;
      const long held_shift = eulerc_held_shift(tile, hold, c);
      global real *const to = eulerc_copy(step) ? odd : even;
      const eulerc_moment now = eulerc_timed(eulerc_moment_in(course, step - 1), c);
      const int pieces = eulerc_pieces(block, c);
      for (int k = get_local_id(0); k < pieces; k += EULERC_GROUP) {
        const eulerc_piece p = eulerc_piece_of(tile.origin, block, k, c);
        const long next_shift = p.unit < hold ? new_shift : held_shift;
        eulerc_compute(y EULERC_PASS_FIELDS, &p, shift, next_shift, c, now);
        if (eulerc_has(stores.left, p.unit) || eulerc_has(stores.right, p.unit))
          eulerc_copy_out(to, y, &p, next_shift, c);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = get_local_id(0); k < pieces; k += EULERC_GROUP) {
        const eulerc_piece p = eulerc_piece_of(tile.origin, block, k, c);
        if (p.unit >= hold)
          eulerc_move(y, &p, held_shift, new_shift);
      }
      if (eulerc_held_is_next(tile.block, held))
        barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE); // the next tile loads into slots that may just have been written
}

EULERC_KERNEL
eulerc_columns(global real *restrict even, global real *restrict odd EULERC_FIELDS, EULERC_LAUNCH) {
  local realv row[EULERC_COMPONENTS * EULERC_INTERLOCKING_PLANE / EULERC_WIDTH]; // aligned
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  const eulerc_course course = eulerc_course_from(&own, 0, &c);
  const long tiles = c.points == 0 ? 0 : eulerc_tiles(tiling, launch);
  for (long number = get_group_id(0); number < tiles; number += get_num_groups(0))
    eulerc_tile_by_columns(even, odd EULERC_PASS_FIELDS, tiling, launch, number, (local real *)row,
                           &c, &course);
}
