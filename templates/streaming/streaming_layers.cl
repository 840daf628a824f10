// The layers of streaming tiles (streaming.cl) in registers: how a work-item keeps them, how they
// cross local memory, and their ghosts beyond the sides of the grid.
//
//   a work-item's block of a layer, and its neighbours' rows and lanes within reach → eulerc_layer
//
// Layers are rows of a 2-D grid, or pieces of the planes of a 3-D grid.

enum {
  // Whether some axis is no ring: at its sides a tile keeps ghosts.
  eulerc_has_sides = !eulerc_is_endless || !eulerc_ring_deep || (EULERC_RANK == 3 && !eulerc_ring_down),
  eulerc_kept_layers = 2 * eulerc_reach_deep + 1, // of a level
  eulerc_delay = eulerc_reach_deep + 1,           // layers that a level is behind the level before
  eulerc_seen_rows = EULERC_KEPT + 2 * eulerc_reach_down,
  // Rows within reach of a block's ends are shown whole; of other rows, the lanes within reach of
  // the block's sides.
  eulerc_shown_lanes =
      EULERC_KEPT > 2 * eulerc_reach_down
          ? 2 * eulerc_reach_down * EULERC_WIDTH + (EULERC_KEPT - 2 * eulerc_reach_down) * eulerc_shown
          : EULERC_KEPT * EULERC_WIDTH,
  eulerc_level_edges = eulerc_shown_components * eulerc_shown_lanes * EULERC_GROUP,
  eulerc_edges = EULERC_STREAMING_LEVELS * eulerc_level_edges
};

// A layer of a 2-D grid is a row: one block high.
#define EULERC_STREAMING_POINT(layer, row)                                                                   \
  EULERC_ROW(eulerc_index(layer, eulerc_ring_deep, c->extent[0]),                                  \
             eulerc_index(row, eulerc_ring_down, eulerc_high(c)))

// Whether no guard is open at the points of a vector.
EULERC_INLINE bool eulerc_vector_is_full(long layer, long row, const long j,
                                          const eulerc_constants *c) {
  layer = eulerc_index(layer, eulerc_ring_deep, c->extent[0]);
  row = eulerc_index(row, eulerc_ring_down, eulerc_high(c));
  return eulerc_is_full(EULERC_ROWS(layer, layer + 1, row, row + 1) j, j + EULERC_WIDTH, c);
}

// The part of a layer that a work-item keeps: rows of its block, and the rows that it reads above
// and below.
typedef struct {
  eulerc_kept_row rows[eulerc_seen_rows];
} eulerc_layer;

// The slot of the layer at distance `d` from a level's own layer, in a phase of a period.
EULERC_INLINE int eulerc_slot_in(const int phase, const int d) {
  return (phase + 2 * eulerc_kept_layers - eulerc_delay + d) % eulerc_kept_layers;
}

// If one phase is unrolled, layers move to the slots in which that phase expects them.
EULERC_INLINE void eulerc_turn_layers(eulerc_layer kept[eulerc_kept_layers]) {
  const eulerc_layer latest = kept[0];
  EULERC_FOR(slot, eulerc_kept_layers - 1)
    kept[slot] = kept[slot + 1];
  kept[eulerc_kept_layers - 1] = latest;
}
EULERC_INLINE void eulerc_turn_fields(eulerc_walked_row walked[eulerc_kept_layers]) {
  const eulerc_walked_row latest = walked[0];
  EULERC_FOR(slot, eulerc_kept_layers - 1)
    walked[slot] = walked[slot + 1];
  walked[eulerc_kept_layers - 1] = latest;
}

// ---- what crosses local memory -----------------------------------------------------------------
EULERC_INLINE bool eulerc_is_end(const int k) {
  return k < eulerc_reach_down || k >= EULERC_KEPT - eulerc_reach_down;
}

// The components that the next level reads of neighbours in a layer of this level: each launch
// begins with a step, and so do its levels.
EULERC_INLINE ulong eulerc_shown_of(const int level) {
  return eulerc_shown_at(level % EULERC_STAGES);
}

