// Overlapped tiles of grids, streamed, for processors: a work-item a tile; of the host a thread, or
// all threads together.
// In the common subset of OpenCL C and C++.
//
//   y at step launch * S  →  the layers of a box, one after the other, through caches  →  next, S
//   steps later
//
// A tile is a box of the grid (boxes.h). It is walked along its slowest axis, layer by layer (a row
// of a plane, a plane of a space), with all S steps in flight: in every turn level 0 takes a layer
// from `y`, each level m computes one of level m - 1's latest layers, `reach` layers behind it, and
// level S stores its own to `next`. Of all other levels the layers that are still to be read are
// kept in `scratch`: few enough to stay in a cache that is near. Threads that walk a tile together
// share the rows of each layer, and levels follow each other a little farther behind (boxes.h).
//
//   reach 1, turn 7:   level 0 takes layer 7, level 1 makes layer 6 of 5, 6 and 7 of level 0,
//                      level 2 makes layer 5, …
//
// Beyond the sides of the grid a level keeps ghosts, as its rules say, so that its layers are
// computed in whole vectors without a test: along the slowest axis another layer stands for one
// outside (a mirrored one, or one of a dirichlet value); along the others the values beside a layer
// are set when it is complete. A grid that goes round is taken from its other end, so far out as
// S steps look.
//
// What nobody reads beside the point, registers of methods among it, all levels keep in one place,
// and a level stores what it changes alone.
//
// Of a component that is the last value of another one, EULERC_LAST_OF, levels between keep
// nothing: level m finds it in the layer of level m - 2 that it writes over.
//
// Build options: EULERC_WINDOWS (that there is this form at all), EULERC_WIDTH.

// ---- levels ------------------------------------------------------------------------------------

EULERC_INLINE long eulerc_on_ring(const bool ring, const long i, const long n) {
  return ring ? eulerc_wrap(i, n) : i;
}

// Where point (i0, i1, 0) of the state lies, in points.
EULERC_INLINE long eulerc_row_place(const long i0, const long i1, const eulerc_constants *c) {
  return c->lead + eulerc_on_ring(EULERC_RING_DEEP, i0, c->extent[0]) * c->stride[0] +
         eulerc_on_ring(EULERC_RING_HIGH, i1, EULERC_HIGH(c)) * EULERC_STRIDE_HIGH(c);
}

// Level 0: layer i from `y`.
EULERC_INLINE void eulerc_take_layer(EULERC_GLOBAL const real *y, const eulerc_walk *w,
                                     const long i, const eulerc_constants *c) {
  const eulerc_range high = eulerc_level_along(w->high, 0, w->levels, EULERC_REACH_HIGH);
  const eulerc_range across = eulerc_level_along(w->across, 0, w->levels, EULERC_REACH_ACROSS);
  const eulerc_range vectors =
      eulerc_whole_vectors(eulerc_computed_along(across, c->row, false), EULERC_WIDTH);
  for (int q = 0; q < EULERC_LASTING_OF(c); q++) {
    if (EULERC_IS_ERROR(q))
      continue;
    EULERC_GLOBAL real *const layer = eulerc_kept_layer(w, 0, q, i);
    const eulerc_range rows = eulerc_own_rows(w, high, c);
    for (long i1 = rows.first; i1 < rows.last; i1++) {
      EULERC_GLOBAL real *const to = layer + (i1 - w->row) * w->pitch - w->column;
      EULERC_GLOBAL const real *const from = y + EULERC_STATE(q, eulerc_row_place(i, i1, c));
      EULERC_GLOBAL const real *const coming =
          y + EULERC_STATE(q, eulerc_row_place(i + EULERC_AHEAD, i1, c));
      for (long j = vectors.first; j < vectors.last; j += EULERC_WIDTH) {
        EULERC_PREFETCH(coming + j);
        eulerc_store(to + j, eulerc_load(from + j, 1));
      }
#if EULERC_RING_ACROSS
      for (long j = across.first; j < 0; j++)
        to[j] = from[eulerc_wrap(j, c->row)];
      for (long j = c->row; j < across.last; j++)
        to[j] = from[eulerc_wrap(j, c->row)];
#endif
      if (!EULERC_IS_ALONE(q))
        eulerc_set_row_ends(to, q, across, false, c);
    }
    if (!EULERC_IS_ALONE(q))
      eulerc_set_rows_beside(layer, q, w, high, false, c);
  }
}

