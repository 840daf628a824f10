// Tiles walked by rows (thesis, ch. 6, 7 and 9): diamonds and honeycombs in local memory.
//
//   even and odd steps in global memory → rows of a tile, old and new, in local memory → global
//
// A work-group computes one tile after the other. tiles.h defines the units (points of a 1-D grid,
// else rows or planes) of each step, and the loads and stores. Everything that a tile needs is
// loaded at its start, so that it waits for global memory once. There is one barrier for each row:
// between two barriers a row is computed, and the part of the row before that other tiles need is
// stored.
//
// Build options: EULERC_GROUP; EULERC_INTERLOCKING_PLANE, points of a row in local memory with its
// ghost zones.

// Points that are aligned as vectors in global memory are aligned in a row, too. The first block is
// a ghost zone.
EULERC_INLINE eulerc_place eulerc_place_of(const eulerc_tile tile, const eulerc_constants *c) {
  eulerc_place place;
  place.unit = (int)c->stride[0];
  place.at = c->lead + tile.origin * place.unit;
  place.shift = (tile.origin - tile.block) * place.unit +
                c->lead / eulerc_alignment * eulerc_alignment;
  return place;
}

// Loads what the rows of a tile need from other tiles: the first row by all work-items, the units
// next to the other growing rows by eulerc_beside_items work-items for each step.
enum { eulerc_beside_items = EULERC_GROUP < 8 ? EULERC_GROUP : 8 };
EULERC_IN_PLACE void eulerc_load_tile(local real *even_row, local real *odd_row,
                                      global const real *even, global const real *odd,
                                      const eulerc_tile tile, const eulerc_place place,
                                      const eulerc_constants *c) {
  const int item = get_local_id(0);
  {
    const bool is_odd = eulerc_copy(tile.centre + tile.from - 1);
    const eulerc_span row = eulerc_row_of(tile, tile.from);
    const eulerc_spans loads = eulerc_loads_of(tile, row, eulerc_row_of(tile, tile.from - 1));
    eulerc_copy_in(is_odd ? odd_row : even_row, is_odd ? odd : even, loads.left, item,
                   EULERC_GROUP, place, c);
  }
  const int items = eulerc_beside_items, team = item / items, teams = EULERC_GROUP / items;
  if (team >= teams)
    return;
  for (int step = tile.from + 1 + team; step < min(tile.to, 1); step += teams) {
    const bool is_odd = eulerc_copy(tile.centre + step - 1);
    const eulerc_spans loads =
        eulerc_loads_of(tile, eulerc_row_of(tile, step), eulerc_row_of(tile, step - 1));
    local real *const row = is_odd ? odd_row : even_row;
    global const real *const y = is_odd ? odd : even;
    eulerc_copy_in(row, y, loads.left, item % items, items, place, c);
    eulerc_copy_in(row, y, loads.right, item % items, items, place, c);
  }
}

// Stores units of a row with all work-items.
EULERC_IN_PLACE void eulerc_copy_out(global real *y, local const real *row, const eulerc_span units,
                                     const eulerc_place place, const eulerc_constants *c) {
  const long shift = place.shift;
  for (int k = units.first * place.unit + (int)get_local_id(0) * eulerc_copied;
       k < units.last * place.unit; k += EULERC_GROUP * eulerc_copied)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      eulerc_copy_one_out(y + EULERC_STATE(q, place.at + k), row + EULERC_TILE(q, place.at + k));
}

