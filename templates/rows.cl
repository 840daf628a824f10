// Tiles walked by rows (thesis, ch. 6, 7 and 9): diamonds and honeycombs in local memory.
//
//   even and odd steps in global memory → rows of a tile, old and new, in local memory → global
//
// A work-group computes one tile after the other; tiles.h says which units (points of a 1-D grid,
// rows or planes of others) it computes at which step, and what it loads and stores. One barrier a
// row: between two of them row `step` is computed from the old row, what row `step + 1` lacks is
// loaded beside it, and what others need of the old row is stored.
//
// Build options: EULERC_TILE_PLANE, points of a row in local memory with its margins.

// A tile's place in memory. Units are counted from the tile's origin (tiles.h).
typedef struct {
  long at;    // of its first unit in global memory, in points
  long shift; // what lies at `at` there lies at `at - shift` in a row of local memory
  int unit;   // points from one unit to the next one
} eulerc_place;

// Where vectors are aligned in global memory they are in a row. The first block is a margin.
EULERC_INLINE eulerc_place eulerc_place_of(const eulerc_tile tile, const eulerc_constants *c) {
  eulerc_place place;
  place.unit = (int)c->stride[0];
  place.at = c->lead + tile.origin * place.unit;
  place.shift = (tile.origin - tile.block) * place.unit +
                c->lead / EULERC_ALIGNMENT * EULERC_ALIGNMENT;
  return place;
}

// Copies units between global memory and a row, all work-items together: whole vectors of a 1-D
// grid (what lies beyond the last point is nobody's), else value by value.
#if EULERC_RANK == 1
#define EULERC_COPIED EULERC_WIDTH
#define EULERC_COPY_IN(to, from) eulerc_store_in_tile(&(to), eulerc_load(&(from), 1))
#define EULERC_COPY_OUT(to, from) eulerc_store(&(to), eulerc_load_in_tile(&(from), 1))
#else
#define EULERC_COPIED 1
#define EULERC_COPY_IN(to, from) (to) = (from)
#define EULERC_COPY_OUT(to, from) (to) = (from)
#endif

EULERC_INLINE void eulerc_copy_in(local real *row, global const real *y, const eulerc_span units,
                                  const eulerc_place place, const eulerc_constants *c) {
  const long shift = place.shift;
  for (int k = units.first * place.unit + (int)get_local_id(0) * EULERC_COPIED;
       k < units.last * place.unit; k += EULERC_GROUP * EULERC_COPIED)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      EULERC_COPY_IN(row[EULERC_TILE(q, place.at + k)], y[EULERC_STATE(q, place.at + k)]);
}

EULERC_INLINE void eulerc_copy_out(global real *y, local const real *row, const eulerc_span units,
                                   const eulerc_place place, const eulerc_constants *c) {
  const long shift = place.shift;
  for (int k = units.first * place.unit + (int)get_local_id(0) * EULERC_COPIED;
       k < units.last * place.unit; k += EULERC_GROUP * EULERC_COPIED)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      EULERC_COPY_OUT(y[EULERC_STATE(q, place.at + k)], row[EULERC_TILE(q, place.at + k)]);
}

// One step of the points [j, j + EULERC_WIDTH) of a row of the grid, as far as they are in
// [begin, end).
EULERC_INLINE void eulerc_few_points(local const real *old, local real *new EULERC_FIELDS,
                                     const eulerc_row *row, const bool inside, const long j,
                                     const long begin, const long end, const long shift,
                                     const eulerc_constants *c, const real t, const real h) {
  if (inside)
    eulerc_vector_in_tile(old, new EULERC_PASS_FIELDS, row, j, shift, c, t, h);
  else
    for (long k = max(j, begin); k < min(j + EULERC_WIDTH, end); k++)
      eulerc_edge_in_tile(old, new EULERC_PASS_FIELDS, row, k, shift, c, t, h);
}

