// Overlapped tiles on processors, for 1-D grids: the form `delayed`. In the common subset of OpenCL
// C and C++: one work-item, or one thread, computes a tile.
//
//   y at step launch * S  →  a tile in scratch memory, S steps  →  next, S steps later
//
// The tile lies in a cache. A pass over it advances it by EULERC_KEPT steps, all of them in flight
// in registers: in turn i vector i of the old values is loaded, and step m of the pass computes
// vector i - 1 - 2 * m of its own. Step m takes what the step before it computed one turn ago, one
// vector later than it could: so no step of a turn waits for another one. What comes out last goes
// to where it came from: nobody needs the old value any more. overlap.h says which vectors a pass
// goes over, and why that is right.
//
// EULERC_KEPT is a build option on OpenCL, a constant on the host.

// One turn. `careful`: not all steps have a vector to compute, or some see an end of the grid, if
// the tile has one, or some have points that are not computed like most. `j`: the point at which
// vector 0 begins.
EULERC_IN_PLACE void eulerc_delayed_turn(EULERC_SCRATCH real *tile, const long plane, const int i,
                                         const int vectors, realv (*left)[EULERC_COMPONENTS],
                                         realv (*own)[EULERC_COMPONENTS],
                                         realv (*coming)[EULERC_COMPONENTS], const int levels,
                                         const bool careful, const bool at_end,
                                         const long j EULERC_FIELDS, const eulerc_constants *c,
                                         const eulerc_moment *moments) {
  if (!careful || i < vectors) {
    EULERC_UNROLL
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      coming[0][q] = eulerc_load_in_tile(tile + q * plane + (long)i * EULERC_WIDTH, 1);
  }
  EULERC_UNROLL
  for (int k = 0; k < levels; k++) {
    const int m = levels - 1 - k;
    const int v = i - 1 - 2 * m;
    realv new_values[EULERC_COMPONENTS];
    const bool has_vector = !careful || (v >= 0 && v < vectors);
    if (has_vector) {
      const long at = j + (long)v * EULERC_WIDTH;
      const bool alike = !careful || eulerc_is_alike(at, at + EULERC_WIDTH, c);
      eulerc_advance_in_line(left[m], own[m], coming[m], new_values EULERC_PASS_FIELDS,
                             careful && at_end, at, alike, c, moments[m]);
      if (m == levels - 1) {
        EULERC_UNROLL
        for (int q = 0; q < EULERC_COMPONENTS; q++)
          eulerc_store_in_tile(tile + q * plane + (long)v * EULERC_WIDTH, new_values[q]);
      }
    }
    EULERC_UNROLL
    for (int q = 0; q < EULERC_COMPONENTS; q++) {
      left[m][q] = own[m][q];
      own[m][q] = coming[m][q];
      if (m < levels - 1 && has_vector)
        coming[m + 1][q] = new_values[q];
    }
  }
}

// A pass: advances `vectors` vectors of the tile by `levels` levels of steps of length h, from
// level `first` of the course on.
EULERC_IN_PLACE void eulerc_delayed_pass(EULERC_SCRATCH real *tile, const long plane,
                                         const int vectors, const int levels, const bool at_end,
                                         const long j EULERC_FIELDS, const eulerc_constants *c,
                                         const eulerc_course *course, const long first,
                                         const real h) {
  realv left[EULERC_KEPT][EULERC_COMPONENTS], own[EULERC_KEPT][EULERC_COMPONENTS],
      coming[EULERC_KEPT][EULERC_COMPONENTS];
  eulerc_moment moments[EULERC_KEPT];
  EULERC_UNROLL
  for (int m = 0; m < levels; m++) {
    moments[m] = eulerc_timed(eulerc_moment_in(course, first + m), c);
    moments[m].h = h;
    EULERC_UNROLL
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      left[m][q] = own[m][q] = coming[m][q] = EULERC_SPLAT(0);
  }
  // Only the first vector and the last two lie beyond an end of the grid; their neighbours see what
  // is mirrored there.
  const int beside = EULERC_MIRROR_LOW || EULERC_MIRROR_HIGH ? 1 : 0;
  const int front = 2 * (levels - 1) + 2 + beside, back = vectors - 1 - beside;
  const int turns = vectors + 1 + 2 * (levels - 1);
  int i = 0;
  while (i < turns) {
    // Turn i computes vectors i + 1 - 2 * levels to i - 1.
    const long seen = j + (long)(i + 1 - 2 * levels) * EULERC_WIDTH;
    const long alike = eulerc_alike_until(seen, j + (long)back * EULERC_WIDTH, c);
    const int end = i < front ? i : (int)((alike - j) / EULERC_WIDTH) + 1;
    EULERC_UNROLL_TURNS
    for (; i < end && i < back; i++)
      eulerc_delayed_turn(tile, plane, i, vectors, left, own, coming, levels, false, at_end,
                          j EULERC_PASS_FIELDS, c, moments);
    if (i < turns) {
      eulerc_delayed_turn(tile, plane, i, vectors, left, own, coming, levels, true, at_end,
                          j EULERC_PASS_FIELDS, c, moments);
      i++;
    }
  }
}