// The place of row k of component q.
EULERC_INLINE int eulerc_edge_of(const int k, const int q, const ulong shown) {
  int lanes = eulerc_shown_place(q, shown) * eulerc_shown_lanes;
  EULERC_FOR(other, EULERC_KEPT)
    lanes += other >= k ? 0 : eulerc_is_end(other) ? EULERC_WIDTH : eulerc_shown;
  return lanes * EULERC_GROUP;
}

EULERC_IN_PLACE void eulerc_show_layer(local real *edges, const eulerc_layer *layer,
                                       const ulong shown) {
  EULERC_FOR(q, EULERC_COMPONENTS)
#pragma unroll
    for (int k = 0; k < EULERC_KEPT && (shown >> q & 1); k++)
      eulerc_show(edges + eulerc_edge_of(k, q, shown), layer->rows[eulerc_reach_down + k].own[q],
                  eulerc_is_end(k), eulerc_is_end(k) && eulerc_read_by_rows >> q & 1,
                  eulerc_read_by_left >> q & 1, eulerc_read_by_right >> q & 1);
}

// The compiler drops unused values.
EULERC_IN_PLACE void eulerc_see_layer(eulerc_layer *layer, local const real *edges,
                                      const eulerc_neighbours to, const ulong shown) {
#pragma unroll
  for (int k = -eulerc_reach_down; k < EULERC_KEPT + eulerc_reach_down; k++) {
    eulerc_kept_row *const row = &layer->rows[eulerc_reach_down + k];
    const int own = (k + EULERC_KEPT) % EULERC_KEPT; // the row in the block that shows it
    const int block = k < 0 ? to.above : k < EULERC_KEPT ? 0 : to.below;
    EULERC_FOR(q, EULERC_COMPONENTS) {
      local const real *const edge = edges + eulerc_edge_of(own, q, shown) + block;
      const bool is_other = k < 0 || k >= EULERC_KEPT;
      if (!(shown >> q & 1) || (is_other && !(eulerc_read_by_rows >> q & 1)))
        continue;
      if (is_other)
        row->own[q] = eulerc_see_all(edge);
      if (eulerc_read_by_right >> q & 1)
        row->left[q] = eulerc_see_left(edge + to.left, eulerc_is_end(own));
      if (eulerc_read_by_left >> q & 1)
        row->right[q] = eulerc_see_right(edge + to.right, eulerc_is_end(own));
    }
  }
}

// ---- ghosts ------------------------------------------------------------------------------------
// The place of a work-item's block. Counted from the block's first row, the grid has rows [begin,
// rows), and lanes up to `end`.
typedef struct {
  long row, j; // its first point
  int begin, rows, end;
  bool is_inside; // no point lies beyond a side of the grid
  bool is_amid;   // nor does any point within reach, along the layer
} eulerc_block;

EULERC_INLINE eulerc_block eulerc_block_at(const long row, const long j,
                                           const eulerc_constants *c) {
  eulerc_block block;
  block.row = row;
  block.j = j;
  block.begin = eulerc_near(-row);
  block.rows = eulerc_near(eulerc_high(c) - row);
  block.end = (int)clamp(c->row - j, -1L, 4L * EULERC_WIDTH);
  const int whole = EULERC_WIDTH + (EULERC_PERIOD > 1); // the last point may lack components
  block.is_inside =
      j >= 0 && block.end >= whole && block.begin <= 0 && block.rows >= EULERC_KEPT;
  block.is_amid = j > 0 && block.end >= EULERC_WIDTH + eulerc_reach_along &&
                  block.begin <= -eulerc_reach_down &&
                  block.rows >= EULERC_KEPT + eulerc_reach_down;
  return block;
}

// Sets the block of layer `layer` (of `layers`) to the values of dirichlet rules beyond the sides.
EULERC_INLINE void eulerc_set_sides(realv (*own)[EULERC_COMPONENTS], const int layer,
                                    const int layers, const eulerc_block *block,
                                    const eulerc_constants *c) {
  if (block->is_inside && (uint)layer < (uint)layers)
    return;
  EULERC_FOR(k, EULERC_KEPT)
    eulerc_set_ghosts(
        own[k], EULERC_ROWS(layer < 0, layer >= layers, k < block->begin, k >= block->rows) block->j, c);
}

