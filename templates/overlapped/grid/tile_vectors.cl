// Vectors of the rows of a grid, in registers: what overlapped tiles of both forms, strips.cl and
// kept.cl, do with them.
//
//   the lanes of a vector within reach of its neighbours  →  local memory  →  the neighbours
//
// A work-item has a block: a vector of each of EULERC_KEPT rows that follow each other;
// EULERC_ACROSS work-items side by side make a band, and the bands of a work-group follow each
// other. The compiler says how far a point looks and which rules hold beyond the sides
// (StripsText.cpp).
//
// Build options: EULERC_GROUP, EULERC_ACROSS, EULERC_KEPT, EULERC_PARTS (1: the grid does not end
// with a block).

// The last point of a row may lack components of its classes: then it is no whole block.
#if EULERC_PARTS || EULERC_PERIOD > 1
#define EULERC_IS_CUT 1
#else
#define EULERC_IS_CUT 0
#endif

// Strips begin and end with any row, not with whole blocks.
#ifdef EULERC_LEVELS
#define EULERC_CUTS_ROWS 1
#else
#define EULERC_CUTS_ROWS 0
#endif

// Where a work-item's neighbours are, as distances in local memory.
typedef struct {
  int left, right, above, below;
} eulerc_neighbours;

EULERC_INLINE eulerc_neighbours eulerc_neighbours_of(const int x, const int band) {
  const eulerc_neighbours to = {
      x > 0 ? -1 : 0, x + 1 < EULERC_ACROSS ? 1 : 0, band > 0 ? -EULERC_ACROSS : 0,
      band + 1 < EULERC_GROUP / EULERC_ACROSS ? EULERC_ACROSS : 0};
  return to;
}

// ---- what crosses local memory -----------------------------------------------------------------
// Components that neighbours read, bits of which EULERC_SHOWN_COMPONENTS are set at most, have places
// one behind the other.
#define EULERC_EVER_SHOWN (EULERC_READ_BY_RIGHT | EULERC_READ_BY_LEFT | EULERC_READ_BY_ROWS)

EULERC_INLINE int eulerc_shown_place(const int q, const ulong shown) {
  int place = 0;
  EULERC_FOR(other, EULERC_COMPONENTS)
    place += other < q && (shown >> other & 1);
  return place;
}

// Lanes that neighbours read, each in a place of its own: neighbouring work-items then use
// neighbouring banks.
#if EULERC_WIDTH > 2 * EULERC_REACH_ALONG && EULERC_REACH_ALONG > 0
#define EULERC_SHOWN (2 * EULERC_REACH_ALONG)
#else
#define EULERC_SHOWN EULERC_WIDTH
#endif
#define EULERC_IS_FIRST(k) ((k) < EULERC_REACH_ALONG)
#define EULERC_IS_LAST(k) ((k) >= EULERC_WIDTH - EULERC_REACH_ALONG)
// Of rows that are shown whole each lane has a place.
#define EULERC_EDGE(k)                                                                             \
  ((whole || (k) < EULERC_REACH_ALONG ? (k) : (k)-EULERC_WIDTH + EULERC_SHOWN) * EULERC_GROUP)