// Points [first, last) of component q into the tile; round a ring they may lie outside of the grid.
EULERC_IN_PLACE void eulerc_delayed_load(EULERC_GLOBAL const real *y, EULERC_SCRATCH real *tile,
                                         const int q, const eulerc_range taken, const long units,
                                         const eulerc_constants *c) {
  for (long j = taken.first; j < taken.last; j += EULERC_WIDTH) {
    EULERC_SCRATCH real *const to = tile + (j - taken.first);
    if (!EULERC_WRAPS || (j >= 0 && j + EULERC_WIDTH <= units)) {
      eulerc_store_in_tile(to, eulerc_load(y + EULERC_STATE(q, c->lead + j), 1));
    } else {
      for (int k = 0; k < EULERC_WIDTH; k++)
        to[k] = y[EULERC_STATE(q, c->lead + eulerc_wrap(j + k, units))];
    }
  }
}

EULERC_IN_PLACE void eulerc_delayed_set_ghosts(EULERC_SCRATCH real *tile, const long plane,
                                               const eulerc_range taken,
                                               const eulerc_constants *c) {
  const long vectors = (taken.last - taken.first) / EULERC_WIDTH;
  for (long k = 0; k < 3; k++) { // the first one and the last two
    const long v = k == 0 || vectors < 2 ? 0 : vectors - k;
    realv values[EULERC_COMPONENTS];
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      values[q] = eulerc_load_in_tile(tile + q * plane + v * EULERC_WIDTH, 1);
    eulerc_set_ghosts(values, taken.first + v * EULERC_WIDTH, c);
    for (int q = 0; q < EULERC_COMPONENTS; q++)
      eulerc_store_in_tile(tile + q * plane + v * EULERC_WIDTH, values[q]);
  }
}

// Points [first, last) of component q, which the tile begins with, into the next state.
EULERC_IN_PLACE void eulerc_delayed_store(EULERC_SCRATCH const real *tile, EULERC_GLOBAL real *next,
                                          const int q, const eulerc_range stored,
                                          const eulerc_constants *c) {
  const long last = stored.first + (stored.last - stored.first) / EULERC_WIDTH * EULERC_WIDTH;
  const bool goes_past = EULERC_GOES_PAST(c);
  for (long j = stored.first; j < last; j += EULERC_WIDTH)
    EULERC_STORE_ONCE(goes_past, next + EULERC_STATE(q, c->lead + j),
                      eulerc_load_in_tile(tile + (j - stored.first), 1));
  for (long j = last; j < stored.last; j++)
    next[EULERC_STATE(q, c->lead + j)] = tile[j - stored.first];
}

// A tile of a launch, from y to next. `scratch`: room for `tiling.width` points of each component.
EULERC_IN_PLACE void eulerc_delayed_tile(EULERC_GLOBAL const real *y,
                                         EULERC_GLOBAL real *next EULERC_FIELDS,
                                         const eulerc_constants *c, const eulerc_launch *launch,
                                         const long number, EULERC_SCRATCH real *scratch) {
  const eulerc_tiling tiling = launch->tiling;
  const real h = launch->h, last_h = launch->last_h;
  const long plane = tiling.width, steps = eulerc_overlap_steps(tiling, launch->number);
  const eulerc_range stored = eulerc_overlap_stored(tiling, number);
  const eulerc_range taken =
      eulerc_overlap_known(tiling, number, steps, EULERC_REACH, EULERC_WIDTH, EULERC_WRAPS);
  // The last point may lack components of its classes: it is an end as well.
  const bool at_end = !EULERC_WRAPS && (taken.first < 0 || taken.last >= tiling.units);
  for (int q = 0; q < EULERC_LASTING_OF(c); q++)
    if (!EULERC_IS_ERROR(q))
      eulerc_delayed_load(y, scratch + q * plane, q, taken, tiling.units, c);
  if (at_end)
    eulerc_delayed_set_ghosts(scratch, plane, taken, c);

  // The run's last step may be shorter: it is computed by itself, as are those that fill no pass.
  const eulerc_course course = eulerc_course_in(launch, c);
  const long before = course.last_step > 0 ? course.last_step : 0;
  const long alike = last_h == h || before > steps ? steps : before;
  for (long done = 0; done < steps;) {
    const eulerc_range known = eulerc_overlap_known(tiling, number, steps - done, EULERC_REACH,
                                                    EULERC_WIDTH, EULERC_WRAPS);
    EULERC_SCRATCH real *const from = scratch + (known.first - taken.first);
    const int vectors = (int)((known.last - known.first) / EULERC_WIDTH);
    if (done + EULERC_KEPT <= alike) {
      eulerc_delayed_pass(from, plane, vectors, EULERC_KEPT, at_end, known.first EULERC_PASS_FIELDS,
                          c, &course, done, h);
      done += EULERC_KEPT;
    } else {
      eulerc_delayed_pass(from, plane, vectors, 1, at_end, known.first EULERC_PASS_FIELDS, c,
                          &course, done, done < alike ? h : last_h);
      done++;
    }
  }
  for (int q = 0; q < EULERC_LASTING_OF(c); q++)
    eulerc_delayed_store(scratch + q * plane + (stored.first - taken.first), next, q, stored, c);
}
