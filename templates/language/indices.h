// Addresses of values, and integers with the language's semantics. In the common subset of OpenCL C
// and C++, after the prelude of either.

// The address of component q of the point `at`; components of fields are always apart
// (<eulerc/layout.h>). Values of neighbouring points are EULERC_STEP apart: 1, or all components of
// a point.
#define EULERC_STATE(q, at) ((q) * c->plane + (at) * EULERC_STEP)
#define EULERC_FIELD(q, at) ((q) * c->field_plane + (at))

// Integer division and remainder as in C, but 0 for a divisor 0. The least number divided by -1,
// which does not fit, is the least number.
EULERC_INLINE long eulerc_div(const long a, const long b) {
  return b == 0 ? 0 : b == -1 ? (long)(0ul - (unsigned long)a) : a / b;
}
EULERC_INLINE long eulerc_rem(const long a, const long b) {
  return b == 0 || b == -1 ? 0 : a % b;
}

// Indices moved back into [0, n): wrapped around a ring, or mirrored at the ends of the grid. Most
// are inside, and a division of longs takes as long as a point.
EULERC_INLINE long eulerc_wrap(const long i, const long n) {
  if (i >= 0 && i < n)
    return i;
  if (i >= -n && i < 2 * n) // nearly always
    return i < 0 ? i + n : i - n;
  const long rest = i % n;
  return rest < 0 ? rest + n : rest;
}
// The same for a place near the grid, as tiles read. With EULERC_LONG_RINGS, values at places more
// than n beyond an end are unused: the index is 0 there, and must not be used for neighbours.
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
// The next place on a ring.
EULERC_INLINE long eulerc_next_on_ring(const long at, const long n) { return at + 1 == n ? 0 : at + 1; }
// The same along an axis that is a ring; else unchanged.
EULERC_INLINE long eulerc_index(const long i, const bool is_ring, const long n) {
  return is_ring ? eulerc_wrap_near(i, n) : i;
}
// For points at the edge, which call these for each read.
EULERC_OF_INDEX long eulerc_wrap_read(const long i, const long n) { return eulerc_wrap(i, n); }
EULERC_OF_INDEX long eulerc_mirror(const long i, const long n) {
  if (i >= 0 && i < n)
    return i;
  const long rest = eulerc_wrap(i, 2 * n);
  return rest < n ? rest : 2 * n - 1 - rest;
}