EULERC_IN_PLACE void eulerc_show(local real *edge, const realv v, const bool whole, const bool all,
                                 const bool to_left, const bool to_right) {
#define EULERC_SHOW(v, k)                                                                          \
  (all || (to_left && EULERC_IS_FIRST(0x##k)) || (to_right && EULERC_IS_LAST(0x##k))               \
       ? (void)(edge[EULERC_EDGE(0x##k)] = EULERC_LANE(v, k))                                      \
       : (void)0)
  EULERC_EACH(EULERC_SHOW, v);
#undef EULERC_SHOW
}

// Lanes out of reach are not read by anyone.
EULERC_IN_PLACE realv eulerc_see_left(local const real *edge, const bool whole) {
#define EULERC_SEE(edge, k) (EULERC_IS_LAST(0x##k) ? edge[EULERC_EDGE(0x##k)] : 0)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}
EULERC_IN_PLACE realv eulerc_see_right(local const real *edge, const bool whole) {
#define EULERC_SEE(edge, k) (EULERC_IS_FIRST(0x##k) ? edge[EULERC_EDGE(0x##k)] : 0)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}
EULERC_IN_PLACE realv eulerc_see_all(local const real *edge) {
#define EULERC_SEE(edge, k) edge[0x##k * EULERC_GROUP]
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}

// ---- global memory -----------------------------------------------------------------------------
// Whether there is such a layer or row.
EULERC_INLINE bool eulerc_has(const int near, const int extent, const bool is_ring) {
  return is_ring || (uint)near < (uint)extent;
}

// Points j … of all components of the row that begins at `begin`; of those that lie outside of the
// grid, and of a row that is not there, 0.
EULERC_INLINE void eulerc_keep(global const real *y, realv *own, const long begin,
                               const bool has_row, const long j, const eulerc_constants *c) {
  const bool is_whole = j >= 0 && j + (EULERC_RING_ALONG ? EULERC_WIDTH : 1) <= c->row;
  EULERC_FOR(q, EULERC_COMPONENTS) {
    own[q] = (realv)(0);
    if (q >= EULERC_LASTING)
      continue;
    if (has_row && is_whole) {
      own[q] = eulerc_load(y + EULERC_STATE(q, begin + j), 1);
    } else if (has_row && EULERC_RING_ALONG) {
      real values[EULERC_WIDTH];
      EULERC_FOR(k, EULERC_WIDTH)
        values[k] = y[EULERC_STATE(q, begin + eulerc_wrap(j + k, c->row))];
      own[q] = EULERC_VECTOR_OF(values);
    }
  }
}

// ---- ghosts ------------------------------------------------------------------------------------
// The lanes beyond the ends of a row are like those before them. `is_first`: the grid begins with
// this vector; `end`: the lane at which it ends.
EULERC_INLINE void eulerc_mirror_lanes(eulerc_kept_row *row, const bool is_first, const int end) {
  EULERC_FOR(q, EULERC_COMPONENTS) {
    if (!((EULERC_MIRROR_LEFT | EULERC_MIRROR_RIGHT) >> q & 1))
      continue;
    real lanes[3 * EULERC_WIDTH];
    EULERC_STORE_LANES(row->left[q], lanes);
    EULERC_STORE_LANES(row->own[q], lanes + EULERC_WIDTH);
    EULERC_STORE_LANES(row->right[q], lanes + 2 * EULERC_WIDTH);
    if (EULERC_MIRROR_LEFT >> q & 1)
      EULERC_FOR(k, EULERC_REACH_ALONG)
        lanes[EULERC_WIDTH - 1 - k] =
            is_first ? lanes[EULERC_WIDTH + k] : lanes[EULERC_WIDTH - 1 - k];
    if (EULERC_MIRROR_RIGHT >> q & 1)
#pragma unroll
      for (int x = 1; x < EULERC_WIDTH + EULERC_REACH_ALONG; x++)
        EULERC_FOR(k, EULERC_REACH_ALONG)
          if (x > k && EULERC_WIDTH + x - (2 * k + 1) >= 0)
            lanes[EULERC_WIDTH + x] = x == end + k ? lanes[EULERC_WIDTH + x - (2 * k + 1)]
                                                   : lanes[EULERC_WIDTH + x];
    row->left[q] = EULERC_VECTOR_OF(lanes);
    row->own[q] = EULERC_VECTOR_OF(lanes + EULERC_WIDTH);
    row->right[q] = EULERC_VECTOR_OF(lanes + 2 * EULERC_WIDTH);
  }
}

EULERC_INLINE void eulerc_mirror_row(eulerc_kept_row *row, const eulerc_kept_row *other,
                                     const int q, const bool is_ghost) {
  row->left[q] = is_ghost ? other->left[q] : row->left[q];
  row->own[q] = is_ghost ? other->own[q] : row->own[q];
  row->right[q] = is_ghost ? other->right[q] : row->right[q];
}

// Beyond mirrored sides a block sees what is before them. Of the rows that it sees the grid has
// [begin, rows), counted from the block's first one, and lanes up to `end`.
EULERC_INLINE void eulerc_mirror_block(eulerc_kept_row *seen, const int begin, const int rows,
                                       const bool is_first_lane, const int end) {
  eulerc_kept_row *const first = seen + EULERC_REACH_DOWN;
#pragma unroll
  for (int k = -EULERC_REACH_DOWN; k < EULERC_KEPT + EULERC_REACH_DOWN; k++) {
#if EULERC_IS_CUT
    eulerc_mirror_lanes(&first[k], is_first_lane, end);
#else
    EULERC_FOR(q, EULERC_COMPONENTS) {
      if (EULERC_MIRROR_LEFT >> q & 1)
        first[k].left[q] = is_first_lane ? EULERC_REVERSED(first[k].own[q]) : first[k].left[q];
      if (EULERC_MIRROR_RIGHT >> q & 1)
        first[k].right[q] =
            end == EULERC_WIDTH ? EULERC_REVERSED(first[k].own[q]) : first[k].right[q];
    }
#endif
  }
  // Unless blocks are cut, their sides are those of the grid.
  EULERC_FOR(q, EULERC_COMPONENTS)
    EULERC_FOR(m, EULERC_REACH_DOWN)
#pragma unroll
      for (int k = -EULERC_REACH_DOWN; k < EULERC_KEPT + EULERC_REACH_DOWN; k++) {
        const int above = k - (2 * m + 1), below = k + 2 * m + 1;
        if (EULERC_MIRROR_ABOVE >> q & 1 && below < EULERC_KEPT + EULERC_REACH_DOWN &&
            (EULERC_CUTS_ROWS || k == -1 - m))
          eulerc_mirror_row(&first[k], &first[below], q, k == begin - 1 - m);
        if (EULERC_MIRROR_BELOW >> q & 1 && above >= -EULERC_REACH_DOWN &&
            (EULERC_CUTS_ROWS || EULERC_IS_CUT || k == EULERC_KEPT + m))
          eulerc_mirror_row(&first[k], &first[above], q, k == rows + m);
      }
}

// Far from a side of the grid it does not matter how far.
EULERC_INLINE int eulerc_near(const long distance) {
  return (int)clamp(distance, -1L << 28, 1L << 28);
}
