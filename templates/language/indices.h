// Where values lie, and integers as the language has them. In the common subset of OpenCL C and C++,
// behind what each of them begins with.

// Where component q of the point `at` lies; fields are always apart (<eulerc/layout.h>). The values
// of neighbouring points are EULERC_STEP apart: 1, or all components of a point.
#define EULERC_STATE(q, at) ((q) * c->plane + (at) * EULERC_STEP)
#define EULERC_FIELD(q, at) ((q) * c->field_plane + (at))

// Integer division and remainder as in C, but 0 for a divisor 0; the least number by -1, which does
// not fit, is the least number.
EULERC_INLINE long eulerc_div(const long a, const long b) {
  return b == 0 ? 0 : b == -1 ? (long)(0ul - (unsigned long)a) : a / b;
}
EULERC_INLINE long eulerc_rem(const long a, const long b) {
  return b == 0 || b == -1 ? 0 : a % b;
}

// Indices brought back into [0, n): round the grid, and mirrored at the walls beyond its ends. Most
// are inside, and a division of longs takes as long as a point.
EULERC_INLINE long eulerc_wrap(const long i, const long n) {
  if (i >= 0 && i < n)
    return i;
  if (i >= -n && i < 2 * n) // nearly always
    return i < 0 ? i + n : i - n;
  const long rest = i % n;
  return rest < 0 ? rest + n : rest;
}
// The same of a place near the grid, as tiles read. With EULERC_LONG_RINGS no value is used of places
// that are more than n beyond an end: of those it gives 0, from which no neighbour may be derived.
EULERC_INLINE long eulerc_wrap_near(const long i, const long n) {
#ifdef EULERC_LONG_RINGS
  const int at = (int)i, end = (int)n, other = at < 0 ? at + end : at - end;
  return at >= 0 && at < end ? at : other >= 0 && other < end ? other : 0;
#else
  if (i >= 0 && i < n)
    return i;
  if (i >= -n && i < 2 * n)
    return i < 0 ? i + n : i - n;
  const int rest = (int)i % (int)n; // a tenth of the instructions of a division of longs
  return rest < 0 ? rest + n : rest;
#endif
}
// The place behind one of a ring.
EULERC_INLINE long eulerc_next_on_ring(const long at, const long n) { return at + 1 == n ? 0 : at + 1; }
// The same along an axis that is a ring; else as it is.
EULERC_INLINE long eulerc_index(const long i, const bool is_ring, const long n) {
  return is_ring ? eulerc_wrap_near(i, n) : i;
}
// Where each point at the edge asks, for each of its reads.
EULERC_OF_INDEX long eulerc_wrap_read(const long i, const long n) { return eulerc_wrap(i, n); }
EULERC_OF_INDEX long eulerc_mirror(const long i, const long n) {
  if (i >= 0 && i < n)
    return i;
  const long rest = eulerc_wrap(i, 2 * n);
  return rest < n ? rest : 2 * n - 1 - rest;
}