// Mirrors layers when a new layer of a level takes its place in `slot`: layers after the last one
// equal those before it, and the first ones are copied in front of the grid.
EULERC_INLINE void eulerc_mirror_layers(eulerc_layer *kept, realv (*new)[EULERC_COMPONENTS],
                                        const int slot, const int layer, const int layers) {
  EULERC_FOR(q, EULERC_COMPONENTS)
    EULERC_FOR(m, eulerc_reach_deep)
      EULERC_FOR(k, EULERC_KEPT) {
        const int other = (slot + eulerc_kept_layers - (2 * m + 1)) % eulerc_kept_layers;
        realv *const own = &kept[other].rows[eulerc_reach_down + k].own[q];
        if (eulerc_mirror_behind >> q & 1)
          new[k][q] = layer - layers == m ? *own : new[k][q];
        if (eulerc_mirror_before >> q & 1)
          *own = layer == m ? new[k][q] : *own;
      }
}

// Completes the mirrored layer in front of the grid when the layer in `slot` is complete.
EULERC_INLINE void eulerc_mirror_sides(eulerc_layer *kept, const int slot, const int layer) {
  EULERC_FOR(q, EULERC_COMPONENTS)
    EULERC_FOR(m, eulerc_reach_askew)
      if (eulerc_mirror_before >> q & 1)
        EULERC_FOR(k, eulerc_seen_rows)
          eulerc_mirror_row(
              &kept[(slot + eulerc_kept_layers - (2 * m + 1)) % eulerc_kept_layers].rows[k],
              &kept[slot].rows[k], q, layer == m);
}

// ---- global memory -----------------------------------------------------------------------------
// The address of layer i, and of row k of a block.
EULERC_INLINE long eulerc_layer_at(const long i, const eulerc_constants *c) {
  return c->lead + eulerc_index(i, eulerc_ring_deep, c->extent[0]) * c->stride[0];
}
EULERC_INLINE long eulerc_row_in(const long row, const eulerc_constants *c) {
  return eulerc_index(row, eulerc_ring_down, eulerc_high(c)) * eulerc_stride_high(c);
}

// The address of a block of layer i inside the grid: its first row, unless rows wrap around.
EULERC_INLINE long eulerc_block_in(const long i, const eulerc_block *block,
                                   const eulerc_constants *c) {
  const long rows = eulerc_ring_down ? 0 : block->row * eulerc_stride_high(c);
  return eulerc_layer_at(i, c) + rows + eulerc_along(block->j, c);
}

// The same for layer i + 1, which follows the block at `from`.
EULERC_INLINE long eulerc_block_behind(const long from, const long i, const eulerc_block *block,
                                       const eulerc_constants *c) {
  return eulerc_ring_deep ? eulerc_block_in(i + 1, block, c) : from + c->stride[0];
}

EULERC_INLINE void eulerc_load_plain(global const real *y, realv (*own)[EULERC_COMPONENTS],
                                     const long from, const eulerc_block *block,
                                     const eulerc_constants *c) {
  EULERC_FOR(k, EULERC_KEPT) {
    const long row =
        eulerc_ring_down ? eulerc_row_in(block->row + k, c) : k * eulerc_stride_high(c);
    EULERC_FOR(q, EULERC_COMPONENTS)
      own[k][q] =
          q < EULERC_LIVE_OUT ? eulerc_load(y + EULERC_STATE(q, from + row), 1) : (realv)(0);
  }
}

// Loads the block of layer i; parts of it may lie outside of the grid.
EULERC_INLINE void eulerc_load_layer(global const real *y, realv (*own)[EULERC_COMPONENTS],
                                     const long i, const bool has_layer, const eulerc_block *block,
                                     const eulerc_constants *c) {
  const long layer = eulerc_layer_at(i, c);
  EULERC_FOR(k, EULERC_KEPT) {
    const bool has_row = eulerc_ring_down || (k >= block->begin && k < block->rows);
    eulerc_keep(y, own[k], layer + eulerc_row_in(block->row + k, c), has_layer && has_row, block->j, c);
  }
}
