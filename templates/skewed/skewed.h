// Skewed overlapped tiles on processors, for 1-D grids: one work-item or one thread computes a
// tile. In the common subset of OpenCL C and C++.
//
//   y at step launch * S  →  a tile in scratch memory, S steps  →  next, S steps later
//
// The tile lies in a cache. A pass over it advances it by EULERC_KEPT steps, all of them in flight
// in registers: in turn i, block i of the old values is loaded, and step m of the pass computes
// block i - 1 - 2 * m. Step m uses the block that the step before it computed in the previous turn,
// one block later than possible, so that no step of a turn waits for another one. The last step's
// block overwrites its old values, which are no longer needed. boxes.h defines the points of a pass
// and explains why they suffice.
//
// A block has EULERC_SKEWED_TOGETHER vectors of each component. Short steps use two: one of the
// points at even places, one of the points at odd places. The neighbours of each vector on one side
// are then the other vector; only on the other side, a vector is made of the lanes of two
// (forms/registers.cpp).
//
//   vectors of 4, a block:  even 0 2 4 6   odd 1 3 5 7
//     to the right of them       1 3 5 7       2 4 6 8
//     to the left           -1 1 3 5           0 2 4 6
//
// EULERC_KEPT is a build option in OpenCL, a constant on the host.
#ifndef EULERC_SKEWED_TOGETHER
#define EULERC_SKEWED_TOGETHER 1
#endif
enum {
  eulerc_block_points = EULERC_SKEWED_TOGETHER * EULERC_WIDTH,
  eulerc_block_vectors = EULERC_SKEWED_TOGETHER * EULERC_COMPONENTS
};
// The address of vector b of block i: first the even vectors of all components, then the odd ones.
EULERC_IN_PLACE EULERC_SCRATCH real *
eulerc_vector_place(EULERC_SCRATCH real *tile, const long plane, const int i, const int b) {
  return tile + b % EULERC_COMPONENTS * plane + (long)i * eulerc_block_points +
         b / EULERC_COMPONENTS * EULERC_WIDTH;
}

// Loads a block's vectors of a component in the order of its points; and stores them.
EULERC_IN_PLACE void eulerc_load_block(EULERC_SCRATCH const real *from, realv *values) {
#if EULERC_SKEWED_TOGETHER == 2
  const realv even = eulerc_load_in_tile(from, 1);
  const realv odd = eulerc_load_in_tile(from + EULERC_WIDTH, 1);
  values[0] = eulerc_first_half(even, odd);
  values[1] = eulerc_second_half(even, odd);
#else
  values[0] = eulerc_load_in_tile(from, 1);
#endif
}

EULERC_IN_PLACE void eulerc_store_block(EULERC_SCRATCH real *to, const realv *values) {
#if EULERC_SKEWED_TOGETHER == 2
  eulerc_store_in_tile(to, eulerc_evens(values[0], values[1]));
  eulerc_store_in_tile(to + EULERC_WIDTH, eulerc_odds(values[0], values[1]));
#else
  eulerc_store_in_tile(to, values[0]);
#endif
}

// One step of a block that begins with point j, given the block and its neighbours. `careful`: see
// below.
EULERC_IN_PLACE void eulerc_advance_block(const realv *left, const realv *own, const realv *right,
                                          realv *next EULERC_FIELDS, const bool careful,
                                          const bool at_end, const long j,
                                          const eulerc_constants *c, const eulerc_moment now) {
#if EULERC_SKEWED_TOGETHER == 2
  if (!careful) {
    eulerc_advance_together(left, own, right, next EULERC_PASS_FIELDS, j, c, now);
    return;
  }
  // The block's two vectors in the order of the points, with one before and one after.
  realv row[4][EULERC_COMPONENTS], made[2][EULERC_COMPONENTS];
  EULERC_FOR(q, EULERC_COMPONENTS) {
    row[0][q] = eulerc_second_half(left[q], left[EULERC_COMPONENTS + q]);
    row[1][q] = eulerc_first_half(own[q], own[EULERC_COMPONENTS + q]);
    row[2][q] = eulerc_second_half(own[q], own[EULERC_COMPONENTS + q]);
    row[3][q] = eulerc_first_half(right[q], right[EULERC_COMPONENTS + q]);
  }
  EULERC_FOR(k, 2) {
    const long at = j + k * EULERC_WIDTH;
    eulerc_advance_in_line(row[k], row[k + 1], row[k + 2], made[k] EULERC_PASS_FIELDS, at_end, at,
                           eulerc_is_full(at, at + EULERC_WIDTH, c), c, now);
  }
  EULERC_FOR(q, EULERC_COMPONENTS) {
    next[q] = eulerc_evens(made[0][q], made[1][q]);
    next[EULERC_COMPONENTS + q] = eulerc_odds(made[0][q], made[1][q]);
  }
#else
  const bool full = !careful || eulerc_is_full(j, j + EULERC_WIDTH, c);
  eulerc_advance_in_line(left, own, right, next EULERC_PASS_FIELDS, careful && at_end, j, full, c,
                         now);
#endif
}

