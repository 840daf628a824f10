// Vectors of rows in registers: the operations that both kinds of overlapped tiles, streaming.cl
// and registers_plane.cl, share.
//
//   the lanes of a vector within reach of its neighbours  →  local memory  →  the neighbours
//
// A work-item has a block: a vector in each of EULERC_KEPT consecutive rows. EULERC_ACROSS
// work-items next to each other make a band, and a work-group has several bands, one after the
// other. The compiler defines the reach of a point and the rules beyond the sides
// (forms/streaming.cpp).
//
// Build options: EULERC_GROUP, EULERC_ACROSS, EULERC_KEPT, EULERC_LAST_POINTS and EULERC_LAST_ROWS
// (lanes and rows of the grid's last blocks; 0: all).

enum {
// The last point of a row may lack classes: then it is no whole block.
#if EULERC_LAST_POINTS || EULERC_LAST_ROWS || EULERC_PERIOD > 1 || EULERC_WIDTH > 4
  eulerc_is_cut = 1,
#else
  eulerc_is_cut = 0,
#endif
#ifdef EULERC_STREAMING_LEVELS // streaming tiles begin and end with any row, not with whole blocks
  eulerc_cuts_rows = 1,
#else
  eulerc_cuts_rows = 0,
#endif
  // A ring of whole blocks along a row has no ends: each block lies in it, in one piece.
  eulerc_is_endless = eulerc_ring_along && !eulerc_is_cut,
  // Lanes that neighbours read. Each lane has a separate place, so that neighbouring work-items use
  // neighbouring banks.
  eulerc_shown = EULERC_WIDTH > 2 * eulerc_reach_along && eulerc_reach_along > 0
                     ? 2 * eulerc_reach_along
                     : EULERC_WIDTH
};

// The distances of a work-item's neighbours in local memory.
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
// The place of a component among those that neighbours read. `shown` has a bit for each of them, at
// most eulerc_shown_components.
EULERC_INLINE int eulerc_shown_place(const int q, const ulong shown) {
  int place = 0;
  EULERC_FOR(other, EULERC_COMPONENTS)
    place += other < q && (shown >> other & 1);
  return place;
}

EULERC_INLINE bool eulerc_is_first(const int k) { return k < eulerc_reach_along; }
EULERC_INLINE bool eulerc_is_last(const int k) { return k >= EULERC_WIDTH - eulerc_reach_along; }
// The place of a lane. Rows that are shown whole have a place for each lane.
EULERC_INLINE int eulerc_edge_place(const bool whole, const int k) {
  return (whole || eulerc_is_first(k) ? k : k - EULERC_WIDTH + eulerc_shown) * EULERC_GROUP;
}

