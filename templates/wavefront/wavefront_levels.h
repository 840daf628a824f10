// How a level of a tile (wavefront.h) takes or computes its layers, in vectors. In the common
// subset of OpenCL C and C++, after wavefront_layers.h.
//
// The time to compile grows with each inlined copy of a step. Therefore a step is inlined once for
// each kind of level: a level between, the last level, and each stage of a method. Non-inlined
// functions find the layers of a level, and compute points with open guards.

// The address of point (i0, i1, 0) of the state, in points.
EULERC_INLINE long eulerc_row_place(const long i0, const long i1, const eulerc_constants *c) {
  return c->lead + eulerc_index(i0, eulerc_ring_deep, c->extent[0]) * c->stride[0] +
         eulerc_index(i1, eulerc_ring_high, eulerc_high(c)) * eulerc_stride_high(c);
}

// The points of a row that level 0 takes, in whole vectors.
EULERC_INLINE eulerc_range eulerc_taken_vectors(const eulerc_walk *w, const eulerc_constants *c) {
  const eulerc_range across = eulerc_level_along(w->across, 0, w->levels, eulerc_reach_across);
  return eulerc_whole_vectors(eulerc_computed_along(across, c->row, false), EULERC_WIDTH);
}

// Prefetches some points of the rows of a 2-D grid that level 0 takes in the turn after the next.
EULERC_INLINE void eulerc_fetch_rows(EULERC_GLOBAL const real *y, const eulerc_walk *w,
                                     const eulerc_range points, const eulerc_constants *c) {
  for (long k = 0; k < w->pace.layers; k++) {
    const long i = w->turn.top + 2 * w->pace.layers + k;
    if (!eulerc_ring_deep && (i < 0 || i >= c->extent[0]))
      continue;
    for (int q = 0; q < EULERC_LIVE_OUT_OF(c); q++) {
      if (eulerc_is_noted(q))
        continue;
      EULERC_GLOBAL const real *const coming = y + EULERC_STATE(q, eulerc_row_place(i, 0, c));
      for (long j = points.first; j < points.last; j += EULERC_WIDTH)
        eulerc_prefetch(coming + j);
    }
  }
}

// Level 0: copies layer i from `y`. On 3-D grids it also prefetches rows of the next layer.
EULERC_INLINE void eulerc_take_layer(EULERC_GLOBAL const real *y, const eulerc_walk *w,
                                     const long i, const eulerc_constants *c) {
  const eulerc_range high = eulerc_level_along(w->high, 0, w->levels, eulerc_reach_high);
  const eulerc_range across = eulerc_level_along(w->across, 0, w->levels, eulerc_reach_across);
  const eulerc_range vectors = eulerc_taken_vectors(w, c);
  for (int q = 0; q < EULERC_LIVE_OUT_OF(c); q++) {
    if (eulerc_is_error(q) || eulerc_is_noted(q))
      continue;
    EULERC_GLOBAL real *const layer = eulerc_kept_layer(w, 0, q, i);
    const eulerc_range rows = eulerc_own_rows(w, high, c);
    for (long i1 = rows.first; i1 < rows.last; i1++) {
      EULERC_GLOBAL real *const row = layer + (i1 - w->row) * w->pitch + eulerc_row_begin(w);
#if EULERC_TRANSPOSED
      EULERC_GLOBAL real *const to = eulerc_row_in_order(w) - w->first;
#else
      EULERC_GLOBAL real *const to = row;
#endif
      EULERC_GLOBAL const real *const from = y + EULERC_STATE(q, eulerc_row_place(i, i1, c));
      EULERC_GLOBAL const real *const coming = y + EULERC_STATE(q, eulerc_row_place(i + 1, i1, c));
      for (long j = vectors.first; j < vectors.last; j += EULERC_WIDTH) {
        if (EULERC_RANK == 3)
          eulerc_prefetch(coming + j);
        eulerc_store(to + j, eulerc_load(from + j, 1));
      }
      for (long j = across.first; eulerc_ring_across && j < 0; j++)
        to[j] = from[eulerc_wrap(j, c->row)];
      for (long j = c->row; eulerc_ring_across && j < across.last; j++)
        to[j] = from[eulerc_wrap(j, c->row)];
#if EULERC_TRANSPOSED
      eulerc_sort_row(w, to + w->first, row, true);
#endif
      if (!eulerc_is_alone(q))
        eulerc_set_row_ends(row, q, w, across, false, c);
    }
    if (!eulerc_is_alone(q))
      eulerc_set_rows_beside(layer, q, w, high, false, c);
  }
}