// The layers that layer i of a level is made of; `before`: of layer i - 1, or 0.
EULERC_INLINE eulerc_window eulerc_window_of(const eulerc_walk *w, const long level, const long i,
                                             const eulerc_window *before,
                                             const eulerc_constants *c) {
  eulerc_window window;
  EULERC_UNROLL
  for (int q = 0; q < EULERC_COMPONENTS; q++) {
    EULERC_UNROLL
    for (int d = 0; d < 2 * EULERC_REACH_DEEP + 1; d++)
      if (EULERC_LAST_OF(q) >= 0 && level > 1)
        window.layers[q][d] = eulerc_kept_layer(w, level - 2, EULERC_LAST_OF(q), i);
      else if (before && d < 2 * EULERC_REACH_DEEP)
        window.layers[q][d] = before->layers[q][d + 1];
      else
        window.layers[q][d] = eulerc_layer_for(w, level - 1, q, i + d - EULERC_REACH_DEEP, c);
  }
  return window;
}

// Layers that a level makes together, side by side: they read most of the same layers.
typedef struct {
  eulerc_window window;
  long i0;
  EULERC_GLOBAL real *layers[EULERC_COMPONENTS]; // where level m keeps it
} eulerc_made_layer;

EULERC_INLINE void eulerc_prepare_layers(eulerc_made_layer *made, const int count,
                                         const eulerc_walk *w, const long level, const long i,
                                         const eulerc_constants *c) {
  EULERC_UNROLL
  for (int k = 0; k < count; k++) {
    made[k].window = eulerc_window_of(w, level, i + k, k == 0 ? 0 : &made[k - 1].window, c);
    made[k].i0 = eulerc_on_ring(EULERC_RING_DEEP, i + k, c->extent[0]);
    EULERC_UNROLL
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      made[k].layers[q] = eulerc_kept_layer(w, level, q, i + k);
  }
}

// Row `high` of the layers that are made, in the memory of a layer and in the next state.
typedef struct {
  long high;
  long at; // of its point 0
  long pitch;
} eulerc_made_row;

// Up to where, from point j on, all layers' points of a row are alike.
EULERC_INLINE long eulerc_layers_alike_until(const eulerc_made_layer *made, const int count,
                                             const long i1, const long j, const long last,
                                             const eulerc_constants *c) {
  long alike = last;
  EULERC_UNROLL
  for (int k = 0; k < count; k++)
    alike = eulerc_min(alike, eulerc_alike_until(EULERC_ROW(made[k].i0, i1), j, last, c));
  return alike;
}

// Before the first vectors of a row, which begin with point j.
EULERC_INLINE void eulerc_begin_row(const eulerc_made_layer *made, const int count,
                                    const eulerc_made_row *row, eulerc_carried *carried,
                                    const long j) {
  EULERC_UNROLL
  for (int k = 0; k < count; k++)
    eulerc_carry_first(&made[k].window, &carried[k], row->at + j, row->pitch);
}

// Points j … of a row of all layers.
EULERC_INLINE void eulerc_advance_layers(const eulerc_made_layer *made, const int count,
                                         const eulerc_made_row *row, eulerc_carried *carried,
                                         realv (*values)[EULERC_COMPONENTS] EULERC_FIELDS,
                                         const long j, const bool alike, const eulerc_constants *c,
                                         const eulerc_moment now) {
  EULERC_UNROLL
  for (int k = 0; k < count; k++)
    eulerc_advance_in_window(&made[k].window, &carried[k], values[k] EULERC_PASS_FIELDS, made[k].i0,
                             row->high, j, row->at + j, row->pitch, alike, c, now);
}