EULERC_IN_PLACE void eulerc_show(local real *edge, const realv v, const bool whole, const bool all,
                                 const bool to_left, const bool to_right) {
#define EULERC_SHOW(v, k)                                                                          \
  (all || (to_left && eulerc_is_first(0x##k)) || (to_right && eulerc_is_last(0x##k))               \
       ? (void)(edge[eulerc_edge_place(whole, 0x##k)] = EULERC_LANE(v, k))                                      \
       : (void)0)
  EULERC_EACH(EULERC_SHOW, v);
#undef EULERC_SHOW
}

// Lanes out of reach are not read.
EULERC_IN_PLACE realv eulerc_see_left(local const real *edge, const bool whole) {
#define EULERC_SEE(edge, k) (eulerc_is_last(0x##k) ? edge[eulerc_edge_place(whole, 0x##k)] : 0)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}
EULERC_IN_PLACE realv eulerc_see_right(local const real *edge, const bool whole) {
#define EULERC_SEE(edge, k) (eulerc_is_first(0x##k) ? edge[eulerc_edge_place(whole, 0x##k)] : 0)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}
EULERC_IN_PLACE realv eulerc_see_all(local const real *edge) {
#define EULERC_SEE(edge, k) edge[0x##k * EULERC_GROUP]
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SEE, edge));
#undef EULERC_SEE
}

// ---- global memory -----------------------------------------------------------------------------
// The place of a block in a row.
EULERC_INLINE long eulerc_along(const long j, const eulerc_constants *c) {
  return eulerc_index(j, eulerc_is_endless, c->row);
}

// Whether such a layer or row exists.
EULERC_INLINE bool eulerc_has(const int near, const int extent, const bool is_ring) {
  return is_ring || (uint)near < (uint)extent;
}

// Loads points j … of all components of the row at `begin`; 0 for points outside of the grid, or if
// there is no such row.
EULERC_INLINE void eulerc_keep(global const real *y, realv *own, const long begin,
                               const bool has_row, const long j, const eulerc_constants *c) {
  const bool is_whole =
      eulerc_is_endless || (j >= 0 && j + (eulerc_ring_along ? EULERC_WIDTH : 1) <= c->row);
  EULERC_FOR(q, EULERC_COMPONENTS) {
    own[q] = (realv)(0);
    if (q >= EULERC_LIVE_OUT)
      continue;
    if (has_row && is_whole) {
      own[q] = eulerc_load(y + EULERC_STATE(q, begin + eulerc_along(j, c)), 1);
    } else if (has_row && eulerc_ring_along) {
      real values[EULERC_WIDTH];
      EULERC_FOR(k, EULERC_WIDTH)
        values[k] = y[EULERC_STATE(q, begin + eulerc_wrap_near(j + k, c->row))];
      own[q] = EULERC_VECTOR_OF(values);
    }
  }
}

// ---- ghosts ------------------------------------------------------------------------------------
// Whether the grid can end so many lanes or rows behind the first one of a block: an end lies `rest`
// behind a whole number of blocks. A constant when the kernel is built.
EULERC_INLINE bool eulerc_may_end(const int behind, const int block, const int rest) {
  return behind > 0 && behind % block == rest;
}

// Sets the lanes beyond the ends of a row to the mirrored lanes. `is_first`: the grid begins with
// this vector; `end`: the lane at which it ends.
EULERC_INLINE void eulerc_mirror_lanes(eulerc_kept_row *row, const bool is_first, const int end) {
  EULERC_FOR(q, EULERC_COMPONENTS) {
    if (!((eulerc_mirror_left | eulerc_mirror_right) >> q & 1))
      continue;
    real lanes[3 * EULERC_WIDTH];
    EULERC_STORE_LANES(row->left[q], lanes);
    EULERC_STORE_LANES(row->own[q], lanes + EULERC_WIDTH);
    EULERC_STORE_LANES(row->right[q], lanes + 2 * EULERC_WIDTH);
    if (eulerc_mirror_left >> q & 1)
      EULERC_FOR(k, eulerc_reach_along)
        lanes[EULERC_WIDTH - 1 - k] =
            is_first ? lanes[EULERC_WIDTH + k] : lanes[EULERC_WIDTH - 1 - k];
    if (eulerc_mirror_right >> q & 1)
#pragma unroll
      for (int x = 1; x < EULERC_WIDTH + eulerc_reach_along; x++)
        EULERC_FOR(k, eulerc_reach_along)
          if (eulerc_may_end(x - k, EULERC_WIDTH, EULERC_LAST_POINTS) &&
              EULERC_WIDTH + x - (2 * k + 1) >= 0)
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

// Sets the rows and lanes that a block reads beyond mirrored sides. Counted from the block's first
// row, the grid has rows [begin, rows), and lanes up to `end`.
EULERC_INLINE void eulerc_mirror_block(eulerc_kept_row *seen, const int begin, const int rows,
                                       const bool is_first_lane, const int end) {
  eulerc_kept_row *const first = seen + eulerc_reach_down;
#pragma unroll
  for (int k = -eulerc_reach_down; k < EULERC_KEPT + eulerc_reach_down; k++) {
    if (eulerc_is_cut)
      eulerc_mirror_lanes(&first[k], is_first_lane, end);
    else EULERC_FOR(q, EULERC_COMPONENTS) {
      if (eulerc_mirror_left >> q & 1)
        first[k].left[q] = is_first_lane ? EULERC_REVERSED(first[k].own[q]) : first[k].left[q];
      if (eulerc_mirror_right >> q & 1)
        first[k].right[q] =
            end == EULERC_WIDTH ? EULERC_REVERSED(first[k].own[q]) : first[k].right[q];
    }
  }
  // Unless blocks are cut, their sides are the grid's.
  EULERC_FOR(q, EULERC_COMPONENTS)
    EULERC_FOR(m, eulerc_reach_down)
#pragma unroll
      for (int k = -eulerc_reach_down; k < EULERC_KEPT + eulerc_reach_down; k++) {
        const int above = k - (2 * m + 1), below = k + 2 * m + 1;
        if (eulerc_mirror_above >> q & 1 && below < EULERC_KEPT + eulerc_reach_down &&
            (eulerc_cuts_rows || k == -1 - m))
          eulerc_mirror_row(&first[k], &first[below], q, k == begin - 1 - m);
        if (eulerc_mirror_below >> q & 1 && above >= -eulerc_reach_down &&
            (eulerc_cuts_rows || eulerc_may_end(k - m, EULERC_KEPT, EULERC_LAST_ROWS)))
          eulerc_mirror_row(&first[k], &first[above], q, k == rows + m);
      }
}

// A distance from a side as an int. Large distances are clamped, because their size does not
// matter.
EULERC_INLINE int eulerc_near(const long distance) {
  return (int)clamp(distance, -1L << 28, 1L << 28);
}
