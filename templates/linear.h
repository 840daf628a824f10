// The linear scheme on the host: one step for canonical grid points [begin, end), row by row.
// The interior is computed without any test; the other points pay for the boundary.
EULERC_CLONES
static void eulerc_interior_range(const real *restrict y, real *restrict next EULERC_FIELDS,
                                  const eulerc_row *place, long begin, long end,
                                  const eulerc_constants *constants, real t, real h) {
  const eulerc_constants c = *constants; // copies: stores to `next` cannot change them
  const eulerc_row row = *place;
  for (long j = begin; j < end; j++)
    eulerc_interior(y, next EULERC_PASS_FIELDS, &row, j, &c, t, h);
}

// Points where the row's own axis needs tests.
static void eulerc_end_range(const real *restrict y, real *restrict next EULERC_FIELDS,
                             const eulerc_row *row, long begin, long end, const eulerc_constants *c,
                             real t, real h) {
#if EULERC_RANK > 1
  if (row->inside) {
    for (long j = begin; j < end; j++)
      eulerc_row_end(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
    return;
  }
#endif
  for (long j = begin; j < end; j++)
    eulerc_edge(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
}

// Points of a row at the boundary where its own axis needs none: the rows it reads are found once.
#if EULERC_EDGE_ROWS
EULERC_CLONES
static void eulerc_edge_row_range(const real *restrict y, real *restrict next EULERC_FIELDS,
                                  const eulerc_row *place, long begin, long end,
                                  const eulerc_constants *constants, real t, real h) {
  const eulerc_constants c = *constants;
  const eulerc_row row = *place;
  const eulerc_lines lines = eulerc_find_lines(&row, &c);
  for (long j = begin; j < end; j++)
    eulerc_edge_row(y, next EULERC_PASS_FIELDS, &row, &lines, j, &c, t, h);
}
#endif

static long eulerc_clamp(long value, long low, long high) {
  return value < low ? low : value > high ? high : value;
}

static void eulerc_linear_range(const real *y, real *next EULERC_FIELDS, long begin, long end,
                                const eulerc_constants *c, real t, real h) {
  while (begin < end) {
    const long number = begin / c->row, origin = number * c->row;
    const long first = begin - origin, stop = eulerc_min(end - origin, c->row);
    const eulerc_row row = eulerc_make_row(number, c);
    const long between_begin = eulerc_clamp(row.begin, first, stop);
    const long between_end = eulerc_clamp(row.end, between_begin, stop);
    eulerc_end_range(y, next EULERC_PASS_FIELDS, &row, first, between_begin, c, t, h);
    if (row.inside)
      eulerc_interior_range(y, next EULERC_PASS_FIELDS, &row, between_begin, between_end, c, t, h);
#if EULERC_EDGE_ROWS
    else if (between_begin < between_end)
      eulerc_edge_row_range(y, next EULERC_PASS_FIELDS, &row, between_begin, between_end, c, t, h);
#endif
    eulerc_end_range(y, next EULERC_PASS_FIELDS, &row, between_end, stop, c, t, h);
    begin = origin + stop;
  }
}

static void eulerc_step_range(const void *constants, const void *y, void *next,
                              [[maybe_unused]] const void *const *fields, std::int64_t begin,
                              std::int64_t end, double t, double h) {
  eulerc_linear_range(static_cast<const real *>(y),
                      static_cast<real *>(next) EULERC_UNPACK_FIELDS(fields), begin, end,
                      static_cast<const eulerc_constants *>(constants), static_cast<real>(t),
                      static_cast<real>(h));
}