// The layers from which layer i of a level is computed, without components read only at the point.
EULERC_INLINE eulerc_window eulerc_window_of(const eulerc_walk *w, const long level, const long i,
                                             const eulerc_constants *c) {
  eulerc_window window;
  EULERC_FOR(d, 2 * eulerc_reach_deep + 1) {
    const long read = i + d - eulerc_reach_deep;
    const bool is_inside = eulerc_ring_deep || (read >= 0 && read < c->extent[0]);
    EULERC_GLOBAL real *const kept = eulerc_kept_layers(w, level - 1, is_inside ? read : i);
    EULERC_FOR(q, EULERC_COMPONENTS)
      if (eulerc_last_of(q) >= 0 && level > 1)
        window.layers[q][d] = eulerc_kept_layer(w, level - 2, eulerc_last_of(q), i);
      else if (!eulerc_is_alone(q))
        window.layers[q][d] =
            is_inside ? kept + q * w->layer : eulerc_layer_for(w, level - 1, q, read, c);
  }
  return window;
}

// A layer that a level is to compute.
typedef struct {
  eulerc_window window;
  long i0;
  eulerc_range noted;               // points of rows whose events the tile notes
  EULERC_GLOBAL real *kept, *alone; // component 0 of the level's layer, and of the shared one
} eulerc_found_layer;

// Layers that a level computes together, side by side: they share most of the layers that they
// read. If too few are left, a substitute stands for the rest.
typedef struct {
  eulerc_found_layer of[eulerc_side_by_side];
  int count;                  // of different layers
  eulerc_range high, across;  // points at which the level must be right
  eulerc_range rows, vectors; // computed ones
} eulerc_found_layers;

// The substitute for a layer after the last one. It reads the layers that exist, and its values go
// to the last layer's place, which is written afterwards.
EULERC_INLINE eulerc_found_layer eulerc_behind(const eulerc_found_layer *last) {
  eulerc_found_layer behind = *last;
  behind.noted.last = behind.noted.first;
  EULERC_FOR(q, EULERC_COMPONENTS) {
    EULERC_FOR(d, 2 * eulerc_reach_deep)
      behind.window.layers[q][d] = last->window.layers[q][d + 1];
  }
  return behind;
}

// Layers i … i + count - 1 of a level.
EULERC_LARGE eulerc_found_layers eulerc_find_layers(const eulerc_walk *w, const long level,
                                                    const long i, const int count) {
  const eulerc_constants *const c = w->constants;
  eulerc_found_layers found;
  EULERC_FOR(k, eulerc_side_by_side) {
    if (k >= count) {
      found.of[k] = eulerc_behind(&found.of[k - 1]);
      continue;
    }
    const long layer = i + k;
    found.of[k].window = eulerc_window_of(w, level, layer, c);
    found.of[k].i0 = eulerc_index(layer, eulerc_ring_deep, c->extent[0]);
    found.of[k].noted = w->across; // as the tile stores them
    if (layer < w->deep.first || layer >= w->deep.last)
      found.of[k].noted.last = w->across.first;
    found.of[k].kept = eulerc_kept_layers(w, level, layer);
    found.of[k].alone = eulerc_kept_layers(w, 0, layer);
  }
  found.count = count;
  found.high = eulerc_level_along(w->high, level, w->levels, eulerc_reach_high);
  found.across = eulerc_level_along(w->across, level, w->levels, eulerc_reach_across);
  found.rows = eulerc_own_rows(w, found.high, c);
#if EULERC_TRANSPOSED
  const eulerc_range all = {0, w->vectors * EULERC_WIDTH};
  found.vectors = all;
#else
  found.vectors = eulerc_whole_vectors(
      eulerc_computed_along(found.across, c->row, eulerc_ring_across), EULERC_WIDTH);
#endif
  return found;
}

