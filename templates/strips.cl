// Overlapped tiles of 2-D grids, walked in strips: a work-group a tile.
//
//   y at step launch * S  →  the rows of a box, one after the other, through registers  →  next, S
//   steps later
//
// A tile is a box of the grid (boxes.h). A work-group walks down its rows with all S steps in
// flight: level m holds the values after m steps. In every iteration each level advances by one
// row; level 0 is loaded from `y`, level S is stored to `next`. A work-item computes one vector of
// each row, and keeps of every level the EULERC_KEPT_ROWS latest rows of it in registers: those that
// the next level looks at, R above the own one and R below. Each level is R + 1 rows behind the one
// before it, so that all it looks at was made in earlier iterations: the levels of an iteration do
// not wait for each other. What a work-item needs of its neighbours, the lanes within reach, crosses
// local memory in two buffers that take turns: one barrier an iteration, for all levels.
//
//   R = 1, iteration 7:   level 0 loads row 7, level 1 makes row 5 of rows 4, 5 and 6 of level 0,
//                         level 2 makes row 3, …
//
// (Rows as counted from the first that is loaded.) At the sides of a box a reach of it becomes
// wrong with each step, so a tile computes that much more than it stores. Tiles that look beyond a
// side of the grid keep ghosts there, as its rule says: a dirichlet value, or the mirrored rows and
// lanes. A grid that goes round is loaded from its other end.
//
// Build options: EULERC_GROUP, EULERC_LEVELS (S).

#define EULERC_KEPT_ROWS (2 * EULERC_REACH_DOWN + 1)
#define EULERC_DELAY (EULERC_REACH_DOWN + 1)
#define EULERC_TILE_LANES (EULERC_GROUP * EULERC_WIDTH)

// Edges of all levels: what crosses local memory.
#define EULERC_EDGES (EULERC_LEVELS * EULERC_COMPONENTS * EULERC_SHOWN * EULERC_GROUP)
#define EULERC_EDGES_OF(level, q) (((level)*EULERC_COMPONENTS + (q)) * EULERC_SHOWN * EULERC_GROUP)

// ---- ghosts ------------------------------------------------------------------------------------
// A new row of a level, which is to take its place in `slot`: rows behind the last one are like
// those before it, and the first ones are seen again above. It is row `row` of a grid of `rows`.
EULERC_INLINE void eulerc_mirror_rows(eulerc_kept_row *kept, realv *new, const int slot,
                                      const int row, const int rows) {
#pragma unroll
  for (int q = 0; q < EULERC_COMPONENTS; q++)
#pragma unroll
    for (int k = 0; k < EULERC_REACH_DOWN; k++) {
      const int other = (slot + EULERC_KEPT_ROWS - (2 * k + 1)) % EULERC_KEPT_ROWS;
      if (EULERC_MIRROR_BELOW >> q & 1)
        new[q] = row - rows == k ? kept[other].own[q] : new[q];
      if (EULERC_MIRROR_ABOVE >> q & 1)
        kept[other].own[q] = row == k ? new[q] : kept[other].own[q];
    }
}

// The row in `slot` is complete: then so is the one that mirrors it above the grid.
EULERC_INLINE void eulerc_mirror_sides(eulerc_kept_row *kept, const int slot, const int row) {
#pragma unroll
  for (int q = 0; q < EULERC_COMPONENTS; q++)
#pragma unroll
    for (int k = 0; k < EULERC_REACH_ASKEW; k++)
      if (EULERC_MIRROR_ABOVE >> q & 1) {
        eulerc_kept_row *const other =
            &kept[(slot + EULERC_KEPT_ROWS - (2 * k + 1)) % EULERC_KEPT_ROWS];
        const eulerc_kept_row *const shown = &kept[slot];
        other->left[q] = row == k ? shown->left[q] : other->left[q];
        other->own[q] = row == k ? shown->own[q] : other->own[q];
        other->right[q] = row == k ? shown->right[q] : other->right[q];
      }
}

// ---- one tile ----------------------------------------------------------------------------------
// What a tile is to do: all work-items of a work-group have the same.
typedef struct {
  eulerc_range rows, columns; // that are stored
  long first;                 // the first row that level 0 loads
  long origin;                // the point of a row that is the first lane
  int skipped;                // levels from 1 on that are not computed; the next is loaded
} eulerc_job;

