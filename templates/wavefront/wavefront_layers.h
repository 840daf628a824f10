// The memory in which a tile of wavefront.h keeps the layers of its levels, and the ghosts around
// them. In the common subset of OpenCL C and C++, after boxes.h.
//
// Axes: deep, the slowest; high, the middle one of 3-D grids; across, the last one.

// A tile in work, and the layout of its memory.
typedef struct {
  eulerc_range deep, high, across; // points that it stores
  long levels;                     // S, or less in the last launch
  eulerc_pace pace;
  eulerc_slots slots; // layers of a component that are kept
  eulerc_range turns;
  eulerc_turn_slots turn; // of the current turn
  long member, members;   // of the threads that walk it together
  long row, column;       // the point that is first in the memory of a layer
  long first, vectors;    // the first point and the number of vectors that level 0 takes of a row
  long last, beyond;      // of a transposed row: the last point, and the ghost that follows
  long pitch;             // values from row to row
  long rows;              // of a layer
  long layer;             // values of one component's layer
  EULERC_GLOBAL real *scratch;
  const eulerc_constants *constants; // for functions that are called
} eulerc_walk;

// The layers of a component with dirichlet values only, before and behind the grid.
EULERC_INLINE EULERC_GLOBAL real *eulerc_constant_layer(const eulerc_walk *w, const int q,
                                                        const int behind) {
  return w->scratch + (2 * q + behind) * w->layer;
}

// Layer i of a level: component 0, which the others follow.
EULERC_INLINE EULERC_GLOBAL real *eulerc_kept_layers(const eulerc_walk *w, const long level,
                                                     const long i) {
  return w->scratch + (2 + eulerc_slot(level, i, w->turn, w->slots)) * EULERC_COMPONENTS * w->layer;
}

// The same for component q. Components read only at the point itself have one layer for all levels.
EULERC_INLINE EULERC_GLOBAL real *eulerc_kept_layer(const eulerc_walk *w, const long level,
                                                    const int q, const long i) {
  return eulerc_kept_layers(w, eulerc_is_alone(q) ? 0 : level, i) + q * w->layer;
}

// The layer that stands for layer i of a level; layer i may lie outside of the grid.
EULERC_INLINE EULERC_GLOBAL real *eulerc_layer_for(const eulerc_walk *w, const long level,
                                                   const int q, const long i,
                                                   const eulerc_constants *c) {
  if (!eulerc_ring_deep && i < 0)
    return eulerc_mirrors_0_low >> q & 1 ? eulerc_kept_layer(w, level, q, -1 - i)
                                         : eulerc_constant_layer(w, q, 0);
  if (!eulerc_ring_deep && i >= c->extent[0])
    return eulerc_mirrors_0_high >> q & 1 ? eulerc_kept_layer(w, level, q, 2 * c->extent[0] - 1 - i)
                                          : eulerc_constant_layer(w, q, 1);
  return eulerc_kept_layer(w, level, q, i);
}

// The rows of a level that a member computes. A layer of a 2-D grid is one row.
EULERC_INLINE eulerc_range eulerc_own_rows(const eulerc_walk *w, const eulerc_range rows,
                                           const eulerc_constants *c) {
#if EULERC_RANK == 3
  return eulerc_share(eulerc_computed_along(rows, eulerc_high(c), eulerc_ring_high),
                      eulerc_reach_high, w->member, w->members);
#else
  const eulerc_range own = {w->member == 0 ? 0 : 1, 1};
  return own;
#endif
}

// ---- rows --------------------------------------------------------------------------------------
// With EULERC_TRANSPOSED, a row is cut into as many parts as a vector has lanes, and vector i holds
// point i of each part. The neighbours of its points are then the neighbouring vectors, unchanged.
// One more vector before the first and one after the last hold the neighbours of the parts.
//
//   12 points, vectors of 4   -1 2 5 8 | 0 3 6 9   1 4 7 10   2 5 8 11 | 3 6 9 12
//
// All levels then compute the same vectors, because each level has points of all parts.

// The place of point 0 of a row, or of its first vector, relative to the row's memory.
EULERC_INLINE long eulerc_row_begin(const eulerc_walk *w) {
  return EULERC_TRANSPOSED ? EULERC_WIDTH : -w->column;
}