// One step of units with all work-items. `interior`: the units of the interior; on a 1-D grid only
// those in whole vectors.
EULERC_IN_PLACE void eulerc_compute(local const real *old, local real *new EULERC_FIELDS,
                                    const long origin, const eulerc_span units,
                                    const eulerc_span interior, const long shift,
                                    const eulerc_constants *c, const eulerc_moment now) {
#if EULERC_RANK == 1
  const eulerc_row row = eulerc_row_at(c);
  const int item = get_local_id(0);
  // Whole vectors of the interior, and the points left on both sides, which most tiles do not have.
  const int first = min(max(units.first, interior.first), units.last);
  const int last =
      first + max(min(units.last, interior.last) - first, 0) / EULERC_WIDTH * EULERC_WIDTH;
  for (int j = first + item * EULERC_WIDTH; j < last; j += EULERC_GROUP * EULERC_WIDTH)
    eulerc_vector_in_tile(old, new EULERC_PASS_FIELDS, &row, origin + j, shift, c, now);
  for (int j = units.first + item; j < first; j += EULERC_GROUP)
    eulerc_edge_in_tile(old, new EULERC_PASS_FIELDS, &row, origin + j, shift, c, now);
  for (int j = last + item; j < units.last; j += EULERC_GROUP)
    eulerc_edge_in_tile(old, new EULERC_PASS_FIELDS, &row, origin + j, shift, c, now);
#else
  const int pieces = eulerc_pieces(units, c);
  for (int k = get_local_id(0); k < pieces; k += EULERC_GROUP) {
    const eulerc_piece p = eulerc_piece_of(origin, units, k, c);
    if (p.inside)
      eulerc_vector_in_tile(old, new EULERC_PASS_FIELDS, &p.row, p.j, shift, c, now);
    else
      for (long j = p.begin; j < p.end; j++)
        eulerc_edge_in_tile(old, new EULERC_PASS_FIELDS, &p.row, j, shift, c, now);
  }
#endif
}

// The units of the interior, as far as the tile reads.
EULERC_INLINE eulerc_span eulerc_interior_of(const eulerc_tile tile, const eulerc_constants *c) {
  const long first = EULERC_RANK == 1
                         ? (c->begin[0] + EULERC_WIDTH - 1) / EULERC_WIDTH * EULERC_WIDTH
                         : c->begin[0];
  eulerc_span interior;
  interior.first = (int)clamp(first - tile.origin, (long)tile.low, (long)tile.high);
  interior.last = (int)clamp(c->end[0] - tile.origin, (long)tile.low, (long)tile.high);
  return interior;
}

EULERC_IN_PLACE void eulerc_tile_by_rows(global real *even, global real *odd EULERC_FIELDS,
                                         const eulerc_tile tile,
                                         local real *even_row, local real *odd_row,
                                         const eulerc_constants *c,
                                         const eulerc_course *course) {
  const eulerc_place place = eulerc_place_of(tile, c);
  const eulerc_span interior = eulerc_interior_of(tile, c);
  eulerc_load_tile(even_row, odd_row, even, odd, tile, place, c);
  // The tile's last row may go to the place that its first row came from.
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

  eulerc_span before = eulerc_row_of(tile, tile.from - 1), row = eulerc_row_of(tile, tile.from);
  const bool starts_odd = eulerc_copy(tile.centre + tile.from);
  local real *new = starts_odd ? odd_row : even_row;
  local real *old = starts_odd ? even_row : odd_row;
  global real *y = starts_odd ? even : odd; // holds the step before, like `old`
  global real *other = starts_odd ? odd : even;
  // After the last row there are only stores.
  for (int step = tile.from; step <= tile.to; step++) {
    if (step < tile.to)
      eulerc_compute(old, new EULERC_PASS_FIELDS, tile.origin, row, interior, place.shift, c,
                     eulerc_timed(eulerc_moment_in(course, tile.centre + step - 1), c));
    if (step > 0 || step == tile.to) { // a growing row stores nothing
      const eulerc_spans stores = eulerc_stores_of(tile, before, row);
      eulerc_copy_out(y, old, stores.left, place, c);
      eulerc_copy_out(y, old, stores.right, place, c);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    local real *const swapped = old;
    old = new;
    new = swapped;
    global real *const swapped_y = y;
    y = other;
    other = swapped_y;
    before = row;
    row = eulerc_row_of(tile, step + 1);
  }
}

EULERC_KERNEL
eulerc_rows(global real *restrict even, global real *restrict odd EULERC_FIELDS, EULERC_LAUNCH) {
  local realv rows[2 * EULERC_COMPONENTS * EULERC_INTERLOCKING_PLANE / EULERC_WIDTH]; // aligned
  local real *const first = (local real *)rows;
  local real *const second = first + EULERC_COMPONENTS * EULERC_INTERLOCKING_PLANE;
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  const eulerc_course course = eulerc_course_from(&own, 0, &c);
  const long tiles = c.points == 0 ? 0 : eulerc_tiles(tiling, launch);
  for (long number = get_group_id(0); number < tiles; number += get_num_groups(0)) {
    const eulerc_tile tile = eulerc_tile_of(tiling, launch, number);
    if (tile.from < tile.to)
      eulerc_tile_by_rows(even, odd EULERC_PASS_FIELDS, tile, first, second, &c, &course);
  }
}