// The same, with the address of each component's new values.
typedef struct {
  eulerc_window window;
  long i0;
  eulerc_range noted;
  EULERC_GLOBAL real *layers[EULERC_COMPONENTS];
} eulerc_made_layer;

EULERC_INLINE eulerc_made_layer eulerc_made_of(const eulerc_found_layer *found, const long layer) {
  eulerc_made_layer made;
  made.window = found->window;
  made.i0 = found->i0;
  made.noted = found->noted;
  EULERC_FOR(q, EULERC_COMPONENTS) {
    made.layers[q] = (eulerc_is_alone(q) ? found->alone : found->kept) + q * layer;
    if (eulerc_is_alone(q))
      made.window.layers[q][eulerc_reach_deep] = made.layers[q];
  }
  return made;
}

// Sets the values next to a row of computed layers.
EULERC_LARGE void eulerc_set_ends_of_rows(const eulerc_found_layers *made, const eulerc_walk *w,
                                          const long at) {
  for (int k = 0; k < made->count; k++)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      if (!eulerc_is_alone(q))
        eulerc_set_row_ends(made->of[k].kept + q * w->layer + at, q, w, made->across, false,
                            w->constants);
}

// Sets the values next to all rows of computed layers.
EULERC_LARGE void eulerc_set_sides_of_layers(const eulerc_found_layers *made,
                                             const eulerc_walk *w) {
  for (int k = 0; k < made->count; k++)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      if (!eulerc_is_alone(q))
        eulerc_set_rows_beside(made->of[k].kept + q * w->layer, q, w, made->high, false,
                               w->constants);
}

// Row `high` of computed layers, in the memory of a layer.
typedef struct {
  long high;
  long at; // its begin in that memory (eulerc_row_begin)
  long pitch;
  bool is_noted; // whether the tile stores it
} eulerc_made_row;

// The moment for a row of a layer.
EULERC_INLINE eulerc_moment eulerc_noting(eulerc_moment now, const eulerc_made_layer *made,
                                          const eulerc_made_row *row) {
#ifdef EULERC_EVENTS
  now.noted = made->noted;
  now.noted.last = row->is_noted ? now.noted.last : now.noted.first;
#endif
  return now;
}

// The first point after j of a row at which some layer has an open guard.
EULERC_INLINE long eulerc_layers_full_until(const eulerc_made_layer *made, const long i1,
                                            const long j, const long last,
                                            const eulerc_constants *c) {
  long full = last;
  EULERC_FOR(k, eulerc_side_by_side)
    full = eulerc_min(full, eulerc_full_until(EULERC_ROW(made[k].i0, i1) j, last, c));
  return full;
}

// Computes points j … of a row of all layers.
EULERC_INLINE void eulerc_advance_layers(const eulerc_made_layer *made, const eulerc_made_row *row,
                                         eulerc_carried *carried,
                                         realv (*values)[EULERC_COMPONENTS] EULERC_FIELDS,
                                         const long j, const eulerc_constants *c,
                                         const eulerc_moment now) {
  EULERC_FOR(k, eulerc_side_by_side)
    eulerc_advance_in_window(&made[k].window, &carried[k], k > 0 ? &carried[k - 1] : 0,
                             k + 1 < eulerc_side_by_side ? &carried[k + 1] : 0,
                             values[k] EULERC_PASS_FIELDS, made[k].i0, row->high, j, row->at + j,
                             row->pitch, true, c, eulerc_noting(now, &made[k], row));
}