// The place of point j of a transposed row, relative to that.
EULERC_INLINE long eulerc_apart_place(const eulerc_walk *w, const long j) {
  const long k = j - w->first;
  return k % w->vectors * EULERC_WIDTH + k / w->vectors;
}

#if EULERC_TRANSPOSED
// Memory for a row in order, whose points begin at w->first: it follows all layers.
EULERC_INLINE EULERC_GLOBAL real *eulerc_row_in_order(const eulerc_walk *w) {
  return w->scratch + (eulerc_layers_kept(w->slots, true) - 1) * EULERC_COMPONENTS * w->layer;
}

// Transposes EULERC_WIDTH vectors at these distances: lane i of vector k becomes lane k of vector
// i. The counts are the vectors that exist, and that are stored.
EULERC_LARGE void eulerc_turn_lanes(EULERC_GLOBAL const real *from, const long from_next,
                                    const long from_count, EULERC_GLOBAL real *to,
                                    const long to_next, const long to_count) {
  realv v[EULERC_WIDTH], sorted[EULERC_WIDTH];
  EULERC_UNROLL
  for (int k = 0; k < EULERC_WIDTH; k++)
    v[k] = k < from_count ? eulerc_load(from + k * from_next, 1) : EULERC_SPLAT(0);
  EULERC_UNROLL
  for (int turned = 1; turned < EULERC_WIDTH; turned *= 2) {
    EULERC_UNROLL
    for (int k = 0; k < EULERC_WIDTH / 2; k++) {
      sorted[k] = eulerc_evens(v[2 * k], v[2 * k + 1]);
      sorted[EULERC_WIDTH / 2 + k] = eulerc_odds(v[2 * k], v[2 * k + 1]);
    }
    EULERC_UNROLL
    for (int k = 0; k < EULERC_WIDTH; k++)
      v[k] = sorted[k];
  }
  EULERC_UNROLL
  for (int k = 0; k < EULERC_WIDTH; k++)
    if (k < to_count)
      eulerc_store(to + k * to_next, v[k]);
}

// Transposes a row in order, or the reverse. If parts are shorter than a vector, each vector ends
// in the next part, which is read twice and written last.
EULERC_LARGE void eulerc_sort_row(const eulerc_walk *w, EULERC_GLOBAL const real *from,
                                  EULERC_GLOBAL real *to, const bool apart) {
  const long n = w->vectors, width = EULERC_WIDTH, count = eulerc_min(n, width);
  for (long i = 0; i < n; i += width) {
    const long k = eulerc_max(eulerc_min(i, n - width), 0); // the last vectors may be sorted twice
    if (apart)
      eulerc_turn_lanes(from + k, n, width, to + k * width, width, count);
    else
      eulerc_turn_lanes(from + k * width, width, count, to + k, n, width);
  }
}

// Sets the vectors at the two ends of a row, with the values beyond the ends of the grid. Such
// values may also be in the row's last vectors.
EULERC_INLINE void eulerc_set_beside_parts(EULERC_GLOBAL real *row, const int q,
                                           const eulerc_walk *w, const eulerc_range points,
                                           const eulerc_constants *c) {
  EULERC_GLOBAL real *const behind = row + w->vectors * EULERC_WIDTH;
  real low = 0, high = 0; // unused where the grid continues
  if (!eulerc_ring_across && points.first < 0)
    low = eulerc_mirrors_last_low >> q & 1 ? row[0] : eulerc_side_value(EULERC_RANK - 1, 0, q, c);
  if (!eulerc_ring_across && points.last > c->row) {
    high = eulerc_mirrors_last_high >> q & 1 ? row[w->last]
                                             : eulerc_side_value(EULERC_RANK - 1, 1, q, c);
    if (w->first + w->vectors * EULERC_WIDTH > c->row)
      row[w->beyond] = high;
  }
  const realv last = eulerc_load(behind - EULERC_WIDTH, 1), first = eulerc_load(row, 1);
  eulerc_store(row - EULERC_WIDTH, EULERC_FROM(EULERC_WIDTH - 1, EULERC_SPLAT(low), last));
  eulerc_store(behind, EULERC_FROM(1, first, EULERC_SPLAT(high)));
}
#endif

// ---- ghosts ------------------------------------------------------------------------------------

