// Overlapped tiles of 2-D and 3-D grids for processors, streamed as wavefronts. In OpenCL a
// work-item computes a tile; on the host a thread does, or all threads together. In the common
// subset of OpenCL C and C++.
//
//   y at step launch * S  →  the layers of a box, one after the other, through caches  →  next, S
//   steps later
//
// A tile is a box of the grid (boxes.h). It is walked along its slowest axis, layer by layer (a row
// of a 2-D grid, a plane of a 3-D grid), with all S steps in flight. In each turn level 0 takes a
// layer from `y`; each level m computes a layer from the latest layers of level m - 1, `reach`
// layers behind it; and level S stores its layer to `next`. For all other levels, `scratch` keeps
// the layers that are still to be read: few enough to stay in a near cache. Threads that walk a
// tile together share the rows of each layer, and levels are a little farther behind each other
// (boxes.h).
//
//   reach 1, turn 7:   level 0 takes layer 7, level 1 makes layer 6 of 5, 6 and 7 of level 0,
//                      level 2 makes layer 5, …
//
// Beyond the sides of the grid a level keeps ghosts, as its rules say, so that its layers are
// computed in whole vectors without a test. Along the slowest axis another layer stands for an
// outside one (a mirrored layer, or one of a dirichlet value). Along other axes the values next to
// a layer are set when it is complete. On a ring, values are taken from the other end, as far out
// as S steps read.
//
// Components that are read only at the point itself, registers of methods included, have one place
// for all levels. A level stores only those that it changes.
//
// For a component that is the last value of another one (eulerc_last_of), levels between keep
// nothing: level m finds it in the layer of level m - 2 that it overwrites.
//
// Build options: EULERC_WAVEFRONT (whether this form is built), EULERC_WIDTH.

// A part of the walk of a tile: the tile, the turns, and the member.
typedef struct {
  long tile;
  long turn, last;      // turns [turn, last); turn 0 prepares the tile
  long member, members; // of the threads that walk it together
} eulerc_stage;

EULERC_INLINE eulerc_walk eulerc_walk_of(const eulerc_stage *stage, const eulerc_launch *launch,
                                         EULERC_GLOBAL real *scratch, const eulerc_constants *c) {
  const eulerc_tiling *const tiling = &launch->tiling;
  const long tile = stage->tile;
  const long high_box = EULERC_RANK == 3 ? tiling->box[1] : 1;
  const long across_box = tiling->box[EULERC_RANK - 1];
  const long boxes_high = eulerc_boxes_along(eulerc_high(c), high_box);
  const long boxes_across = eulerc_boxes_along(c->row, across_box);

  eulerc_walk w;
  w.levels = eulerc_steps_in(launch);
  w.member = stage->member;
  w.members = stage->members;
  w.pace = eulerc_pace_of(eulerc_reach_deep, w.members > 1);
  w.deep = eulerc_box_along(c->extent[0], tiling->box[0], tile / (boxes_across * boxes_high));
  w.deep.first = eulerc_max(w.deep.first, launch->useless[0]);
  w.deep.last = eulerc_min(w.deep.last, c->extent[0] - launch->useless[1]);
  w.high = eulerc_box_along(eulerc_high(c), high_box, tile / boxes_across % boxes_high);
  w.across = eulerc_box_along(c->row, across_box, tile % boxes_across);
  const eulerc_range high = eulerc_level_along(w.high, 0, w.levels, eulerc_reach_high);
  const eulerc_range across = eulerc_level_along(w.across, 0, w.levels, eulerc_reach_across);
  w.row = eulerc_computed_along(high, eulerc_high(c), eulerc_ring_high).first - eulerc_reach_high;
  const eulerc_range taken =
      eulerc_whole_vectors(eulerc_computed_along(across, c->row, eulerc_ring_across), EULERC_WIDTH);
  w.first = taken.first;
  w.vectors = (taken.last - taken.first) / EULERC_WIDTH;
  w.last = eulerc_apart_place(&w, c->row - 1);
  w.beyond = eulerc_apart_place(&w, c->row);
  w.column = w.first - eulerc_round_up(eulerc_reach_across, EULERC_WIDTH);
  w.rows = eulerc_kept_along(eulerc_high(c), high_box, tiling->tileSteps, eulerc_reach_high,
                             eulerc_ring_high, 1);
  w.pitch = eulerc_pitch(eulerc_kept_along(c->row, across_box, tiling->tileSteps,
                                           eulerc_reach_across, eulerc_ring_across, EULERC_WIDTH),
                         EULERC_WIDTH);
  w.layer = w.rows * w.pitch;
  w.scratch = scratch;
  w.constants = c;
  w.slots = eulerc_slots_for(w.levels, eulerc_reach_deep, w.pace, EULERC_TRANSPOSED);
  w.turns =
      eulerc_turns(w.deep, w.levels, eulerc_reach_deep, w.pace, c->extent[0], eulerc_ring_deep);
  if (w.deep.first >= w.deep.last) // its results are not read
    w.turns.last = w.turns.first;
  return w;
}

