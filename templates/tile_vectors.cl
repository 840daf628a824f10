// Vectors of the rows of a 2-D grid, in registers: what overlapped tiles of both forms, strips.cl
// and kept.cl, do with them.
//
//   the lanes of a vector within reach of its neighbours  →  local memory  →  the neighbours
//
// The compiler says how far a point looks and which rules hold beyond the sides (StripsText.cpp).
//
// Build options: EULERC_GROUP.

// ---- what crosses local memory -----------------------------------------------------------------
// Lanes that neighbours read, each in a place of its own: neighbouring work-items then use
// neighbouring banks.
#if EULERC_WIDTH > 2 * EULERC_REACH_ALONG && EULERC_REACH_ALONG > 0
#define EULERC_SHOWN (2 * EULERC_REACH_ALONG)
#else
#define EULERC_SHOWN EULERC_WIDTH
#endif
#define EULERC_IS_FIRST(k) ((k) < EULERC_REACH_ALONG)
#define EULERC_IS_LAST(k) ((k) >= EULERC_WIDTH - EULERC_REACH_ALONG)
#define EULERC_EDGE(k) (((k) < EULERC_REACH_ALONG ? (k) : (k)-EULERC_WIDTH + EULERC_SHOWN) * EULERC_GROUP)

EULERC_INLINE void eulerc_show(local real *edge, const realv v, const bool to_left,
                               const bool to_right) {
#define EULERC_SHOW(v, k)                                                                          \
  ((to_left && EULERC_IS_FIRST(0x##k)) || (to_right && EULERC_IS_LAST(0x##k))                      \
       ? (void)(edge[EULERC_EDGE(0x##k)] = EULERC_LANE(v, k))                                      \
       : (void)0)
  EULERC_EACH(EULERC_SHOW, v);
#undef EULERC_SHOW
}

// Lanes out of reach are not read by anyone.
EULERC_INLINE realv eulerc_see_left(local const real *edge) {
#define EULERC_SEE(edge, k) (EULERC_IS_LAST(0x##k) ? edge[EULERC_EDGE(0x##k)] : 0)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}
EULERC_INLINE realv eulerc_see_right(local const real *edge) {
#define EULERC_SEE(edge, k) (EULERC_IS_FIRST(0x##k) ? edge[EULERC_EDGE(0x##k)] : 0)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}

// ---- global memory -----------------------------------------------------------------------------
// Points j … of a row of all components, of which some may lie outside of the grid. The first of
// them lies at `at` if the row is in the grid: it is row `near` as its sides see it (eulerc_near), of
// `rows`; really row i.
EULERC_INLINE void eulerc_keep(global const real *y, realv *own, const long at, const int near,
                               const int rows, const long j, const long i,
                               const eulerc_constants *c) {
  const bool has_row = EULERC_RING_DOWN || (uint)near < (uint)rows;
  const bool is_whole = j >= 0 && j + (EULERC_RING_ALONG ? EULERC_WIDTH : 1) <= c->row;
  const long begin =
      EULERC_RING_DOWN ? c->lead + eulerc_wrap(i, c->extent[0]) * c->stride[0] : at - j;
#pragma unroll
  for (int q = 0; q < EULERC_COMPONENTS; q++) {
    own[q] = (realv)(0);
    if (has_row && is_whole) {
      own[q] = eulerc_load(y + EULERC_STATE(q, begin + j), 1);
    } else if (has_row && EULERC_RING_ALONG) {
      real values[EULERC_WIDTH];
#pragma unroll
      for (int k = 0; k < EULERC_WIDTH; k++)
        values[k] = y[EULERC_STATE(q, begin + eulerc_wrap(j + k, c->row))];
      own[q] = EULERC_VECTOR_OF(values);
    }
  }
}

// A point of the grid near one that may lie outside: where fields are read for a value that nobody
// uses.
EULERC_INLINE long eulerc_place_inside(const long i, const long j, const eulerc_constants *c) {
  const long last = c->row - 1;
  return c->lead + clamp(i, 0L, c->extent[0] - 1) * c->stride[0] +
         clamp(j, 0L, last - last % EULERC_WIDTH);
}

// ---- ghosts ------------------------------------------------------------------------------------
// The lanes beyond the ends of a row are like those before them. `is_first`: the grid begins with
// this vector; `end`: the lane at which it ends.
EULERC_INLINE void eulerc_mirror_lanes(eulerc_kept_row *row, const bool is_first, const int end) {
#pragma unroll
  for (int q = 0; q < EULERC_COMPONENTS; q++) {
    if (!((EULERC_MIRROR_LEFT | EULERC_MIRROR_RIGHT) >> q & 1))
      continue;
    real lanes[3 * EULERC_WIDTH];
    EULERC_STORE_LANES(row->left[q], lanes);
    EULERC_STORE_LANES(row->own[q], lanes + EULERC_WIDTH);
    EULERC_STORE_LANES(row->right[q], lanes + 2 * EULERC_WIDTH);
    if (EULERC_MIRROR_LEFT >> q & 1)
#pragma unroll
      for (int k = 0; k < EULERC_REACH_ALONG; k++)
        lanes[EULERC_WIDTH - 1 - k] =
            is_first ? lanes[EULERC_WIDTH + k] : lanes[EULERC_WIDTH - 1 - k];
    if (EULERC_MIRROR_RIGHT >> q & 1)
#pragma unroll
      for (int x = 1; x < EULERC_WIDTH + EULERC_REACH_ALONG; x++)
#pragma unroll
        for (int k = 0; k < EULERC_REACH_ALONG; k++)
          if (x > k && EULERC_WIDTH + x - (2 * k + 1) >= 0)
            lanes[EULERC_WIDTH + x] = x == end + k ? lanes[EULERC_WIDTH + x - (2 * k + 1)]
                                                   : lanes[EULERC_WIDTH + x];
    row->left[q] = EULERC_VECTOR_OF(lanes);
    row->own[q] = EULERC_VECTOR_OF(lanes + EULERC_WIDTH);
    row->right[q] = EULERC_VECTOR_OF(lanes + 2 * EULERC_WIDTH);
  }
}

// Rows whose indices are asked for; round a ring they have another.
EULERC_INLINE long eulerc_index_of_row(const long i, const eulerc_constants *c) {
  return EULERC_RING_DOWN ? eulerc_wrap(i, c->extent[0]) : i;
}

// Far from a side of the grid it does not matter how far.
EULERC_INLINE int eulerc_near(const long distance) {
  return (int)clamp(distance, -1L << 28, 1L << 28);
}