// Sets the values next to row `row` of component q that `points` of the row read. `constants`: also
// the values of dirichlet sides that no vector overwrites.
EULERC_INLINE void eulerc_set_row_ends(EULERC_GLOBAL real *row, const int q, const eulerc_walk *w,
                                       const eulerc_range points, const bool constants,
                                       const eulerc_constants *c) {
  if (!eulerc_is_seen_along(q))
    return;
#if EULERC_TRANSPOSED
  eulerc_set_beside_parts(row, q, w, points, c);
#else
  // With classes, the last point may lack one that another class of the same point reads.
  if (eulerc_ring_across || (eulerc_reach_across == 0 && EULERC_PERIOD == 1))
    return;
  if (points.first < 0) {
    if (eulerc_mirrors_last_low >> q & 1) {
      for (int k = 0; k < eulerc_reach_across; k++)
        row[-1 - k] = row[k];
    } else if (constants) {
      for (int k = 0; k < eulerc_reach_across; k++)
        row[-1 - k] = eulerc_side_value(EULERC_RANK - 1, 0, q, c);
    }
  }
  const long end = eulerc_points_of(q, c); // before the last point of the row, if that lacks q
  const long ghosts = eulerc_min(points.last, c->row + eulerc_reach_across) - end;
  if (ghosts > 0) {
    if (eulerc_mirrors_last_high >> q & 1) {
      for (long k = 0; k < ghosts; k++)
        row[end + k] = row[end - 1 - k];
    } else if (constants || end < c->row || end % EULERC_WIDTH != 0) {
      for (long k = 0; k < ghosts; k++)
        row[end + k] = eulerc_side_value(EULERC_RANK - 1, 1, q, c);
    }
  }
#endif
}

// Sets the rows next to a layer of component q with complete rows, as far as `rows` of it read
// them.
EULERC_INLINE void eulerc_set_rows_beside(EULERC_GLOBAL real *layer, const int q,
                                          const eulerc_walk *w, const eulerc_range rows,
                                          const bool constants, const eulerc_constants *c) {
  if (EULERC_RANK < 3 || eulerc_ring_high || eulerc_reach_high == 0)
    return;
  const eulerc_range own = eulerc_own_rows(w, rows, c);
  for (int high = 0; high < 2; high++) {
    const bool mirrors = (high ? eulerc_mirrors_1_high : eulerc_mirrors_1_low) >> q & 1;
    const bool is_seen = high ? rows.last > eulerc_high(c) && own.last == eulerc_high(c)
                              : rows.first < 0 && own.first == 0;
    if (!is_seen || own.first == own.last || !(mirrors || constants))
      continue;
    const real value = eulerc_side_value(1, high, q, c);
    for (int k = 0; k < eulerc_reach_high; k++) {
      const long ghost = (high ? eulerc_high(c) + k : -1 - k) - w->row;
      const long other = (high ? eulerc_high(c) - 1 - k : k) - w->row;
      for (long j = 0; j < w->pitch; j += EULERC_WIDTH)
        eulerc_store(layer + ghost * w->pitch + j,
                     mirrors ? eulerc_load(layer + other * w->pitch + j, 1) : EULERC_SPLAT(value));
    }
  }
}

// Prepares a new tile for all its members: sets dirichlet values that are not overwritten.
EULERC_INLINE void eulerc_set_constants(const eulerc_walk *w, const eulerc_constants *c) {
  eulerc_walk alone = *w;
  alone.members = 1;
  const eulerc_range high = eulerc_level_along(w->high, 0, w->levels, eulerc_reach_high);
  const eulerc_range across = eulerc_level_along(w->across, 0, w->levels, eulerc_reach_across);
  for (int q = 0; q < EULERC_COMPONENTS; q++) {
    for (int behind = 0; behind < 2; behind++) {
      const realv value = EULERC_SPLAT(eulerc_side_value(0, behind, q, c));
      for (long at = 0; at < w->layer; at += EULERC_WIDTH)
        eulerc_store(eulerc_constant_layer(w, q, behind) + at, value);
    }
    for (long slot = 0; slot < w->slots.even + w->slots.odd; slot++) {
      EULERC_GLOBAL real *const layer =
          w->scratch + ((2 + slot) * EULERC_COMPONENTS + q) * w->layer;
      for (long i = 0; i < w->rows; i++)
        eulerc_set_row_ends(layer + i * w->pitch + eulerc_row_begin(w), q, w, across, true, c);
      eulerc_set_rows_beside(layer, q, &alone, high, true, c);
    }
  }
}
