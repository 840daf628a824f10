// One step of a vector of a line, also near its ends. In the common subset of OpenCL C and C++:
// tiles in registers (registers_line.cl) and in caches (skewed.h) share it.
//
//   vector j, its neighbours, whether the tile reads an end of the grid, and whether no guard is
//   open → vector j a step later
//
// Beyond an end with a dirichlet rule a tile keeps its value: points there are set to it after each
// step. Beyond a mirrored end lie values of the same step. They are copied into the window from
// which a vector is computed, and are not kept. Points there are computed, too, but not used.
//
// After the compiler's text (forms/registers.cpp), which defines eulerc_reach, in points;
// eulerc_mirror_low and _high, the components mirrored at an end, as bits; eulerc_advance;
// eulerc_set_ghosts.

#ifdef EULERC_MIRRORS

// A window holds three vectors of each component. Components of a state are counted as in the file:
// with two classes, component 2 * k is lane k of the first class. Components of the vector itself
// begin at eulerc_own, and components from eulerc_unseen on are not read.
enum {
  eulerc_near_reach = eulerc_reach < EULERC_WIDTH ? eulerc_reach : EULERC_WIDTH,
  eulerc_own = EULERC_WIDTH * EULERC_PERIOD,
  eulerc_unseen = (2 * EULERC_WIDTH + eulerc_near_reach) * EULERC_PERIOD
};
#define EULERC_SEEN(x) seen[(x) % EULERC_PERIOD][(x) / EULERC_PERIOD]

// Ghost m after the end equals the component as far before the end. On a GPU lanes stay in
// registers, which cannot be indexed at run time.
#ifdef EULERC_SHIFTS
#define EULERC_UNROLL_GHOSTS EULERC_UNROLL
#else
#define EULERC_UNROLL_GHOSTS
#endif

// Sets the ghosts beyond mirrored ends that the window of points j … contains. Ghosts near the ends
// come first: on a grid shorter than the reach, points before one end are ghosts of the other.
EULERC_INLINE void eulerc_mirror_ends(realv (*window)[EULERC_COMPONENTS], const long j,
                                      const eulerc_constants *c) {
  const long behind = c->extent[0] - EULERC_PERIOD * (j - EULERC_WIDTH);
  const bool is_first = eulerc_mirror_low && j == 0;
  const bool is_last = eulerc_mirror_high && behind > eulerc_own && behind < eulerc_unseen;
  if (!is_first && !is_last)
    return;
  const int end = is_last ? (int)behind : 0; // where the grid ends in the window
  EULERC_UNROLL_GHOSTS
  for (int s = 0; s < EULERC_COMPONENTS; s += EULERC_PERIOD) {
    if (!((eulerc_mirror_low | eulerc_mirror_high) >> s & 1))
      continue;
    real seen[EULERC_PERIOD][3 * EULERC_WIDTH];
    EULERC_UNROLL_GHOSTS
    for (int r = 0; r < EULERC_PERIOD; r++) {
      EULERC_STORE_LANES(window[0][s + r], seen[r]);
      EULERC_STORE_LANES(window[1][s + r], seen[r] + EULERC_WIDTH);
      EULERC_STORE_LANES(window[2][s + r], seen[r] + 2 * EULERC_WIDTH);
    }
    EULERC_UNROLL_GHOSTS
    for (int m = 0; m < (eulerc_near_reach + 1) * EULERC_PERIOD - 1; m++) {
      if (eulerc_mirror_low >> s & 1 && is_first && m < eulerc_near_reach * EULERC_PERIOD)
        EULERC_SEEN(eulerc_own - 1 - m) = EULERC_SEEN(eulerc_own + m);
      if (eulerc_mirror_high >> s & 1 && is_last) {
#ifdef EULERC_SHIFTS
        EULERC_UNROLL
        for (int x = eulerc_own + 1; x < eulerc_unseen; x++)
          if (x > 2 * m)
            EULERC_SEEN(x) = x == end + m ? EULERC_SEEN(x - 2 * m - 1) : EULERC_SEEN(x);
#else
        if (end + m < eulerc_unseen && end > m)
          EULERC_SEEN(end + m) = EULERC_SEEN(end - 1 - m);
#endif
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
                                            const long j, const bool full,
                                            const eulerc_constants *c, const eulerc_moment now) {
#ifdef EULERC_MIRRORS
  realv window[3][EULERC_COMPONENTS];
  EULERC_FOR(q, EULERC_COMPONENTS) {
    window[0][q] = left[q];
    window[1][q] = own[q];
    window[2][q] = right[q];
  }
  if (at_end)
    eulerc_mirror_ends(window, j, c);
  eulerc_advance(window[0], window[1], window[2], next EULERC_PASS_FIELDS, j, full, c, now);
#else
  eulerc_advance(left, own, right, next EULERC_PASS_FIELDS, j, full, c, now);
#endif
  if (at_end)
    eulerc_set_ghosts(next, j, c);
}