// The same where guards are open. These points are few, so layers follow each other, compiled once.
EULERC_LARGE void eulerc_advance_unlike(const eulerc_found_layers *found,
                                        const eulerc_made_row *row, eulerc_carried *carried,
                                        realv (*values)[EULERC_COMPONENTS] EULERC_FIELDS,
                                        const long j, const eulerc_walk *w,
                                        const eulerc_moment now) {
  for (int k = 0; k < eulerc_side_by_side; k++) {
    const eulerc_made_layer made = eulerc_made_of(&found->of[k], w->layer);
    eulerc_advance_in_window(&made.window, &carried[k], 0, 0, values[k] EULERC_PASS_FIELDS, made.i0,
                             row->high, j, row->at + j, row->pitch, false, w->constants,
                             eulerc_noting(now, &made, row));
  }
}

// Whether a level of a stage stores component q, and whether it may be the last of a launch.
#if defined(EULERC_WAVEFRONT_EACH_STAGE) && EULERC_WAVEFRONT_STAGE_ALONE
#define eulerc_level_stores(q, stage) eulerc_is_stored(q, stage)
#define eulerc_level_may_end(stage) eulerc_may_end(stage)
#else
#define eulerc_level_stores(q, stage) true
#define eulerc_level_may_end(stage) true
#endif

// The addresses in the next state to which the last level stores a row, for each layer.
typedef struct {
  EULERC_GLOBAL real *of[eulerc_side_by_side];
  bool goes_past; // uses non-temporal stores
} eulerc_given_row;

// Stores new values of points j …: levels between keep them, the last level, which has `to`, passes
// them on.
EULERC_INLINE void eulerc_store_layers(const eulerc_made_layer *made, const eulerc_made_row *row,
                                       const eulerc_given_row *to,
                                       realv (*values)[EULERC_COMPONENTS], const long j,
                                       const eulerc_constants *c, const long stage) {
  EULERC_UNROLL
  for (int k = eulerc_side_by_side - 1; k >= 0; k--) { // substitutes come first
    EULERC_FOR(q, EULERC_COMPONENTS)
      if (eulerc_is_noted(q))
        continue;
      else if (to && q < EULERC_LIVE_OUT_OF(c) && EULERC_TRANSPOSED)
        eulerc_store(made[k].layers[q] + row->at + j, values[k][q]);
      else if (to && q < EULERC_LIVE_OUT_OF(c))
        eulerc_store_once(to->goes_past, to->of[k] + EULERC_STATE(q, j), values[k][q]);
      else if (!to && eulerc_last_of(q) < 0 && eulerc_level_stores(q, stage))
        eulerc_store(made[k].layers[q] + row->at + j, values[k][q]);
  }
}

// Computes vectors with open guards. The called function gets copies, so that stores in the caller
// cannot change values that it keeps in registers.
EULERC_INLINE void eulerc_carry_unlike(const eulerc_found_layers *found, const eulerc_made_row *row,
                                       eulerc_carried *carried,
                                       realv (*values)[EULERC_COMPONENTS] EULERC_FIELDS,
                                       const long j, const eulerc_walk *w,
                                       const eulerc_moment now) {
  const eulerc_made_row place = *row;
  eulerc_carried begun[eulerc_side_by_side];
  EULERC_FOR(k, eulerc_side_by_side)
    begun[k] = carried[k];
  eulerc_advance_unlike(found, &place, begun, values EULERC_PASS_FIELDS, j, w, now);
  EULERC_FOR(k, eulerc_side_by_side)
    carried[k] = begun[k];
}

