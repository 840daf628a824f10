// The linear scheme (thesis, ch. 5): one launch computes one step for all points.
//
//   y at step k  →  next at step k + 1
//
// EULERC_CHUNK (a build option) is the number of points a work-item takes at a time. Points of
// the interior are computed without any test; the others pay for the boundary.
//
// Only kernels say `restrict`. It holds in what they inline, and an inlined function that says it
// again becomes code that Oclgrind 21.10 cannot run (llvm.experimental.noalias.scope.decl).

// Points [begin, end) of a row, counted from its start.
EULERC_INLINE void eulerc_linear_row(global const real *y, global real *next EULERC_FIELDS,
                                     const eulerc_row *row, const long begin, const long end,
                                     const eulerc_constants *c, const real t, const real h) {
  const int last = EULERC_RANK - 1;
  const long interior_begin = row->inside ? min(max(begin, c->begin[last]), end) : end;
  const long interior_end = row->inside ? max(min(end, c->end[last]), interior_begin) : end;
  for (long j = begin; j < interior_begin; j++)
    eulerc_edge(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
  for (long j = interior_begin; j < interior_end; j++)
    eulerc_interior(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
  for (long j = interior_end; j < end; j++)
    eulerc_edge(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
}

EULERC_INLINE void eulerc_linear_range(global const real *y, global real *next EULERC_FIELDS,
                                       const long begin, const long end,
                                       const eulerc_constants *c, const real t, const real h) {
#if EULERC_RANK == 1
  const eulerc_row row = eulerc_make_row(0, c);
  eulerc_linear_row(y, next EULERC_PASS_FIELDS, &row, begin, end, c, t, h);
#else
  for (long first = begin; first < end;) {
    const long number = first / c->row;
    const long origin = number * c->row;
    const long last = min(end, origin + c->row);
    const eulerc_row row = eulerc_make_row(number, c);
    eulerc_linear_row(y, next EULERC_PASS_FIELDS, &row, first - origin, last - origin, c, t, h);
    first = last;
  }
#endif
}

// Each work-item takes one contiguous range of chunks (listing 5.2).
kernel void eulerc_linear_blocked(global const real *restrict y,
                                  global real *restrict next EULERC_FIELDS,
                                  const eulerc_constants c, const real t, const real h) {
  const long items = get_global_size(0);
  const long range = (c.points + items - 1) / items;
  const long begin = min((long)get_global_id(0) * range, c.points);
  eulerc_linear_range(y, next EULERC_PASS_FIELDS, begin, min(begin + range, c.points), &c, t, h);
}

// Work-item k takes chunk k, then moves on by the number of all work-items (listing 5.3).
kernel void eulerc_linear_strided(global const real *restrict y,
                                  global real *restrict next EULERC_FIELDS,
                                  const eulerc_constants c, const real t, const real h) {
  const long stride = (long)get_global_size(0) * EULERC_CHUNK;
  for (long begin = (long)get_global_id(0) * EULERC_CHUNK; begin < c.points; begin += stride)
    eulerc_linear_range(y, next EULERC_PASS_FIELDS, begin, min(begin + EULERC_CHUNK, c.points), &c,
                        t, h);
}
