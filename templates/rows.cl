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

// What a work-group knows of its tile.
typedef struct {
  eulerc_tiling tiling;
  long launch, tile;
  long shift; // what lies at `at` in global memory lies at `at - shift` in a row
} eulerc_tile;

// Points from one unit to the next one.
EULERC_INLINE long eulerc_unit(const eulerc_constants *c) { return c->stride[0]; }

// Where vectors are aligned in global memory they are in a row.
EULERC_INLINE long eulerc_tile_shift(const eulerc_tiling tiling, const long launch, const long tile,
                                     const eulerc_constants *c) {
  const long first = (eulerc_tile_start(tiling, launch, tile) - 1) * tiling.blockUnits;
  return first * eulerc_unit(c) + c->lead / EULERC_ALIGNMENT * EULERC_ALIGNMENT;
}

// Copies units between global memory and a row, all work-items together.
EULERC_INLINE void eulerc_copy_in(local real *row, global const real *y, const eulerc_range units,
                                  const long shift, const eulerc_constants *c) {
  const long first = c->lead + units.first * eulerc_unit(c);
#if EULERC_RANK == 1 // whole vectors; what lies beyond the last point is nobody's
  const long stride = EULERC_WIDTH, count = units.last - units.first;
#else
  const long stride = 1, count = (units.last - units.first) * eulerc_unit(c);
#endif
  for (long k = get_local_id(0) * stride; k < count; k += get_local_size(0) * stride)
    for (int q = 0; q < EULERC_COMPONENTS; q++) {
#if EULERC_RANK == 1
      eulerc_store_in_tile(row + EULERC_TILE(q, first + k),
                           eulerc_load(y + EULERC_STATE(q, first + k), 1));
#else
      row[EULERC_TILE(q, first + k)] = y[EULERC_STATE(q, first + k)];
#endif
    }
}

EULERC_INLINE void eulerc_copy_out(global real *y, local const real *row, const eulerc_range units,
                                   const long shift, const eulerc_constants *c) {
  const long first = c->lead + units.first * eulerc_unit(c);
#if EULERC_RANK == 1
  const long stride = EULERC_WIDTH, count = units.last - units.first;
#else
  const long stride = 1, count = (units.last - units.first) * eulerc_unit(c);
#endif
  for (long k = get_local_id(0) * stride; k < count; k += get_local_size(0) * stride)
    for (int q = 0; q < EULERC_COMPONENTS; q++) {
#if EULERC_RANK == 1
      eulerc_store(y + EULERC_STATE(q, first + k),
                   eulerc_load_in_tile(row + EULERC_TILE(q, first + k), 1));
#else
      y[EULERC_STATE(q, first + k)] = row[EULERC_TILE(q, first + k)];
#endif
    }
}

// One step of the points [j, j + EULERC_WIDTH) of a row of the grid, as far as they are before `end`.
EULERC_INLINE void eulerc_few_points(local const real *old, local real *new EULERC_FIELDS,
                                     const eulerc_row *row, const long j, const long end,
                                     const long shift, const eulerc_constants *c, const real t,
                                     const real h) {
  const bool inside = row->inside && j >= c->begin[EULERC_LAST] &&
                      j + EULERC_WIDTH <= min(end, c->end[EULERC_LAST]);
  if (inside) {
    eulerc_vector_in_tile(old, new EULERC_PASS_FIELDS, row, j, shift, c, t, h);
    return;
  }
  for (long k = j; k < min(j + EULERC_WIDTH, end); k++)
    eulerc_edge_in_tile(old, new EULERC_PASS_FIELDS, row, k, shift, c, t, h);
}

