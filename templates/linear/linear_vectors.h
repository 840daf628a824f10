// The linear scheme on the host, in vectors: points of a row, between its ends. Emitted for each
// width of vectors, after vectors.h and the step in vectors.
//
//   16 points a vector, memory aligned at point 2, points [2, 254)  →  vectors at 2, 18, … 226, and
//   one more at 238, which computes some points a second time
#ifdef EULERC_END_VECTORS
#define EULERC_END_UNIT EULERC_WIDTH // ends of rows are whole vectors
#else
#define EULERC_END_UNIT 1
#endif
EULERC_INLINE void eulerc_whole_vectors_of_row(EULERC_ROW_POINTS) {
  const long begin = points.first, end = points.last;
  const eulerc_constants c = *constants; // copies: stores to `next` cannot change them
  const eulerc_row row = *place;
  // Memory is aligned at this point, and at multiples of the vector width from it
  // (<eulerc/layout.h>).
  const long aligned = -c.lead;
  long j = begin + eulerc_wrap(aligned - begin, EULERC_WIDTH);
  if (j > begin)
    eulerc_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, begin, &c, now);
  // Only whole cache lines are stored non-temporally, and nothing else may write into them: a store
  // to a line on its way to memory waits. Therefore the last vectors of a row use normal stores;
  // on short rows this leaves nothing to gain. If the ends of rows are whole vectors, no line is
  // shared, and rows of 3-D grids are prefetched. Steps of many components gain nothing, and a
  // second copy of such a step takes long to compile.
#if EULERC_COMPONENTS <= 64
  const long in_line = 64 / sizeof(real), unit = EULERC_WIDTH > in_line ? EULERC_WIDTH : in_line;
  const long past = aligned + (end - EULERC_WIDTH - aligned) / unit * unit;
  const bool is_long =
      EULERC_RANK == 1 || c.row >= 1024 || (EULERC_RANK == 3 && EULERC_END_UNIT > 1);
  if (is_long && eulerc_goes_past(&c))
    for (; j < past; j += EULERC_WIDTH) {
#ifdef EULERC_FETCHES
      eulerc_fetch(y EULERC_PASS_FIELDS, &row, j, &c);
#endif
      eulerc_vector(y, eulerc_non_temporal{next} EULERC_OTHER() EULERC_PASS_FIELDS, &row, j, &c,
                    now);
    }
#endif
  for (; j + EULERC_WIDTH <= end; j += EULERC_WIDTH)
    eulerc_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, j, &c, now);
  if (j < end)
    eulerc_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, end - EULERC_WIDTH, &c, now);
}

static void eulerc_interior_vectors(EULERC_ROW_POINTS) {
  if (points.last - points.first < EULERC_WIDTH)
    return eulerc_interior_range(EULERC_PASS_ROW_POINTS);
#if defined(EULERC_STAGES) && !defined(EULERC_LARGE_STEP)
  if (eulerc_levels_differ) { // each copy loads only what it reads
    EULERC_FOR(stage, EULERC_STAGES)
      if (now.stage == stage) {
        now.stage = stage;
        eulerc_whole_vectors_of_row(EULERC_PASS_ROW_POINTS);
      }
    return;
  }
#endif
  eulerc_whole_vectors_of_row(EULERC_PASS_ROW_POINTS);
}

// A row at the boundary.
static void eulerc_edge_row_vectors(EULERC_ROW_POINTS) {
#if EULERC_EDGE_VECTORS
  const long begin = points.first, end = points.last;
  if (end - begin >= EULERC_WIDTH) {
    const eulerc_constants c = *constants;
    const eulerc_row row = *place;
    const eulerc_lines lines = eulerc_find_lines(&row, &c);
    for (long j = begin; j < end; j += EULERC_WIDTH)
      eulerc_edge_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, &row, &lines,
                         eulerc_min(j, end - EULERC_WIDTH), EULERC_WIDTH, &c, now);
    return;
  }
#endif
  eulerc_edge_row_range(EULERC_PASS_ROW_POINTS);
}

// Points that need tests along the row's own axis. All vectors lie in the row, and no other point
// is stored.
static void eulerc_end_vectors(EULERC_ROW_POINTS) {
#ifdef EULERC_END_VECTORS
  const long row = constants->row;
  if (place->inside && row >= 2 * EULERC_WIDTH) {
    for (long j = points.first; j < points.last; j += EULERC_WIDTH)
      eulerc_end_vector(y, next EULERC_OTHER() EULERC_PASS_FIELDS, place,
                        eulerc_min(j, row - EULERC_WIDTH),
                        {j, eulerc_min(j + EULERC_WIDTH, points.last)}, constants, now);
    return;
  }
#endif
  eulerc_end_range(EULERC_PASS_ROW_POINTS);
}
