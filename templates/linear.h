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

static void eulerc_edge_range(const real *restrict y, real *restrict next EULERC_FIELDS,
                              const eulerc_row *row, long begin, long end,
                              const eulerc_constants *c, real t, real h) {
  for (long j = begin; j < end; j++)
    eulerc_edge(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
}

static long eulerc_clamp(long value, long low, long high) {
  return value < low ? low : value > high ? high : value;
}

static void eulerc_linear_range(const real *y, real *next EULERC_FIELDS, long begin, long end,
                                const eulerc_constants *c, real t, real h) {
  const int last = EULERC_RANK - 1;
  while (begin < end) {
    const long number = begin / c->row, origin = number * c->row;
    const long first = begin - origin, stop = eulerc_min(end - origin, c->row);
    const eulerc_row row = eulerc_make_row(number, c);
    const long interior_begin = row.inside ? eulerc_clamp(c->begin[last], first, stop) : stop;
    const long interior_end = row.inside ? eulerc_clamp(c->end[last], interior_begin, stop) : stop;
    eulerc_edge_range(y, next EULERC_PASS_FIELDS, &row, first, interior_begin, c, t, h);
    eulerc_interior_range(y, next EULERC_PASS_FIELDS, &row, interior_begin, interior_end, c, t, h);
    eulerc_edge_range(y, next EULERC_PASS_FIELDS, &row, interior_end, stop, c, t, h);
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
