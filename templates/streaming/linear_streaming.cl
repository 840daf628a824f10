// The linear scheme on GPUs, for 3-D grids: work-items stream along the slowest axis.
//
//   y at step k  →  next at step k + 1
//
// A work-item computes one vector in each of EULERC_DEEP consecutive planes and keeps the values
// that they share in registers. Its vectors may lie anywhere in the grid: beyond the ends they read
// values of the boundary rules, so no point needs a separate computation. Inside the grid rows are
// not tested, because a conditional load waits for the loads before it.
//
// Build options: EULERC_GROUP, EULERC_ACROSS (vectors of a row that a work-group takes),
// EULERC_DEEP, EULERC_LINEAR_STREAMING_UNROLL (planes that are unrolled), and those of row_ends.cl.
// Rows are aligned at their first points.

// Numbers of work-groups: along the last axis, along the axis between, and of all.
typedef struct {
  uint across, high, all;
} eulerc_streaming_groups;
EULERC_INLINE eulerc_streaming_groups eulerc_count_streaming_groups(const eulerc_constants *c) {
  const uint down = EULERC_GROUP / EULERC_ACROSS; // rows of a work-group
  eulerc_streaming_groups groups;
  groups.across = (c->row + EULERC_WIDTH * EULERC_ACROSS - 1) / (EULERC_WIDTH * EULERC_ACROSS);
  groups.high = (c->extent[1] + down - 1) / down;
  groups.all = groups.across * groups.high * ((c->extent[0] + EULERC_DEEP - 1) / EULERC_DEEP);
  return groups;
}

// Computes the columns of work-group g.
EULERC_INLINE void eulerc_stream_group(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                      const eulerc_streaming_groups groups, const uint g,
                                      const eulerc_constants *c, const eulerc_moment now) {
  const uint down = EULERC_GROUP / EULERC_ACROSS;
  const uint x = get_local_id(0) % EULERC_ACROSS, mine = get_local_id(0) / EULERC_ACROSS;
  const uint stack = g / groups.across;
  const uint i2 = (g % groups.across * EULERC_ACROSS + x) * EULERC_WIDTH;
  const uint i1 = stack % groups.high * down + mine, i0 = stack / groups.high * EULERC_DEEP;
  const uint end = min(i0 + EULERC_DEEP, (uint)c->extent[0]);
  if (i2 >= c->row || i1 >= c->extent[1] || i0 >= end)
    return;
  if (eulerc_is_stream_inside(i0, end, i1, c))
    eulerc_stream_column(y, next EULERC_OTHER() EULERC_PASS_FIELDS, true, i0, end, i1, i2, c, now);
  else
    eulerc_stream_column(y, next EULERC_OTHER() EULERC_PASS_FIELDS, false, i0, end, i1, i2, c, now);
}

#if EULERC_BUILDS(linear_streaming)
EULERC_LEVEL_KERNEL(eulerc_linear_streaming) {
  eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  if (c.points == 0)
    return;
#ifdef EULERC_STAGES
  if (eulerc_levels_differ) { // each copy loads only what it reads
    EULERC_FOR(stage, EULERC_STAGES)
      if (now.stage == stage) {
        now.stage = stage;
        eulerc_stream_group(y, next EULERC_OTHER() EULERC_PASS_FIELDS,
                            eulerc_count_streaming_groups(&c),
                            eulerc_first_group() + get_group_id(0), &c, now);
      }
    return;
  }
#endif
  eulerc_stream_group(y, next EULERC_OTHER() EULERC_PASS_FIELDS, eulerc_count_streaming_groups(&c),
                      eulerc_first_group() + get_group_id(0), &c, now);
}
#endif