// The layers of a level that a tile computes in a turn, which has layers from `first` on.
EULERC_INLINE eulerc_range eulerc_layers_of(const eulerc_walk *w, const long level,
                                            const long first, const eulerc_constants *c) {
  const eulerc_range made =
      eulerc_computed_along(eulerc_level_along(w->deep, level, w->levels, eulerc_reach_deep),
                            c->extent[0], eulerc_ring_deep);
  const eulerc_range layers = {eulerc_max(first, made.first),
                               eulerc_min(first + w->pace.layers, made.last)};
  return layers;
}

// Computes a level's layers of this turn, eulerc_side_by_side of them together.
EULERC_INLINE void eulerc_take_level(EULERC_GLOBAL real *next EULERC_FIELDS, const eulerc_walk *w,
                                     const long level, const eulerc_range made,
                                     const eulerc_constants *c, const eulerc_moment now) {
  for (long i = made.first; i < made.last; i += eulerc_side_by_side) {
    const int count = (int)eulerc_min(eulerc_side_by_side, made.last - i);
    if (level < w->levels)
      eulerc_make_layers(next EULERC_PASS_FIELDS, w, level, i, count, false, c, now);
    else if (eulerc_level_may_end(now.stage))
      eulerc_make_layers(next EULERC_PASS_FIELDS, w, level, i, count, true, c, now);
  }
}

// A turn: computes each level's layers of this turn.
EULERC_INLINE void eulerc_take_turn(EULERC_GLOBAL const real *y,
                                    EULERC_GLOBAL real *next EULERC_FIELDS, const eulerc_walk *w,
                                    const eulerc_course *course, const eulerc_constants *c) {
  const long top = w->turn.top;
  const eulerc_range taken = eulerc_layers_of(w, 0, top, c);
  for (long i = taken.first; i < taken.last; i++)
    eulerc_take_layer(y, w, i, c);
  // Each level prefetches a part of the coming rows, because prefetches all at once would wait for
  // each other.
  const eulerc_range coming = eulerc_taken_vectors(w, c);
  const long vectors = (coming.last - coming.first) / EULERC_WIDTH;
  const long share = (vectors + w->levels - 1) / w->levels * EULERC_WIDTH;
  for (long level = 1; level <= w->levels; level++) {
    if (EULERC_RANK == 2) {
      const long first = coming.first + (level - 1) * share;
      const eulerc_range asked = {first, eulerc_min(first + share, coming.last)};
      eulerc_fetch_rows(y, w, asked, c);
    }
    const eulerc_range made =
        eulerc_layers_of(w, level, eulerc_layer_in_turn(top, level, w->pace), c);
    eulerc_moment now = eulerc_timed(eulerc_moment_in(course, level - 1), c);
#if defined(EULERC_WAVEFRONT_EACH_STAGE) && EULERC_WAVEFRONT_STAGE_ALONE
#define EULERC_WAVEFRONT_OF_STAGE(k)                                                               \
  case k:                                                                                          \
    now.stage = k;                                                                                 \
    eulerc_take_level(next EULERC_PASS_FIELDS, w, level, made, c, now);                            \
    break;
    switch (now.stage) { EULERC_WAVEFRONT_EACH_STAGE(EULERC_WAVEFRONT_OF_STAGE) }
#else
    eulerc_take_level(next EULERC_PASS_FIELDS, w, level, made, c, now);
#endif
  }
}

// Computes the turns of `stage`; returns whether more follow.
EULERC_LARGE bool eulerc_stream_turns(EULERC_GLOBAL const real *y,
                                      EULERC_GLOBAL real *next EULERC_FIELDS,
                                      const eulerc_constants *constants,
                                      const eulerc_launch *launch, const eulerc_stage stage,
                                      EULERC_GLOBAL real *scratch) {
  const eulerc_constants c = *constants; // copies: stores cannot change them
  eulerc_walk w = eulerc_walk_of(&stage, launch, scratch, constants);
  const long turns = (w.turns.last - w.turns.first + w.pace.layers - 1) / w.pace.layers;
  const eulerc_course course = eulerc_course_in(launch, &c);
  if (stage.turn == 0 && stage.member == 0)
    eulerc_set_constants(&w, &c);
  for (long turn = eulerc_max(1, stage.turn); turn <= turns && turn < stage.last; turn++) {
    w.turn =
        eulerc_slots_in(w.turns.first + (turn - 1) * w.pace.layers, w.pace, w.turns.first, w.slots);
    eulerc_take_turn(y, next EULERC_PASS_FIELDS, &w, &course, &c);
  }
  return stage.last <= turns;
}

// A whole tile, computed by one thread.
EULERC_INLINE void eulerc_stream_tile(EULERC_GLOBAL const real *y,
                                      EULERC_GLOBAL real *next EULERC_FIELDS,
                                      const eulerc_constants *c, const eulerc_launch *launch,
                                      const long tile, EULERC_GLOBAL real *scratch) {
  const long never = 0x7fffffffffffffff;
  const eulerc_stage stage = {tile, 0, never, 0, 1};
  eulerc_stream_turns(y, next EULERC_PASS_FIELDS, c, launch, stage, scratch);
}