// One step of units, all work-items together. `interior` are those of the interior.
#if EULERC_RANK == 1
EULERC_INLINE void eulerc_compute(local const real *old, local real *new EULERC_FIELDS,
                                  const long origin, const eulerc_span units,
                                  const eulerc_span interior, const long shift,
                                  const eulerc_constants *c, const real t, const real h) {
  const eulerc_row row = eulerc_row_at(c);
  for (int j = units.first + (int)get_local_id(0) * EULERC_WIDTH; j < units.last;
       j += EULERC_GROUP * EULERC_WIDTH)
    eulerc_few_points(old, new EULERC_PASS_FIELDS, &row,
                      j >= interior.first && j + EULERC_WIDTH <= min(units.last, interior.last),
                      origin + j, 0, origin + units.last, shift, c, t, h);
}
#else
EULERC_INLINE void eulerc_compute(local const real *old, local real *new EULERC_FIELDS,
                                  const long origin, const eulerc_span units,
                                  const eulerc_span interior, const long shift,
                                  const eulerc_constants *c, const real t, const real h) {
  // Vectors of a row begin where those of its interior do; the first one may begin before the row.
  const int before = (int)eulerc_wrap(-c->begin[EULERC_LAST], EULERC_WIDTH);
  const int across = ((int)c->row + before + EULERC_WIDTH - 1) / EULERC_WIDTH;
  const int high = EULERC_RANK == 2 ? 1 : (int)c->extent[EULERC_RANK / 2];
  const int count = (units.last - units.first) * high * across;
  for (int k = get_local_id(0); k < count; k += EULERC_GROUP) {
    const int number = k / across;
    const long j = k % across * EULERC_WIDTH - before;
#if EULERC_RANK == 2
    const eulerc_row row = eulerc_row_at(origin + units.first + number, c);
#else
    const eulerc_row row = eulerc_row_at(origin + units.first + number / high, number % high, c);
#endif
    const bool inside = row.inside && j >= c->begin[EULERC_LAST] &&
                        j + EULERC_WIDTH <= c->end[EULERC_LAST];
    eulerc_few_points(old, new EULERC_PASS_FIELDS, &row, inside, j, 0, c->row, shift, c, t, h);
  }
}
#endif

EULERC_INLINE void eulerc_tile_by_rows(global real *even, global real *odd EULERC_FIELDS,
                                       const eulerc_tile tile, const long steps, local real *old,
                                       local real *new, const eulerc_constants *c,
                                       global const real *times, const real h, const real last_h) {
  const eulerc_place place = eulerc_place_of(tile, c);
  eulerc_span interior; // as far as the tile can see
  interior.first = (int)clamp(c->begin[0] - tile.origin, (long)tile.low, (long)tile.high);
  interior.last = (int)clamp(c->end[0] - tile.origin, (long)tile.low, (long)tile.high);
  eulerc_span last = eulerc_row_of(tile, tile.first_step - 2);
  eulerc_span row = eulerc_row_of(tile, tile.first_step - 1);
  // Before the first row and behind the last one there is only something to load and to store.
  for (long step = tile.first_step - 1; step <= tile.end_step; step++) {
    const eulerc_span next = eulerc_row_of(tile, step + 1);
    global real *const before = eulerc_copy(step) ? even : odd; // step - 1
    global const real *const now = eulerc_copy(step) ? odd : even;
    if (row.first < row.last) {
      const real t = EULERC_USES_TIME ? times[step - 1] : 0;
      eulerc_compute(old, new EULERC_PASS_FIELDS, tile.origin, row, interior, place.shift, c, t,
                     step == steps ? last_h : h);
    }
    const eulerc_spans loads = eulerc_loads_of(tile, next, row);
    eulerc_copy_in(new, now, loads.left, place, c);
    eulerc_copy_in(new, now, loads.right, place, c);
    const eulerc_spans stores = eulerc_stores_of(tile, last, row);
    eulerc_copy_out(before, old, stores.left, place, c);
    eulerc_copy_out(before, old, stores.right, place, c);
    barrier(CLK_LOCAL_MEM_FENCE);
    local real *const swapped = old;
    old = new;
    new = swapped;
    last = row;
    row = next;
  }
}

EULERC_KERNEL
eulerc_rows(global real *restrict even, global real *restrict odd EULERC_FIELDS,
            const eulerc_constants c, global const real *restrict times, const real h,
            const real last_h, const eulerc_tiling tiling, const long launch) {
  local realv rows[2 * EULERC_COMPONENTS * EULERC_TILE_PLANE / EULERC_WIDTH]; // aligned
  local real *const first = (local real *)rows;
  local real *const second = first + EULERC_COMPONENTS * EULERC_TILE_PLANE;
  const long tiles = c.points == 0 ? 0 : eulerc_tiles(tiling, launch);
  for (long number = get_group_id(0); number < tiles; number += get_num_groups(0))
    eulerc_tile_by_rows(even, odd EULERC_PASS_FIELDS, eulerc_tile_of(tiling, launch, number),
                        tiling.steps, first, second, &c, times, h, last_h);
}
