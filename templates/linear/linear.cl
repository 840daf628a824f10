// The linear scheme (thesis, ch. 5): one launch computes one step for all points.
//
//   y at step k  →  next at step k + 1
//
// Points of the interior are computed without any test; other points are tested for the boundary.
//
// Build options: EULERC_GROUP, work-items of a work-group; EULERC_CHUNK, points that a work-item of
// the strided form takes at a time; EULERC_ACROSS, vectors of a row that a work-group takes;
// EULERC_DEEP, the number of rows or planes in which a work-item takes one vector each.
//
// Only kernels use `restrict`. It holds in the functions that they inline; an inlined function that
// repeats it becomes code that Oclgrind 21.10 cannot run (llvm.experimental.noalias.scope.decl).

// The first point of the first vector of a row; other vectors follow at multiples of their width.
// Memory is aligned there (<eulerc/layout.h>), so that the lanes of a GPU write whole sectors.
EULERC_INLINE long eulerc_first_vector(const eulerc_constants *c) {
#if EULERC_RANK == 1
  return (c->begin[0] + eulerc_alignment - 1) / eulerc_alignment * eulerc_alignment;
#else
  return c->begin[EULERC_RANK - 1];
#endif
}

// Point j of a row, with tests along the row's own axis.
EULERC_INLINE void eulerc_linear_end(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                     const eulerc_row *row, const long j,
                                     const eulerc_constants *c, const eulerc_moment now) {
#if EULERC_ROW_ENDS
  if (row->inside) {
    eulerc_row_end(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
    return;
  }
#endif
  eulerc_edge(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
}

// Points [begin, end) of a row that need no test along its own axis.
EULERC_INLINE void eulerc_linear_between(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                         const bool in_vectors, const eulerc_row *row,
                                         const long begin, const long end,
                                         const eulerc_constants *c, const eulerc_moment now) {
  if (begin >= end)
    return;
  long j = begin;
  const long missing = eulerc_wrap(eulerc_first_vector(c) - j, EULERC_WIDTH);
  // Rows shorter than a vector are not aligned.
  const long first = in_vectors && c->row >= EULERC_WIDTH ? min(j + missing, end) : end;
#if EULERC_EDGE_ROWS || EULERC_EDGE_VECTORS
  if (!row->inside) {
    const eulerc_lines lines = eulerc_find_lines(row, c);
    for (; j < (EULERC_EDGE_VECTORS ? first : end); j++)
#if EULERC_EDGE_ROWS
      eulerc_edge_row(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, &lines, j, c, now);
#else
      eulerc_edge(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
#endif
#if EULERC_EDGE_VECTORS
    for (; j + EULERC_WIDTH <= end; j += EULERC_WIDTH)
      eulerc_edge_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, &lines, j, EULERC_WIDTH, c, now);
    if (j < end)
      eulerc_edge_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, &lines, j, end - j, c, now);
#endif
    return;
  }
#endif
  for (; j < first; j++)
    eulerc_interior(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
  for (; j + EULERC_WIDTH <= end; j += EULERC_WIDTH)
    eulerc_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
  if (j < end)
    eulerc_vector_part(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, end - j, c, now);
}

// Points [begin, end) of a row, counted from its start.
EULERC_INLINE void eulerc_linear_row(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                     const bool in_vectors, const eulerc_row *row,
                                     const long begin, const long end, const eulerc_constants *c,
                                     const eulerc_moment now) {
  const long between_begin = min(max(begin, row->begin), end);
  const long between_end = max(min(end, row->end), between_begin);
  for (long j = begin; j < between_begin; j++)
    eulerc_linear_end(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
  eulerc_linear_between(y, next EULERC_OTHER() EULERC_PASS_FIELDS, in_vectors, row, between_begin, between_end, c,
                        now);
  for (long j = between_end; j < end; j++)
    eulerc_linear_end(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, c, now);
}

EULERC_INLINE void eulerc_linear_range(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                       const bool in_vectors, const long begin, const long end,
                                       const eulerc_constants *c, const eulerc_moment now) {
#if EULERC_RANK == 1
  const eulerc_row row = eulerc_make_row(0, c);
  eulerc_linear_row(y, next EULERC_OTHER() EULERC_PASS_FIELDS, in_vectors, &row, begin, end, c, now);
#else
  for (long first = begin; first < end;) {
    const long number = first / c->row;
    const long origin = number * c->row;
    const long last = min(end, origin + c->row);
    const eulerc_row row = eulerc_make_row(number, c);
    eulerc_linear_row(y, next EULERC_OTHER() EULERC_PASS_FIELDS, in_vectors, &row, first - origin, last - origin,
                      c, now);
    first = last;
  }
#endif
}

// The points of this work-item, which are one contiguous range.
EULERC_INLINE void eulerc_linear_own_range(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                           const bool in_vectors, const eulerc_constants *c,
                                           const eulerc_moment now) {
  const long items = get_global_size(0);
  const long first = eulerc_computed_begin(c), last = eulerc_computed_end(c);
  const long range = (last - first + items - 1) / items;
  const long begin = min(first + (long)get_global_id(0) * range, last);
  eulerc_linear_range(y, next EULERC_OTHER() EULERC_PASS_FIELDS, in_vectors, begin, min(begin + range, last), c,
                      now);
}

#if EULERC_BUILDS(linear_blocked)
// Each work-item takes one contiguous range of points (listing 5.2).
EULERC_LEVEL_KERNEL(eulerc_linear_blocked) {
  const eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  eulerc_linear_own_range(y, next EULERC_OTHER() EULERC_PASS_FIELDS, false, &c, now);
}
#endif

#if EULERC_BUILDS(linear_strided)
// Work-item k takes chunk k, then moves on by the number of all work-items (listing 5.3).
EULERC_LEVEL_KERNEL(eulerc_linear_strided) {
  const eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  const long stride = (long)get_global_size(0) * EULERC_CHUNK;
  const long first = eulerc_computed_begin(&c), last = eulerc_computed_end(&c);
  for (long begin = first + (long)get_global_id(0) * EULERC_CHUNK; begin < last; begin += stride)
    eulerc_linear_range(y, next EULERC_OTHER() EULERC_PASS_FIELDS, false, begin, min(begin + EULERC_CHUNK, last),
                        &c, now);
}
#endif

#if EULERC_BUILDS(linear_vector_ranges)
// The form `vector` for CPUs: each work-item takes one contiguous range, in vectors.
EULERC_LEVEL_KERNEL(eulerc_linear_vector_ranges) {
  const eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  eulerc_linear_own_range(y, next EULERC_OTHER() EULERC_PASS_FIELDS, true, &c, now);
}
#endif

#if EULERC_BUILDS(linear_vector) || (EULERC_BUILDS(linear_persistent) && !defined(EULERC_LINEAR_STREAMING))
// ---- the form `vector` for GPUs ------------------------------------------------------------------
// A work-item takes one vector in each of EULERC_DEEP consecutive rows (planes), so that loads that
// these share are done once. The vectors cover the interior except for the ends of its rows. The
// work-groups after the last vector take the other points, one for each work-item, so that no
// work-group with vectors waits for a boundary. The planner counts all work-groups.

// Extents of the interior, 0 if it is empty: slowest axis, axis between (1 if there is none),
// vectors of a row.
typedef struct {
  uint deep, high, across;
} eulerc_vectors;

EULERC_INLINE eulerc_vectors eulerc_count_vectors(const eulerc_constants *c) {
  eulerc_vectors v;
  v.deep = EULERC_RANK > 1 ? max(c->end[0] - c->begin[0], 0L) : 1;
  v.high = EULERC_RANK > 2 ? max(c->end[EULERC_RANK / 2] - c->begin[EULERC_RANK / 2], 0L) : 1;
  v.across = max(c->end[EULERC_RANK - 1] - eulerc_first_vector(c), 0L) / EULERC_WIDTH;
  if (v.deep == 0 || v.high == 0)
    v.deep = v.high = v.across = 0;
  return v;
}

// The number of points in no vector.
EULERC_INLINE long eulerc_others(const eulerc_vectors v, const eulerc_constants *c) {
  return c->points - (long)v.deep * v.high * v.across * EULERC_WIDTH;
}

// Whether a row of the slowest axis is computed, or any of `count` points of a line.
EULERC_INLINE bool eulerc_computes_rows(const long first, const long count, const eulerc_constants *c) {
  const long row = EULERC_RANK == 1 ? 1 : eulerc_high(c) * c->row;
  return eulerc_computes(first * row, (first + count) * row, c);
}

// One row's vector; `deep` and `high` are counted from the first point of the interior.
EULERC_INLINE void eulerc_one_vector(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                     const uint deep, const uint high, const uint across,
                                     const eulerc_constants *c, const eulerc_moment now) {
  if (EULERC_RANK == 1 ? !eulerc_computes_rows(eulerc_first_vector(c) + (long)across * EULERC_WIDTH, EULERC_WIDTH, c)
                       : !eulerc_computes_rows(c->begin[0] + deep, 1, c))
    return;
  const eulerc_row row = eulerc_row_at(EULERC_ROW(c->begin[0] + deep, c->begin[1] + high) c);
  eulerc_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row,
                eulerc_first_vector(c) + (long)across * EULERC_WIDTH, c, now);
}

// Point e of the points in no vector: first the ends of the interior's rows, then all other rows.
EULERC_INLINE void eulerc_other_point(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                      const eulerc_vectors v, const long e,
                                      const eulerc_constants *c, const eulerc_moment now) {
  const long covered = (long)v.across * EULERC_WIDTH;
  const long rest = c->row - covered;
  const long in_rows = (long)v.deep * v.high * rest;
  const bool beside = e < in_rows;
  const long k = beside ? e % rest : (e - in_rows) % c->row;
  const long j = beside && k >= eulerc_first_vector(c) ? k + covered : k;
#if EULERC_RANK > 1
  const long number = beside ? e / rest : (e - in_rows) / c->row;
#endif
#if EULERC_RANK == 2
  const long i0 = beside ? c->begin[0] + number : number < c->begin[0] ? number : number + v.deep;
#elif EULERC_RANK == 3
  long i0, i1;
  const long others = c->extent[1] - v.high; // rows outside of the interior in a plane that cuts it
  if (beside) {
    i0 = c->begin[0] + number / v.high;
    i1 = c->begin[1] + number % v.high;
  } else if (number < v.deep * others) {
    i0 = c->begin[0] + number / others;
    i1 = number % others;
    i1 = i1 < c->begin[1] ? i1 : i1 + v.high;
  } else {
    const long outside = number - v.deep * others;
    i0 = outside / c->extent[1];
    i1 = outside % c->extent[1];
    i0 = i0 < c->begin[0] ? i0 : i0 + v.deep;
  }
#endif
#if EULERC_RANK == 1
  if (!eulerc_computes_rows(j, 1, c))
#else
  if (!eulerc_computes_rows(i0, 1, c))
#endif
    return;
  const eulerc_row row = eulerc_row_at(EULERC_ROW(i0, i1) c);
  eulerc_linear_end(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, j, c, now);
}

// Numbers of work-groups: along the last axis, along the axis between, and of all with vectors.
typedef struct {
  uint across, high, in_vectors;
} eulerc_groups;
EULERC_INLINE eulerc_groups eulerc_count_groups(const eulerc_vectors v) {
  const uint down = EULERC_GROUP / EULERC_ACROSS; // rows of a work-group
  const uint across = EULERC_RANK == 1 ? EULERC_ACROSS * EULERC_DEEP : EULERC_ACROSS;
  const uint deep = EULERC_RANK == 1   ? 1
                    : EULERC_RANK == 2 ? down * EULERC_DEEP
                                       : EULERC_DEEP;
  eulerc_groups groups;
  groups.across = (v.across + across - 1) / across;
  groups.high = EULERC_RANK < 3 ? 1 : (v.high + down - 1) / down;
  groups.in_vectors = groups.across * groups.high * ((v.deep + deep - 1) / deep);
  return groups;
}

// Computes the vectors or points of work-group g.
EULERC_INLINE void eulerc_linear_group(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                       const eulerc_vectors v, const eulerc_groups groups,
                                       const uint group, const eulerc_constants *c,
                                       const eulerc_moment now) {
  const uint x = get_local_id(0) % EULERC_ACROSS;
  const long others = eulerc_others(v, c);
  const uint in_others = (uint)((others + EULERC_GROUP - 1) / EULERC_GROUP);
  if (group < in_others) {
    const long e = (long)group * EULERC_GROUP + get_local_id(0);
    if (e < others)
      eulerc_other_point(y, next EULERC_OTHER() EULERC_PASS_FIELDS, v, e, c, now);
    return;
  }
  const uint g = group - in_others;
#if EULERC_RANK == 1
#pragma unroll
  for (uint k = 0; k < EULERC_DEEP; k++) {
    const uint across = (g * EULERC_DEEP + k) * EULERC_ACROSS + x;
    if (across < v.across)
      eulerc_one_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, 0, 0, across, c, now);
  }
#else
  const uint down = EULERC_GROUP / EULERC_ACROSS;
  const uint row = get_local_id(0) / EULERC_ACROSS;
  const uint across = g % groups.across * EULERC_ACROSS + x;
  const uint stack = g / groups.across;
  const uint high = EULERC_RANK == 2 ? 0 : stack % groups.high * down + row;
  const uint deep = EULERC_RANK == 2 ? (stack * down + row) * EULERC_DEEP
                                     : stack / groups.high * EULERC_DEEP;
  if (across >= v.across || high >= v.high)
    return;
#pragma unroll
  for (uint k = 0; k < EULERC_DEEP; k++)
    if (deep + k < v.deep)
      eulerc_one_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, deep + k, high, across, c, now);
#endif
}