// One step of units, all work-items together.
EULERC_INLINE void eulerc_compute(local const real *old, local real *new EULERC_FIELDS,
                                  const eulerc_range units, const long shift,
                                  const eulerc_constants *c, const real t, const real h) {
#if EULERC_RANK == 1
  const eulerc_row row = eulerc_row_at(c);
  for (long j = units.first + get_local_id(0) * EULERC_WIDTH; j < units.last;
       j += get_local_size(0) * EULERC_WIDTH)
    eulerc_few_points(old, new EULERC_PASS_FIELDS, &row, j, units.last, shift, c, t, h);
#else
  // Vectors of a row begin where those of its interior do; the first one may begin before the row.
  const long before = (EULERC_WIDTH - c->begin[EULERC_LAST] % EULERC_WIDTH) % EULERC_WIDTH;
  const uint across = (c->row + before + EULERC_WIDTH - 1) / EULERC_WIDTH;
  const uint high = EULERC_RANK == 2 ? 1 : c->extent[EULERC_RANK / 2];
  const uint count = (units.last - units.first) * high * across;
  for (uint k = get_local_id(0); k < count; k += get_local_size(0)) {
    const uint number = k / across;
    const long j = (long)(k % across) * EULERC_WIDTH - before;
#if EULERC_RANK == 2
    const eulerc_row row = eulerc_row_at(units.first + number, c);
#else
    const eulerc_row row = eulerc_row_at(units.first + number / high, number % high, c);
#endif
    if (j >= 0)
      eulerc_few_points(old, new EULERC_PASS_FIELDS, &row, j, c->row, shift, c, t, h);
    else
      for (long i = 0; i < min(j + EULERC_WIDTH, c->row); i++)
        eulerc_edge_in_tile(old, new EULERC_PASS_FIELDS, &row, i, shift, c, t, h);
  }
#endif
}

EULERC_INLINE void eulerc_tile_by_rows(global real *even, global real *odd EULERC_FIELDS,
                                       const eulerc_tile tile, local real *old, local real *new,
                                       const eulerc_constants *c, global const real *times,
                                       const real h, const real last_h) {
  const eulerc_tiling tiling = tile.tiling;
  const eulerc_range steps = eulerc_tile_steps(tiling, tile.launch);
  for (long step = steps.first - 1; step <= steps.last; step++) {
    // Before the first row and behind the last one there is only something to load and to store.
    if (step >= steps.first && step < steps.last) {
      const real t = EULERC_USES_TIME ? times[step - 1] : 0;
      const eulerc_range row = eulerc_units(tiling, eulerc_tile_row(tiling, tile.launch, tile.tile,
                                                                    step));
      eulerc_compute(old, new EULERC_PASS_FIELDS, row, tile.shift, c, t,
                     step == tiling.steps ? last_h : h);
    }
    if (step + 1 < steps.last) {
      const eulerc_ranges loads = eulerc_tile_loads(tiling, tile.launch, tile.tile, step + 1);
      global const real *y = eulerc_copy(step) ? odd : even;
      eulerc_copy_in(new, y, loads.left, tile.shift, c);
      eulerc_copy_in(new, y, loads.right, tile.shift, c);
    }
    if (step > steps.first) {
      const eulerc_ranges stores = eulerc_tile_stores(tiling, tile.launch, tile.tile, step - 1);
      global real *y = eulerc_copy(step - 1) ? odd : even;
      eulerc_copy_out(y, old, stores.left, tile.shift, c);
      eulerc_copy_out(y, old, stores.right, tile.shift, c);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    local real *const swapped = old;
    old = new;
    new = swapped;
  }
}

kernel void eulerc_rows(global real *restrict even, global real *restrict odd EULERC_FIELDS,
                        const eulerc_constants c, global const real *restrict times, const real h,
                        const real last_h, const eulerc_tiling tiling, const long launch) {
  local realv rows[2 * EULERC_COMPONENTS * EULERC_TILE_PLANE / EULERC_WIDTH]; // aligned
  local real *const first = (local real *)rows;
  local real *const second = first + EULERC_COMPONENTS * EULERC_TILE_PLANE;
  eulerc_tile tile;
  tile.tiling = tiling;
  tile.launch = launch;
  const long tiles = c.points == 0 ? 0 : eulerc_tiles(tiling, launch);
  for (tile.tile = get_group_id(0); tile.tile < tiles; tile.tile += get_num_groups(0)) {
    tile.shift = eulerc_tile_shift(tiling, launch, tile.tile, &c);
    eulerc_tile_by_rows(even, odd EULERC_PASS_FIELDS, tile, first, second, &c, times, h, last_h);
  }
}