// Notes the events of a block's points in a range, that is times that the step has changed.
#ifdef EULERC_EVENTS // on the host, a bit for each component that is an event
EULERC_INLINE bool eulerc_notes_events(void) { return eulerc::areNotedInTiles(); }
EULERC_INLINE void eulerc_note_block(const realv *own, const realv *next, const long j,
                                     const eulerc_range noted, const eulerc_constants *c,
                                     const long step) {
  if (j + eulerc_block_points <= noted.first || j >= noted.last)
    return;
  EULERC_FOR(b, eulerc_block_vectors) {
    const int q = b % EULERC_COMPONENTS;
    const long from = j + b / EULERC_COMPONENTS;
    const eulerc_hits where = EULERC_EVENTS >> q & 1 ? eulerc_hits_differ(next[b], own[b]) : 0;
    if (where != 0) [[unlikely]]
      eulerc_note_events(EULERC_STATE(q, c->lead + from), next[b], where, step, noted.first - from,
                         noted.last - from, EULERC_SKEWED_TOGETHER);
  }
}
#else
EULERC_INLINE bool eulerc_notes_events(void) { return false; }
#define eulerc_note_block(own, next, j, noted, c, step) (void)0
#endif

// One turn. `careful`: some steps have no block to compute, or read an end of the grid (if the tile
// has one), or have points with open guards. `j`: the first point of block 0. `notes`: events of
// some points are noted.
EULERC_IN_PLACE void eulerc_skewed_turn(EULERC_SCRATCH real *tile, const long plane, const int i,
                                        const int blocks, realv (*left)[eulerc_block_vectors],
                                        realv (*own)[eulerc_block_vectors],
                                        realv (*coming)[eulerc_block_vectors], const int levels,
                                        const bool careful, const bool at_end, const long j,
                                        const bool notes, const eulerc_range noted EULERC_FIELDS,
                                        const eulerc_constants *c, const eulerc_moment *moments) {
  if (!careful || i < blocks) {
    EULERC_FOR(b, eulerc_block_vectors)
      coming[0][b] = eulerc_load_in_tile(eulerc_vector_place(tile, plane, i, b), 1);
  }
  EULERC_FOR(k, levels) {
    const int m = levels - 1 - k;
    const int v = i - 1 - 2 * m;
    realv new_values[eulerc_block_vectors];
    const bool has_block = !careful || (v >= 0 && v < blocks);
    if (has_block) {
      eulerc_advance_block(left[m], own[m], coming[m], new_values EULERC_PASS_FIELDS, careful,
                           at_end, j + (long)v * eulerc_block_points, c, moments[m]);
      if (notes)
        eulerc_note_block(own[m], new_values, j + (long)v * eulerc_block_points, noted, c,
                          moments[m].step);
      if (m == levels - 1) {
        EULERC_FOR(b, eulerc_block_vectors)
          eulerc_store_in_tile(eulerc_vector_place(tile, plane, v, b), new_values[b]);
      }
    }
    EULERC_FOR(b, eulerc_block_vectors) {
      left[m][b] = own[m][b];
      own[m][b] = coming[m][b];
      if (m < levels - 1 && has_block)
        coming[m + 1][b] = new_values[b];
    }
  }
}

