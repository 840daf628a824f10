// The linear scheme on the host, in vectors: points [begin, end) of a row, between its ends.
// Emitted for each width of vectors, behind vectors.h and the step in vectors.
//
//   16 points a vector, memory aligned at point 2, points [2, 254)  →  vectors at 2, 18, … 226, and
//   one more at 238, which computes some points again
static void eulerc_interior_vectors(const real *restrict y, real *restrict next EULERC_FIELDS,
                                    const eulerc_row *place, long begin, long end,
                                    const eulerc_constants *constants, real t, real h) {
  if (end - begin < EULERC_WIDTH)
    return eulerc_interior_range(y, next EULERC_PASS_FIELDS, place, begin, end, constants, t, h);
  const eulerc_constants c = *constants; // copies: stores to `next` cannot change them
  const eulerc_row row = *place;
  // Memory is aligned at this point, and every multiple of a vector away (<eulerc/layout.h>).
  const long aligned = EULERC_RANK == 1 ? 0 : c.begin[EULERC_RANK - 1];
  long j = begin + eulerc_wrap(aligned - begin, EULERC_WIDTH);
  if (j > begin)
    eulerc_vector(y, next EULERC_PASS_FIELDS, &row, begin, &c, t, h);
  // A row ends within a cache line, part of which is written in the usual way: of short rows that
  // costs more than it gains (two cores, 256 points: 2.5 times slower; 2000: 1.1 times faster).
  const bool is_long = EULERC_RANK == 1 || c.row >= 1024;
  if (is_long && eulerc_streams(&c))
    for (; j + EULERC_WIDTH <= end; j += EULERC_WIDTH)
      eulerc_vector(y, eulerc_past_caches{next} EULERC_PASS_FIELDS, &row, j, &c, t, h);
  else
    for (; j + EULERC_WIDTH <= end; j += EULERC_WIDTH)
      eulerc_vector(y, next EULERC_PASS_FIELDS, &row, j, &c, t, h);
  if (j < end)
    eulerc_vector(y, next EULERC_PASS_FIELDS, &row, end - EULERC_WIDTH, &c, t, h);
}

// A row at the boundary.
static void eulerc_edge_row_vectors(const real *restrict y, real *restrict next EULERC_FIELDS,
                                    const eulerc_row *place, long begin, long end,
                                    const eulerc_constants *constants, real t, real h) {
#if EULERC_EDGE_VECTORS
  if (end - begin >= EULERC_WIDTH) {
    const eulerc_constants c = *constants;
    const eulerc_row row = *place;
    const eulerc_lines lines = eulerc_find_lines(&row, &c);
    for (long j = begin; j + EULERC_WIDTH < end; j += EULERC_WIDTH)
      eulerc_edge_vector(y, next EULERC_PASS_FIELDS, &row, &lines, j, EULERC_WIDTH, &c, t, h);
    eulerc_edge_vector(y, next EULERC_PASS_FIELDS, &row, &lines, end - EULERC_WIDTH, EULERC_WIDTH,
                       &c, t, h);
    return;
  }
#endif
  eulerc_edge_row_range(y, next EULERC_PASS_FIELDS, place, begin, end, constants, t, h);
}