#undef EULERC_LEVEL_STORES
#undef EULERC_LEVEL_MAY_END
#if defined(EULERC_EACH_STAGE) && EULERC_IS_WIDEST
#define EULERC_LEVEL_STORES(q, stage) EULERC_IS_STORED(q, stage)
#define EULERC_LEVEL_MAY_END(stage) EULERC_MAY_END(stage)
#else
#define EULERC_LEVEL_STORES(q, stage) true
#define EULERC_LEVEL_MAY_END(stage) true
#endif

// Points j … of a row of a level between, kept.
EULERC_INLINE void eulerc_make_vectors(const eulerc_made_layer *made, const int count,
                                       const eulerc_made_row *row,
                                       eulerc_carried *carried EULERC_FIELDS, const long j,
                                       const bool alike, const eulerc_constants *c,
                                       const eulerc_moment now) {
  realv values[EULERC_SIDE_BY_SIDE][EULERC_COMPONENTS];
  eulerc_advance_layers(made, count, row, carried, values EULERC_PASS_FIELDS, j, alike, c, now);
  EULERC_UNROLL
  for (int k = 0; k < count; k++) {
    EULERC_UNROLL
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      if (EULERC_LAST_OF(q) < 0 && EULERC_LEVEL_STORES(q, now.stage))
        eulerc_store(made[k].layers[q] + row->at + j, values[k][q]);
  }
}

// The same where points are unlike: few, so one layer after the other, compiled once.
EULERC_LARGE void eulerc_make_unlike(const eulerc_made_layer *made, const int count,
                                     const eulerc_made_row *row,
                                     eulerc_carried *carried EULERC_FIELDS, const long j,
                                     const eulerc_constants *c, const eulerc_moment now) {
  for (int k = 0; k < count; k++)
    eulerc_make_vectors(made + k, 1, row, carried + k EULERC_PASS_FIELDS, j, false, c, now);
}

// A level between: layers i … i + count - 1, kept.
EULERC_INLINE void eulerc_make_layers(const eulerc_walk *w, const long level, const long i,
                                      const int count EULERC_FIELDS, const eulerc_constants *c,
                                      const eulerc_moment now) {
  const eulerc_range high = eulerc_level_along(w->high, level, w->levels, EULERC_REACH_HIGH);
  const eulerc_range across = eulerc_level_along(w->across, level, w->levels, EULERC_REACH_ACROSS);
  const eulerc_range rows = eulerc_own_rows(w, high, c);
  const eulerc_range vectors =
      eulerc_whole_vectors(eulerc_computed_along(across, c->row, EULERC_RING_ACROSS), EULERC_WIDTH);
  eulerc_made_layer made[EULERC_SIDE_BY_SIDE];
  eulerc_prepare_layers(made, count, w, level, i, c);
  for (long row = rows.first; row < rows.last; row++) {
    const long i1 = eulerc_on_ring(EULERC_RING_HIGH, row, EULERC_HIGH(c));
    const long at = (row - w->row) * w->pitch - w->column;
    const eulerc_made_row in = {i1, at, w->pitch};
    eulerc_carried carried[EULERC_SIDE_BY_SIDE];
    eulerc_begin_row(made, count, &in, carried, vectors.first);
    for (long j = vectors.first; j < vectors.last; j += EULERC_WIDTH) {
      const long alike = eulerc_layers_alike_until(made, count, i1, j, vectors.last, c);
      for (; j + EULERC_WIDTH <= alike; j += EULERC_WIDTH)
        eulerc_make_vectors(made, count, &in, carried EULERC_PASS_FIELDS, j, true, c, now);
      if (alike < vectors.last)
        eulerc_make_unlike(made, count, &in, carried EULERC_PASS_FIELDS, j, c, now);
    }
    for (int k = 0; k < count; k++)
      for (int q = 0; q < EULERC_COMPONENTS; q++)
        if (!EULERC_IS_ALONE(q))
          eulerc_set_row_ends(made[k].layers[q] + at, q, across, false, c);
  }
  for (int k = 0; k < count; k++)
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      if (!EULERC_IS_ALONE(q))
        eulerc_set_rows_beside(made[k].layers[q], q, w, high, false, c);
}