// A pass: advances `blocks` blocks of the tile by `levels` levels of steps of length h, from level
// `first` of the course on.
EULERC_IN_PLACE void eulerc_skewed_pass(EULERC_SCRATCH real *tile, const long plane,
                                        const int blocks, const int levels, const bool at_end,
                                        const long j, const bool notes,
                                        const eulerc_range noted EULERC_FIELDS,
                                        const eulerc_constants *c, const eulerc_course *course,
                                        const long first, const real h) {
  realv left[EULERC_KEPT][eulerc_block_vectors], own[EULERC_KEPT][eulerc_block_vectors],
      coming[EULERC_KEPT][eulerc_block_vectors];
  eulerc_moment moments[EULERC_KEPT];
  EULERC_FOR(m, levels) {
    moments[m] = eulerc_timed(eulerc_moment_in(course, first + m), c);
    moments[m].h = h;
    EULERC_FOR(b, eulerc_block_vectors)
      left[m][b] = own[m][b] = coming[m][b] = EULERC_SPLAT(0);
  }
  // Only the first block and the last two lie beyond an end of the grid; their neighbours read
  // mirrored values.
  const int beside = eulerc_mirror_low | eulerc_mirror_high ? 1 : 0;
  const int front = 2 * (levels - 1) + 2 + beside, back = blocks - 1 - beside;
  const int turns = blocks + 1 + 2 * (levels - 1);
  int i = 0;
  while (i < turns) {
    // Turn i computes blocks i + 1 - 2 * levels to i - 1.
    const long seen = j + (long)(i + 1 - 2 * levels) * eulerc_block_points;
    const long full = eulerc_full_until(seen, j + (long)back * eulerc_block_points, c);
    const int end = i < front ? i : (int)((full - j) / eulerc_block_points) + 1;
    EULERC_UNROLL_TURNS
    for (; i < end && i < back; i++)
      eulerc_skewed_turn(tile, plane, i, blocks, left, own, coming, levels, false, at_end, j, notes,
                         noted EULERC_PASS_FIELDS, c, moments);
    if (i < turns) {
      eulerc_skewed_turn(tile, plane, i, blocks, left, own, coming, levels, true, at_end, j, notes,
                         noted EULERC_PASS_FIELDS, c, moments);
      i++;
    }
  }
}

// A vector of component q. On a ring its points may lie outside of the grid. Beyond the ends of the
// grid memory holds one vector of unused values.
EULERC_IN_PLACE realv eulerc_skewed_taken(EULERC_GLOBAL const real *y, const int q, const long j,
                                          const long units, const eulerc_constants *c) {
  const bool is_held = eulerc_wraps ? j >= 0 && j + EULERC_WIDTH <= units
                                    : EULERC_SKEWED_TOGETHER == 1 ||
                                          (j >= -EULERC_WIDTH && j < units + EULERC_WIDTH);
  if (is_held)
    return eulerc_load(y + EULERC_STATE(q, c->lead + j), 1);
  real values[EULERC_WIDTH];
  long at = eulerc_wraps ? eulerc_wrap_near(j, units) : 0;
  for (int k = 0; k < EULERC_WIDTH; k++, at = eulerc_next_on_ring(at, units))
    values[k] = eulerc_wraps ? y[EULERC_STATE(q, c->lead + at)] : 0;
  return EULERC_VECTOR_OF(values);
}

// Loads points [first, last) of component q into the tile.
EULERC_IN_PLACE void eulerc_skewed_load(EULERC_GLOBAL const real *y, EULERC_SCRATCH real *tile,
                                        const int q, const eulerc_range taken, const long units,
                                        const eulerc_constants *c) {
  for (long j = taken.first; j < taken.last; j += eulerc_block_points) {
    realv values[EULERC_SKEWED_TOGETHER];
    EULERC_FOR(k, EULERC_SKEWED_TOGETHER)
      values[k] = eulerc_skewed_taken(y, q, j + k * EULERC_WIDTH, units, c);
    eulerc_store_block(tile + (j - taken.first), values);
  }
}

EULERC_IN_PLACE void eulerc_skewed_set_ghosts(EULERC_SCRATCH real *tile, const long plane,
                                              const eulerc_range taken, const eulerc_constants *c) {
  const long blocks = (taken.last - taken.first) / eulerc_block_points;
  for (long k = 0; k < 3; k++) { // the first block and the last two
    const long at = (k == 0 || blocks < 2 ? 0 : blocks - k) * eulerc_block_points;
    realv values[EULERC_COMPONENTS][EULERC_SKEWED_TOGETHER];
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      eulerc_load_block(tile + q * plane + at, values[q]);
    for (int v = 0; v < EULERC_SKEWED_TOGETHER; v++) {
      realv kept[EULERC_COMPONENTS];
      for (int q = 0; q < EULERC_COMPONENTS; q++)
        kept[q] = values[q][v];
      eulerc_set_ghosts(kept, taken.first + at + v * EULERC_WIDTH, c);
      for (int q = 0; q < EULERC_COMPONENTS; q++)
        values[q][v] = kept[q];
    }
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      eulerc_store_block(tile + q * plane + at, values[q]);
  }
}

