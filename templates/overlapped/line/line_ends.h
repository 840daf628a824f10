// One step of a vector of a line, also beside its ends. In the common subset of OpenCL C and C++:
// tiles in registers (overlapped.cl) and in caches (delayed.h) use it alike.
//
//   vector j, its neighbours, whether the tile sees an end of the grid, and whether all points are
//   computed alike → vector j a step later
//
// Beyond an end with a dirichlet rule a tile keeps its value: what is computed there gets it anew.
// Beyond a mirrored end lie values of the same step: they are copied from before it into the window
// that a vector is computed from, and so need not be kept. Points there are computed, too, but
// nobody uses them.
//
// Behind the compiler's text (KeptText.cpp): EULERC_REACH, in points; EULERC_MIRROR_LOW, _HIGH, the
// components that are mirrored at an end, bits; eulerc_advance; eulerc_set_ghosts.

#if EULERC_MIRROR_LOW || EULERC_MIRROR_HIGH

// A window holds three vectors of each component. Of a state they are counted as in the file, so
// that of two classes component 2 * k is lane k of the first: those of the vector itself begin at
// EULERC_OWN, and none from EULERC_UNSEEN on is read.
#define EULERC_NEAR_REACH (EULERC_REACH < EULERC_WIDTH ? EULERC_REACH : EULERC_WIDTH)
#define EULERC_OWN (EULERC_WIDTH * EULERC_PERIOD)
#define EULERC_UNSEEN ((2 * EULERC_WIDTH + EULERC_NEAR_REACH) * EULERC_PERIOD)
#define EULERC_SEEN(x) seen[(x) % EULERC_PERIOD][(x) / EULERC_PERIOD]

// Ghost m behind the end is like the component as far before it. On a GPU lanes stay in registers,
// which have no numbers at run time.
#ifdef EULERC_SHIFTS
#define EULERC_UNROLL_GHOSTS EULERC_UNROLL
#define EULERC_MIRROR_BEHIND(m)                                                                    \
  EULERC_UNROLL                                                                                    \
  for (int x = EULERC_OWN + 1; x < EULERC_UNSEEN; x++) {                                           \
    if (x > 2 * (m))                                                                               \
      EULERC_SEEN(x) = x == end + (m) ? EULERC_SEEN(x - 2 * (m) - 1) : EULERC_SEEN(x);             \
  }
#else
#define EULERC_UNROLL_GHOSTS
#define EULERC_MIRROR_BEHIND(m)                                                                    \
  if (end + (m) < EULERC_UNSEEN && end > (m))                                                      \
    EULERC_SEEN(end + (m)) = EULERC_SEEN(end - 1 - (m));
#endif

// Ghosts beyond mirrored ends, where the window of points j … sees them. Those near the ends come
// first: on a grid shorter than the reach, what lies before one end is a ghost of the other.
EULERC_INLINE void eulerc_mirror_ends(realv (*window)[EULERC_COMPONENTS], const long j,
                                      const eulerc_constants *c) {
  const long behind = c->extent[0] - EULERC_PERIOD * (j - EULERC_WIDTH);
  const bool is_first = EULERC_MIRROR_LOW && j == 0;
  const bool is_last = EULERC_MIRROR_HIGH && behind > EULERC_OWN && behind < EULERC_UNSEEN;
  if (!is_first && !is_last)
    return;
  const int end = is_last ? (int)behind : 0; // where the grid ends in the window
  EULERC_UNROLL_GHOSTS
  for (int s = 0; s < EULERC_COMPONENTS; s += EULERC_PERIOD) {
    if (!((EULERC_MIRROR_LOW | EULERC_MIRROR_HIGH) >> s & 1))
      continue;
    real seen[EULERC_PERIOD][3 * EULERC_WIDTH];
    EULERC_UNROLL_GHOSTS
    for (int r = 0; r < EULERC_PERIOD; r++) {
      EULERC_STORE_LANES(window[0][s + r], seen[r]);
      EULERC_STORE_LANES(window[1][s + r], seen[r] + EULERC_WIDTH);
      EULERC_STORE_LANES(window[2][s + r], seen[r] + 2 * EULERC_WIDTH);
    }
    EULERC_UNROLL_GHOSTS
    for (int m = 0; m < (EULERC_NEAR_REACH + 1) * EULERC_PERIOD - 1; m++) {
      if (EULERC_MIRROR_LOW >> s & 1 && is_first && m < EULERC_NEAR_REACH * EULERC_PERIOD)
        EULERC_SEEN(EULERC_OWN - 1 - m) = EULERC_SEEN(EULERC_OWN + m);
      if (EULERC_MIRROR_HIGH >> s & 1 && is_last) {
        EULERC_MIRROR_BEHIND(m)
      }
    }
    EULERC_UNROLL_GHOSTS
    for (int r = 0; r < EULERC_PERIOD; r++) {
      window[0][s + r] = EULERC_VECTOR_OF(seen[r]);
      window[1][s + r] = EULERC_VECTOR_OF(seen[r] + EULERC_WIDTH);
      window[2][s + r] = EULERC_VECTOR_OF(seen[r] + 2 * EULERC_WIDTH);
    }
  }
}

#endif

EULERC_IN_PLACE void eulerc_advance_in_line(const realv *left, const realv *own, const realv *right,
                                            realv *next EULERC_FIELDS, const bool at_end,
                                            const long j, const bool alike,
                                            const eulerc_constants *c, const eulerc_moment now) {
#if EULERC_MIRROR_LOW || EULERC_MIRROR_HIGH
  realv window[3][EULERC_COMPONENTS];
  EULERC_FOR(q, EULERC_COMPONENTS) {
    window[0][q] = left[q];
    window[1][q] = own[q];
    window[2][q] = right[q];
  }
  if (at_end)
    eulerc_mirror_ends(window, j, c);
  eulerc_advance(window[0], window[1], window[2], next EULERC_PASS_FIELDS, j, alike, c, now);
#else
  eulerc_advance(left, own, right, next EULERC_PASS_FIELDS, j, alike, c, now);
#endif
  if (at_end)
    eulerc_set_ghosts(next, j, c);
}