// Points j … of a row of the last level, which lies at `to` in the next state.
EULERC_INLINE void eulerc_give_vectors(const eulerc_made_layer *made, const int count,
                                       const eulerc_made_row *row, eulerc_carried *carried,
                                       EULERC_GLOBAL real *const *to EULERC_FIELDS, const long j,
                                       const bool alike, const eulerc_constants *c,
                                       const eulerc_moment now) {
  const bool goes_past = EULERC_GOES_PAST(c);
  realv values[EULERC_SIDE_BY_SIDE][EULERC_COMPONENTS];
  eulerc_advance_layers(made, count, row, carried, values EULERC_PASS_FIELDS, j, alike, c, now);
  EULERC_UNROLL
  for (int k = 0; k < count; k++) {
    EULERC_UNROLL
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      if (q < EULERC_LASTING_OF(c))
        EULERC_STORE_ONCE(goes_past, to[k] + EULERC_STATE(q, j), values[k][q]);
  }
}

EULERC_LARGE void eulerc_give_unlike(const eulerc_made_layer *made, const int count,
                                     const eulerc_made_row *row, eulerc_carried *carried,
                                     EULERC_GLOBAL real *const *to EULERC_FIELDS, const long j,
                                     const eulerc_constants *c, const eulerc_moment now) {
  for (int k = 0; k < count; k++)
    eulerc_give_vectors(made + k, 1, row, carried + k, to + k EULERC_PASS_FIELDS, j, false, c, now);
}

// The last level: layers i … i + count - 1, to `next`.
EULERC_INLINE void eulerc_give_layers(EULERC_GLOBAL real *next, const eulerc_walk *w, const long i,
                                      const int count EULERC_FIELDS, const eulerc_constants *c,
                                      const eulerc_moment now) {
  const eulerc_range vectors = eulerc_whole_vectors(w->across, EULERC_WIDTH);
  const eulerc_range rows = eulerc_own_rows(w, w->high, c);
  eulerc_made_layer made[EULERC_SIDE_BY_SIDE];
  eulerc_prepare_layers(made, count, w, w->levels, i, c);
  for (long i1 = rows.first; i1 < rows.last; i1++) {
    const eulerc_made_row in = {i1, (i1 - w->row) * w->pitch - w->column, w->pitch};
    EULERC_GLOBAL real *to[EULERC_SIDE_BY_SIDE];
    EULERC_UNROLL
    for (int k = 0; k < count; k++)
      to[k] = next + EULERC_STATE(0, eulerc_row_place(i + k, i1, c));
    eulerc_carried carried[EULERC_SIDE_BY_SIDE];
    eulerc_begin_row(made, count, &in, carried, vectors.first);
    for (long j = vectors.first; j < vectors.last; j += EULERC_WIDTH) {
      const long alike = eulerc_layers_alike_until(made, count, i1, j, vectors.last, c);
      for (; j + EULERC_WIDTH <= alike; j += EULERC_WIDTH)
        eulerc_give_vectors(made, count, &in, carried, to EULERC_PASS_FIELDS, j, true, c, now);
      if (alike < vectors.last)
        eulerc_give_unlike(made, count, &in, carried, to EULERC_PASS_FIELDS, j, c, now);
    }
  }
}

// ---- a tile ------------------------------------------------------------------------------------

// Who walks which tile of which launch, and up to where.
typedef struct {
  long launch, tile;
  long turn;            // 0, in which the tile is made ready; 1, …
  long member, members; // of the threads that walk it together
} eulerc_stage;