// `is_plain`: all of the tile lies in the grid. `skips`: the first levels may be skipped, which takes
// more registers. `final_h` is the length of the last step. Nothing is done in 0 iterations.
EULERC_INLINE void eulerc_walk(global const real *y, global real *next EULERC_FIELDS,
                                 const eulerc_constants *c, global const real *times, const real h,
                                 const real final_h, const eulerc_job job, local real *edges,
                                 const int iterations, const bool is_plain, const bool skips) {
  const int item = get_local_id(0);
  const int before = item > 0 ? -1 : 0, behind = item + 1 < EULERC_GROUP ? 1 : 0;
  const long j = job.origin + item * EULERC_WIDTH;
  const int end = (int)clamp(c->row - j, -1L, 2L * EULERC_WIDTH); // lane at which the grid ends
  // The first row, and how many the grid has, for what is done at its sides.
  const int first = eulerc_near(job.first), rows = first + eulerc_near(c->extent[0] - job.first);
  // Rows to be stored: none by the work-items at the sides of the tile.
  const bool stores = j >= job.columns.first && j < job.columns.last;
  const uint stored = stores ? (uint)(job.rows.last - job.rows.first) : 0;

  eulerc_kept_row kept[EULERC_LEVELS][EULERC_KEPT_ROWS];
#pragma unroll
  for (int level = 0; level < EULERC_LEVELS; level++)
#pragma unroll
    for (int slot = 0; slot < EULERC_KEPT_ROWS; slot++)
#pragma unroll
      for (int q = 0; q < EULERC_COMPONENTS; q++)
        kept[level][slot].left[q] = kept[level][slot].own[q] = kept[level][slot].right[q] =
            (realv)(0);

  // Where the rows lie that are loaded and stored.
  const int loaded_behind = skips ? job.skipped * EULERC_DELAY : 0;
  long from = c->lead + (job.first - loaded_behind) * c->stride[0] + j;
  long to = c->lead + (job.first - EULERC_LEVELS * EULERC_DELAY) * c->stride[0] + j;
  int parity = 0;
  for (int block = 0; block < iterations; block += EULERC_KEPT_ROWS) {
    // Written out, so that each row stays in its registers.
#pragma unroll
    for (int phase = 0; phase < EULERC_KEPT_ROWS; phase++) {
      const int top = block + phase; // row of level 0, counted from job.first
#define EULERC_SLOT(d) ((phase + EULERC_KEPT_ROWS - EULERC_DELAY + (d)) % EULERC_KEPT_ROWS)
#define EULERC_KEPT_ROW(d) &rows_below[EULERC_SLOT(d)]
      realv loaded[EULERC_COMPONENTS];
      if (is_plain) {
#pragma unroll
        for (int q = 0; q < EULERC_COMPONENTS; q++)
          loaded[q] = eulerc_load(y + EULERC_STATE(q, from), 1);
      } else {
        // Level 0, or where the levels begin that are not skipped.
        const int row = first + top - loaded_behind;
        eulerc_keep(y, loaded, from, row, rows, j, job.first + top - loaded_behind, c);
        eulerc_set_ghosts(loaded, row < 0, row >= rows, j, c);
      }

      // The last level goes first: what it looks at for the last time makes room for a new row.
#pragma unroll
      for (int level = EULERC_LEVELS; level >= 0; level--) {
        const int row = first + top - level * EULERC_DELAY;
        realv new[EULERC_COMPONENTS];
        if (level == 0) {
#pragma unroll
          for (int q = 0; q < EULERC_COMPONENTS; q++)
            new[q] = loaded[q];
        } else {
          eulerc_kept_row *const rows_below = kept[level - 1];
          // The row that is looked at from other columns now, or later.
          eulerc_kept_row *const shown = EULERC_KEPT_ROW(EULERC_REACH_ASKEW);
#pragma unroll
          for (int q = 0; q < EULERC_COMPONENTS; q++) {
            local const real *const edge =
                edges + parity * EULERC_EDGES + EULERC_EDGES_OF(level - 1, q);
            if (EULERC_READ_BY_RIGHT >> q & 1)
              shown->left[q] = eulerc_see_left(edge + before);
            if (EULERC_READ_BY_LEFT >> q & 1)
              shown->right[q] = eulerc_see_right(edge + behind);
          }
          if (!is_plain) {
            eulerc_mirror_lanes(shown, j == 0, end);
            eulerc_mirror_sides(rows_below, EULERC_SLOT(EULERC_REACH_ASKEW),
                                row + EULERC_REACH_ASKEW);
          }
          const real t =
              EULERC_USES_TIME ? times[skips ? max(level - 1, job.skipped) : level - 1] : 0;
          const long i = job.first + top - level * EULERC_DELAY;
          eulerc_advance(EULERC_WINDOW(EULERC_KEPT_ROW), new EULERC_PASS_FIELDS,
                         eulerc_index_of_row(i, c), j, eulerc_place_inside(i, j, c), c, t,
                         level == EULERC_LEVELS ? final_h : h);
        }
        if (level == EULERC_LEVELS) {
          if ((uint)(top - EULERC_LEVELS * (EULERC_DELAY + EULERC_REACH_DOWN)) < stored)
#pragma unroll
            for (int q = 0; q < EULERC_COMPONENTS; q++)
              eulerc_store_first(next + EULERC_STATE(q, to), new[q], is_plain ? EULERC_WIDTH : end);
          continue;
        }
        if (!is_plain) {
          if (level > 0) {
            eulerc_set_ghosts(new, row < 0, row >= rows, j, c);
            if (skips)
#pragma unroll
              for (int q = 0; q < EULERC_COMPONENTS; q++)
                new[q] = level == job.skipped ? loaded[q] : new[q];
          }
          eulerc_mirror_rows(kept[level], new, phase, row, rows);
        }
#pragma unroll
        for (int q = 0; q < EULERC_COMPONENTS; q++)
          kept[level][phase].own[q] = new[q];
      }
      from += c->stride[0];
      to += c->stride[0];

      // What neighbours look at in the next iteration.
      parity = 1 - parity;
#pragma unroll
      for (int level = 0; level < EULERC_LEVELS; level++)
#pragma unroll
        for (int q = 0; q < EULERC_COMPONENTS; q++)
          eulerc_show(edges + parity * EULERC_EDGES + EULERC_EDGES_OF(level, q),
                      kept[level][EULERC_SLOT(EULERC_REACH_ASKEW + 1)].own[q],
                      EULERC_READ_BY_LEFT >> q & 1, EULERC_READ_BY_RIGHT >> q & 1);
      barrier(CLK_LOCAL_MEM_FENCE);
#undef EULERC_KEPT_ROW
#undef EULERC_SLOT
    }
  }
}