// The number of work-groups of a step.
EULERC_INLINE uint eulerc_linear_groups(const eulerc_vectors v, const eulerc_groups groups,
                                        const eulerc_constants *c) {
  return groups.in_vectors + (uint)((eulerc_others(v, c) + EULERC_GROUP - 1) / EULERC_GROUP);
}
#endif

#if EULERC_BUILDS(linear_vector)
EULERC_INLINE void eulerc_linear_level(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                       const eulerc_constants *c, const eulerc_moment now) {
  const eulerc_vectors v = eulerc_count_vectors(c);
  const eulerc_groups groups = eulerc_count_groups(v);
#if EULERC_RANK == 2
  // A loop of one iteration: with it, NVIDIA's compiler makes faster code for two axes, but slower
  // code for one or three.
  const uint first = (uint)eulerc_first_group();
  const uint all = min(eulerc_linear_groups(v, groups, c), first + (uint)get_num_groups(0));
  for (uint g = first + get_group_id(0); g < all; g += get_num_groups(0))
#else
  const uint g = get_group_id(0);
#endif
    eulerc_linear_group(y, next EULERC_OTHER() EULERC_PASS_FIELDS, v, groups, g, c, now);
}

EULERC_LEVEL_KERNEL(eulerc_linear_vector) {
  eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  if (c.points == 0)
    return;
#if defined(EULERC_SHIFTS) && defined(EULERC_STAGES)
  // If levels have nothing in common, each is a separate copy and loads only what it reads.
  if (eulerc_levels_differ) {
    EULERC_FOR(stage, EULERC_STAGES)
      if (now.stage == stage) {
        now.stage = stage;
        eulerc_linear_level(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &c, now);
      }
    return;
  }
#endif
  eulerc_linear_level(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &c, now);
}
#endif
