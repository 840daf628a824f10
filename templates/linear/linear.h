// The linear scheme on the host: one step for canonical grid points [begin, end), row by row.
// The interior is computed without any test; other points are tested for the boundary.
//
// Points are computed one by one here, and in vectors in linear_vectors.h.

// The pointer for new values that leave the caches before they are read: stores through it do not
// read the cache line first, which saves a third of a step's memory traffic.
struct eulerc_non_temporal {
  real *p;
  eulerc_non_temporal operator+(long values) const { return {p + values}; }
  real &operator[](long value) const { return p[value]; }
};

// Whether the two copies of the state are larger than the last cache. Then a step finds nothing in
// the cache that the step before wrote. The size is the one that plans for OpenCL use, because
// sizes reported by the system may be wrong, especially in virtual machines.
static bool eulerc_goes_past(const eulerc_constants *c) {
  return 2 * c->plane * EULERC_COMPONENTS * (long)sizeof(real) > eulerc::processors::lastCache;
}

// Waits until non-temporal stores are in memory, before other threads are notified.
static void eulerc_finish_stores() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

// The parameters of functions that compute points of a row. The first two of these functions are
// defined once, with the model.
#define EULERC_ROW_POINTS                                                                          \
  const real *restrict y,                                                                          \
      real *restrict next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,                  \
      const eulerc_row *place, eulerc_range points, const eulerc_constants *constants,             \
      eulerc_moment now
#define EULERC_PASS_ROW_POINTS                                                                     \
  y, next EULERC_OTHER() EULERC_PASS_FIELDS, place, points, constants, now
typedef void eulerc_take_points(EULERC_ROW_POINTS);
eulerc_take_points eulerc_interior_range, eulerc_edge_row_range;

// A large step is a separate function, compiled for each level of processors. Its callers are
// compiled once.
#ifdef EULERC_LARGE_STEP
#undef EULERC_CLONES
#define EULERC_CLONES
#endif

#if EULERC_COMPILES_MODEL
EULERC_CLONES EULERC_IN_VECTORS void eulerc_interior_range(EULERC_ROW_POINTS) {
  const eulerc_constants c = *constants; // copies: stores to `next` cannot change them
  const eulerc_row row = *place;
  for (long j = points.first; j < points.last; j++)
    eulerc_interior(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, j, &c, now);
}
#endif

// Points that need tests along the row's own axis.
#ifndef EULERC_LARGE_STEP
static
#endif
    eulerc_take_points eulerc_end_range;
#if EULERC_COMPILES_MODEL || !defined(EULERC_LARGE_STEP)
void eulerc_end_range(EULERC_ROW_POINTS) {
#if EULERC_ROW_ENDS
  if (place->inside) {
    for (long j = points.first; j < points.last; j++)
      eulerc_row_end(y, next EULERC_OTHER() EULERC_PASS_FIELDS, place, j, constants, now);
    return;
  }
#endif
  for (long j = points.first; j < points.last; j++)
    eulerc_edge(y, next EULERC_OTHER() EULERC_PASS_FIELDS, place, j, constants, now);
}
#endif

// Points of a row at the boundary that need no tests along its own axis: the rows that it reads are
// found once.
#if EULERC_COMPILES_MODEL
EULERC_CLONES EULERC_IN_VECTORS void eulerc_edge_row_range(EULERC_ROW_POINTS) {
  const eulerc_constants c = *constants;
  const eulerc_row row = *place;
#if EULERC_EDGE_ROWS
  const eulerc_lines lines = eulerc_find_lines(&row, &c);
  for (long j = points.first; j < points.last; j++)
    eulerc_edge_row(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, &lines, j, &c, now);
#elif defined(EULERC_LARGE_STEP)
  eulerc_end_range(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, points, &c,
                   now); // the same, compiled once
#else
  for (long j = points.first; j < points.last; j++)
    eulerc_edge(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, j, &c, now);
#endif
}
#endif

// `interior`, `edge_row`, `ends`: eulerc_interior_range, eulerc_edge_row_range and
// eulerc_end_range, or the same in vectors. `unit`: 1, or the points of a vector if the ends of
// rows are whole vectors.
template <eulerc_take_points interior, eulerc_take_points edge_row, eulerc_take_points ends,
          int unit>
static void eulerc_linear_range(const real *y,
                                real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
                                long begin, long end, const eulerc_constants *c,
                                eulerc_moment now) {
  while (begin < end) {
    const long number = begin / c->row, origin = number * c->row;
    const long first = begin - origin, stop = eulerc_min(end - origin, c->row);
    eulerc_row row = eulerc_make_row(number, c);
    if (row.inside && c->row >= 2 * unit) {
      row.begin = (row.begin + unit - 1) / unit * unit;
      row.end = row.end / unit * unit;
    }
    eulerc_range between;
    between.first = eulerc_clamp(row.begin, first, stop);
    between.last = eulerc_clamp(row.end, between.first, stop);
    ends(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, {first, between.first}, c, now);
    if (row.inside)
      interior(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, between, c, now);
    else if (between.first < between.last)
      edge_row(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, between, c, now);
    ends(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, {between.last, stop}, c, now);
    begin = origin + stop;
  }
}

#ifndef EULERC_TIMED_OF // a program that looks up data over time defines it
#define EULERC_TIMED_OF(now, c) eulerc_timed(now, c)
#endif

template <eulerc_take_points interior, eulerc_take_points edge_row, eulerc_take_points ends,
          int unit>
static void eulerc_step_range(const void *constants, const void *y, void *next,
                              const void *const *fields, std::int64_t begin, std::int64_t end,
                              std::int64_t level, double t, double next_t, double h) {
  const auto *c = static_cast<const eulerc_constants *>(constants);
  [[maybe_unused]] const real *const other = static_cast<const real *>(next);
  eulerc_linear_range<interior, edge_row, ends, unit>(
      static_cast<const real *>(y),
      static_cast<real *>(next) EULERC_OTHER() EULERC_UNPACK_FIELDS(fields), begin, end, c,
      EULERC_TIMED_OF(eulerc_moment_of(EULERC_STAGES_OF(c), level,
                                       {static_cast<real>(t), static_cast<real>(next_t)},
                                       static_cast<real>(h)),
                      c));
  eulerc_finish_stores();
}