// All tiles of a work-group.
EULERC_INLINE void eulerc_walk_strips(global const real *y, global real *next EULERC_FIELDS,
                                       const eulerc_constants *c, global const real *times,
                                       const real h, const real last_h, const eulerc_tiling tiling,
                                       const long launch, local real *edges, const bool skips) {
  const long tiles = c->points == 0 ? 0 : tiling.tiles;
  const long strips = eulerc_boxes_along(c->row, tiling.box[1]);
  const long first_step = launch * EULERC_LEVELS;
  const int steps = (int)min((long)EULERC_LEVELS, tiling.steps - first_step);
  const int skipped = skips ? EULERC_LEVELS - steps : 0;
  const real final_h = first_step + steps == tiling.steps ? last_h : h;
  const global real *const start = times + (EULERC_USES_TIME ? first_step - skipped : 0);
  for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    eulerc_job job;
    job.rows = eulerc_box_along(c->extent[0], tiling.box[0], tile / strips);
    job.columns = eulerc_box_along(c->row, tiling.box[1], tile % strips);
    job.first = eulerc_level_along(job.rows, 0, EULERC_LEVELS, EULERC_REACH_DOWN).first;
    job.origin = job.columns.first - tiling.margin;
    job.skipped = skipped;
    // Rows are loaded up to the end of the last period. The last point of a row may lack components
    // of its classes: it is an end as well.
    const int iterations =
        (int)(job.rows.last - job.rows.first) + EULERC_LEVELS * (EULERC_REACH_DOWN + EULERC_DELAY);
    const long below = job.first + iterations + EULERC_KEPT_ROWS;
    const long right = job.origin + EULERC_TILE_LANES + (EULERC_PERIOD > 1);
    const bool is_plain = !skips && job.first >= 0 && below <= c->extent[0] && job.origin >= 0 &&
                          right <= c->row;
    // Loops that are not entered, for barriers are better not in branches.
    if (!skips)
      eulerc_walk(y, next EULERC_PASS_FIELDS, c, start, h, final_h, job, edges,
                    is_plain ? iterations : 0, true, false);
    eulerc_walk(y, next EULERC_PASS_FIELDS, c, start, h, final_h, job, edges,
                  is_plain ? 0 : iterations, false, skips);
    barrier(CLK_LOCAL_MEM_FENCE); // the next tile writes the same local memory
  }
}

// Each work-item gets its own place of `edges`; PoCL 3.1 would share an array that is handed on as
// it is.
EULERC_KERNEL
eulerc_strips(global const real *restrict y, global real *restrict next EULERC_FIELDS,
                const eulerc_constants c, global const real *restrict times, const real h,
                const real last_h, const eulerc_tiling tiling, const long launch) {
  local real edges[2 * EULERC_EDGES];
  eulerc_walk_strips(y, next EULERC_PASS_FIELDS, &c, times, h, last_h, tiling, launch,
                      edges + get_local_id(0), false);
}

// A last launch that advances fewer steps.
EULERC_KERNEL
eulerc_strips_rest(global const real *restrict y, global real *restrict next EULERC_FIELDS,
                     const eulerc_constants c, global const real *restrict times, const real h,
                     const real last_h, const eulerc_tiling tiling, const long launch) {
  local real edges[2 * EULERC_EDGES];
  eulerc_walk_strips(y, next EULERC_PASS_FIELDS, &c, times, h, last_h, tiling, launch,
                      edges + get_local_id(0), true);
}