// Stores points [first, last) of component q, with which the tile begins, in the next state.
EULERC_IN_PLACE void eulerc_skewed_store(EULERC_SCRATCH const real *tile, EULERC_GLOBAL real *next,
                                         const int q, const eulerc_range stored,
                                         const eulerc_constants *c) {
  const bool goes_past = eulerc_goes_past(c);
  for (long j = stored.first; j < stored.last; j += eulerc_block_points) {
    realv values[EULERC_SKEWED_TOGETHER];
    eulerc_load_block(tile + (j - stored.first), values);
    EULERC_FOR(v, EULERC_SKEWED_TOGETHER) {
      const long at = j + v * EULERC_WIDTH;
      EULERC_GLOBAL real *const to = next + EULERC_STATE(q, c->lead + at);
      if (at + EULERC_WIDTH <= stored.last)
        eulerc_store_once(goes_past, to, values[v]);
      else
        eulerc_store_part(to, values[v], stored.last - at);
    }
  }
}

// The last point may lack classes: then it counts as an end.
EULERC_IN_PLACE bool eulerc_is_at_end(const eulerc_range taken, const long units) {
  return !eulerc_wraps && (taken.first < 0 || taken.last >= units);
}

// The steps of a tile that stores the points `stored` and has loaded the points `taken`.
EULERC_IN_PLACE void eulerc_skewed_steps(EULERC_SCRATCH real *scratch, const long plane,
                                         const long steps, const eulerc_range stored,
                                         const eulerc_range taken, const bool notes EULERC_FIELDS,
                                         const eulerc_constants *c, const eulerc_launch *launch) {
  const long units = launch->tiling.units;
  const real h = launch->h, last_h = launch->last_h;
  const bool at_end = eulerc_is_at_end(taken, units);
  // The run's last step may be shorter: it is computed in a separate pass, like steps that fill no
  // pass.
  const eulerc_course course = eulerc_course_in(launch, c);
  const long before = course.last_step > 0 ? course.last_step : 0;
  const long alike = last_h == h || before > steps ? steps : before;
  for (long done = 0; done < steps;) {
    const eulerc_range known = eulerc_known_before(stored, steps - done, eulerc_reach,
                                                   eulerc_block_points, units, eulerc_wraps);
    EULERC_SCRATCH real *const from = scratch + (known.first - taken.first);
    const int blocks = (int)((known.last - known.first) / eulerc_block_points);
    if (EULERC_KEPT > 1 && done + EULERC_KEPT <= alike) {
      eulerc_skewed_pass(from, plane, blocks, EULERC_KEPT, at_end, known.first, notes,
                         stored EULERC_PASS_FIELDS, c, &course, done, h);
      done += EULERC_KEPT;
    } else {
      eulerc_skewed_pass(from, plane, blocks, 1, at_end, known.first, notes,
                         stored EULERC_PASS_FIELDS, c, &course, done, done < alike ? h : last_h);
      done++;
    }
  }
}

// A tile of a launch, from y to next. `scratch`: room for `tiling.width` points of each component.
EULERC_IN_PLACE void eulerc_skewed_tile(EULERC_GLOBAL const real *y,
                                        EULERC_GLOBAL real *next EULERC_FIELDS,
                                        const eulerc_constants *c, const eulerc_launch *launch,
                                        const long number, EULERC_SCRATCH real *scratch) {
  const eulerc_tiling tiling = launch->tiling;
  const long plane = tiling.width, steps = eulerc_steps_in(launch);
  const eulerc_range stored = eulerc_box_along(tiling.units, tiling.blockUnits, number);
  const eulerc_range taken = eulerc_known_before(stored, steps, eulerc_reach, eulerc_block_points,
                                                 tiling.units, eulerc_wraps);
  const bool at_end = eulerc_is_at_end(taken, tiling.units);
  for (int q = 0; q < EULERC_LIVE_OUT_OF(c); q++)
    if (!eulerc_is_error(q))
      eulerc_skewed_load(y, scratch + q * plane, q, taken, tiling.units, c);
  if (at_end)
    eulerc_skewed_set_ghosts(scratch, plane, taken, c);

  if (eulerc_notes_events()) // compiled twice, so that steps without noted events are fast
    eulerc_skewed_steps(scratch, plane, steps, stored, taken, true EULERC_PASS_FIELDS, c, launch);
  else
    eulerc_skewed_steps(scratch, plane, steps, stored, taken, false EULERC_PASS_FIELDS, c, launch);
  for (int q = 0; q < EULERC_LIVE_OUT_OF(c); q++)
    eulerc_skewed_store(scratch + q * plane + (stored.first - taken.first), next, q, stored, c);
}