// Computes a row of layers; `found`: the same layers for functions that are not inlined.
EULERC_INLINE void eulerc_advance_row(const eulerc_made_layer *made,
                                      const eulerc_found_layers *found, const eulerc_made_row *row,
                                      const eulerc_given_row *to EULERC_FIELDS,
                                      const eulerc_constants *c, const eulerc_walk *w,
                                      const eulerc_moment now) {
  const eulerc_range vectors = found->vectors;
  eulerc_carried carried[eulerc_side_by_side];
  EULERC_FOR(k, eulerc_side_by_side)
    eulerc_carry_first(&made[k].window, &carried[k], row->at + vectors.first, row->pitch);
  for (long j = vectors.first; j < vectors.last; j += EULERC_WIDTH) {
    const long full = eulerc_layers_full_until(made, row->high, j, vectors.last, c);
    for (; j + EULERC_WIDTH <= full; j += EULERC_WIDTH) {
      realv values[eulerc_side_by_side][EULERC_COMPONENTS];
      eulerc_advance_layers(made, row, carried, values EULERC_PASS_FIELDS, j, c, now);
      eulerc_store_layers(made, row, to, values, j, c, now.stage);
    }
    if (full < vectors.last) {
      realv values[eulerc_side_by_side][EULERC_COMPONENTS];
      eulerc_carry_unlike(found, row, carried, values EULERC_PASS_FIELDS, j, w, now);
      eulerc_store_layers(made, row, to, values, j, c, now.stage);
    }
  }
}

#if EULERC_TRANSPOSED
// Stores rows of the last level in the next state.
EULERC_LARGE void eulerc_give_rows(const eulerc_found_layers *found, const eulerc_walk *w,
                                   const eulerc_made_row *row, const eulerc_given_row *to) {
  const eulerc_constants *const c = w->constants;
  const eulerc_range vectors = eulerc_whole_vectors(
      eulerc_computed_along(found->across, c->row, eulerc_ring_across), EULERC_WIDTH);
  EULERC_GLOBAL real *const in_order = eulerc_row_in_order(w) - w->first;
  for (int k = 0; k < found->count; k++) {
    const eulerc_made_layer made = eulerc_made_of(&found->of[k], w->layer);
    for (int q = 0; q < EULERC_LIVE_OUT_OF(c); q++) {
      eulerc_sort_row(w, made.layers[q] + row->at, in_order + w->first, false);
      for (long j = vectors.first; j < vectors.last; j += EULERC_WIDTH)
        eulerc_store_once(to->goes_past, to->of[k] + EULERC_STATE(q, j),
                          eulerc_load(in_order + j, 1));
    }
  }
}
#endif

// Computes layers i … i + count - 1 of a level. They are kept, or, if `gives`, stored to `next`.
EULERC_INLINE void eulerc_make_layers(EULERC_GLOBAL real *next EULERC_FIELDS, const eulerc_walk *w,
                                      const long level, const long i, const int count,
                                      const bool gives, const eulerc_constants *c,
                                      const eulerc_moment now) {
  const eulerc_found_layers found = eulerc_find_layers(w, level, i, count);
  eulerc_made_layer made[eulerc_side_by_side]; // copies: stores cannot change them
  EULERC_FOR(k, eulerc_side_by_side)
    made[k] = eulerc_made_of(&found.of[k], w->layer);
  for (long row = found.rows.first; row < found.rows.last; row++) {
    const long i1 = eulerc_index(row, eulerc_ring_high, eulerc_high(c));
    const eulerc_made_row in = {i1, (row - w->row) * w->pitch + eulerc_row_begin(w), w->pitch,
                                row >= w->high.first && row < w->high.last};
    eulerc_given_row to;
    to.goes_past = eulerc_goes_past(c);
    EULERC_FOR(k, eulerc_side_by_side)
      to.of[k] = next + EULERC_STATE(0, eulerc_row_place(made[k].i0, i1, c));
    eulerc_advance_row(made, &found, &in, gives ? &to : 0 EULERC_PASS_FIELDS, c, w, now);
    if (!gives)
      eulerc_set_ends_of_rows(&found, w, in.at);
#if EULERC_TRANSPOSED
    else
      eulerc_give_rows(&found, w, &in, &to);
#endif
  }
  if (!gives)
    eulerc_set_sides_of_layers(&found, w);
}