EULERC_INLINE eulerc_walk eulerc_walk_of(const eulerc_stage *stage, const eulerc_tiling *tiling,
                                         EULERC_GLOBAL real *scratch, const eulerc_constants *c) {
  const long rest = tiling->steps - stage->launch * tiling->tileSteps, tile = stage->tile;
  const long high_box = EULERC_RANK == 3 ? tiling->box[1] : 1;
  const long across_box = tiling->box[EULERC_RANK - 1];
  const long boxes_high = eulerc_boxes_along(EULERC_HIGH(c), high_box);
  const long boxes_across = eulerc_boxes_along(c->row, across_box);

  eulerc_walk w;
  w.levels = rest < tiling->tileSteps ? rest : tiling->tileSteps;
  w.member = stage->member;
  w.members = stage->members;
  w.pace = eulerc_pace_of(EULERC_REACH_DEEP, w.members > 1);
  w.deep = eulerc_box_along(c->extent[0], tiling->box[0], tile / (boxes_across * boxes_high));
  w.high = eulerc_box_along(EULERC_HIGH(c), high_box, tile / boxes_across % boxes_high);
  w.across = eulerc_box_along(c->row, across_box, tile % boxes_across);
  const eulerc_range high = eulerc_level_along(w.high, 0, w.levels, EULERC_REACH_HIGH);
  const eulerc_range across = eulerc_level_along(w.across, 0, w.levels, EULERC_REACH_ACROSS);
  w.row = eulerc_computed_along(high, EULERC_HIGH(c), EULERC_RING_HIGH).first -
          eulerc_beside(EULERC_REACH_HIGH, 1);
  w.column = eulerc_round_down(eulerc_computed_along(across, c->row, EULERC_RING_ACROSS).first,
                               EULERC_WIDTH) -
             eulerc_beside(EULERC_REACH_ACROSS, EULERC_WIDTH);
  w.rows = eulerc_kept_along(EULERC_HIGH(c), high_box, tiling->tileSteps, EULERC_REACH_HIGH,
                             EULERC_RING_HIGH, 1);
  w.pitch = eulerc_pitch(eulerc_kept_along(c->row, across_box, tiling->tileSteps,
                                           EULERC_REACH_ACROSS, EULERC_RING_ACROSS, EULERC_WIDTH),
                         EULERC_WIDTH);
  w.layer = w.rows * w.pitch;
  w.scratch = scratch;
  w.slots = eulerc_slots_for(w.levels, EULERC_REACH_DEEP, w.pace);
  w.turns =
      eulerc_turns(w.deep, w.levels, EULERC_REACH_DEEP, w.pace, c->extent[0], EULERC_RING_DEEP);
  return w;
}

// The layers of a level that a tile computes, of those from `first` on that a turn has.
EULERC_INLINE eulerc_range eulerc_layers_of(const eulerc_walk *w, const long level,
                                            const long first, const eulerc_constants *c) {
  const eulerc_range made =
      eulerc_computed_along(eulerc_level_along(w->deep, level, w->levels, EULERC_REACH_DEEP),
                            c->extent[0], EULERC_RING_DEEP);
  const eulerc_range layers = {eulerc_max(first, made.first),
                               eulerc_min(first + w->pace.layers, made.last)};
  return layers;
}

// Of a level the layers that it has come to, EULERC_SIDE_BY_SIDE of them together.
EULERC_INLINE void eulerc_take_level(EULERC_GLOBAL real *next EULERC_FIELDS, const eulerc_walk *w,
                                     const long level, const eulerc_range made,
                                     const eulerc_constants *c, const eulerc_moment now) {
  long i = made.first;
  for (; i + EULERC_SIDE_BY_SIDE <= made.last; i += EULERC_SIDE_BY_SIDE)
    if (level < w->levels)
      eulerc_make_layers(w, level, i, EULERC_SIDE_BY_SIDE EULERC_PASS_FIELDS, c, now);
    else if (EULERC_LEVEL_MAY_END(now.stage))
      eulerc_give_layers(next, w, i, EULERC_SIDE_BY_SIDE EULERC_PASS_FIELDS, c, now);
#if EULERC_SIDE_BY_SIDE > 1
  for (; i < made.last; i++)
    if (level < w->levels)
      eulerc_make_layers(w, level, i, 1 EULERC_PASS_FIELDS, c, now);
    else if (EULERC_LEVEL_MAY_END(now.stage))
      eulerc_give_layers(next, w, i, 1 EULERC_PASS_FIELDS, c, now);
#endif
}

// A turn: of each level the layers that it has come to.
EULERC_INLINE void eulerc_take_turn(EULERC_GLOBAL const real *y,
                                    EULERC_GLOBAL real *next EULERC_FIELDS, const eulerc_walk *w,
                                    const eulerc_course *course, const eulerc_constants *c) {
  const long top = w->turn.top;
  const eulerc_range taken = eulerc_layers_of(w, 0, top, c);
  for (long i = taken.first; i < taken.last; i++)
    eulerc_take_layer(y, w, i, c);
  for (long level = 1; level <= w->levels; level++) {
    const eulerc_range made =
        eulerc_layers_of(w, level, eulerc_layer_in_turn(top, level, w->pace), c);
    eulerc_moment now = eulerc_timed(eulerc_moment_in(course, level - 1), c);
#if defined(EULERC_EACH_STAGE) && EULERC_IS_WIDEST
#define EULERC_OF_STAGE(k)                                                                         \
  case k:                                                                                          \
    now.stage = k;                                                                                 \
    eulerc_take_level(next EULERC_PASS_FIELDS, w, level, made, c, now);                            \
    break;
    switch (now.stage) { EULERC_EACH_STAGE(EULERC_OF_STAGE) }
#else
    eulerc_take_level(next EULERC_PASS_FIELDS, w, level, made, c, now);
#endif
  }
}

// Turns from stage.turn on, but not `last` nor those behind it; whether more follow.
EULERC_LARGE bool
eulerc_stream_turns(EULERC_GLOBAL const real *y, EULERC_GLOBAL real *next EULERC_FIELDS,
                    const eulerc_constants *constants, EULERC_GLOBAL const real *times,
                    const real h, const real last_h, const eulerc_tiling tiling,
                    const eulerc_stage stage, const long last, EULERC_GLOBAL real *scratch) {
  const eulerc_constants c = *constants; // copies: stores cannot change them
  eulerc_walk w = eulerc_walk_of(&stage, &tiling, scratch, &c);
  const long turns = (w.turns.last - w.turns.first + w.pace.layers - 1) / w.pace.layers;
  const eulerc_course course =
      eulerc_course_of(EULERC_STAGES_OF(&c), tiling.before, stage.launch * tiling.tileSteps,
                       tiling.steps, times, h, last_h);
  if (stage.turn == 0 && stage.member == 0)
    eulerc_set_constants(&w, &c);
  for (long turn = eulerc_max(1, stage.turn); turn <= turns && turn < last; turn++) {
    w.turn =
        eulerc_slots_in(w.turns.first + (turn - 1) * w.pace.layers, w.pace, w.turns.first, w.slots);
    eulerc_take_turn(y, next EULERC_PASS_FIELDS, &w, &course, &c);
  }
  return last <= turns;
}

// A whole tile, by one who is alone.
EULERC_INLINE void eulerc_stream_tile(EULERC_GLOBAL const real *y,
                                      EULERC_GLOBAL real *next EULERC_FIELDS,
                                      const eulerc_constants *c, EULERC_GLOBAL const real *times,
                                      const real h, const real last_h, const eulerc_tiling tiling,
                                      const long launch, const long tile,
                                      EULERC_GLOBAL real *scratch) {
  const eulerc_stage stage = {launch, tile, 0, 0, 1};
  const long never = 0x7fffffffffffffff;
  eulerc_stream_turns(y, next EULERC_PASS_FIELDS, c, times, h, last_h, tiling, stage, never,
                      scratch);
}
