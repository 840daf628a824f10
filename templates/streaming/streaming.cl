// Overlapped tiles of 2-D and 3-D grids that are streamed along the slowest axis. Each work-group
// computes a tile.
//
//   y at step launch * S  →  the layers of a box, one after the other, through registers  →  next,
//   S steps later
//
// A tile is a box of the grid (boxes.h). Its layers, rows of a 2-D grid or pieces of the planes of
// a 3-D grid, follow each other along the slowest axis. A work-group walks along them with all S
// steps in flight: level m holds the values after m steps. In each iteration each level advances by
// one layer; level 0 is loaded from `y`, level S is stored to `next`. A work-item computes a block
// of each layer (tile_vectors.cl; of a row one vector). It keeps the eulerc_kept_layers latest
// layers of its block in registers for each level, because the next level reads R layers before its
// own and R after it. Each level is R + 1 layers behind the level before, so that everything it
// reads was made in earlier iterations: the levels of an iteration do not wait for each other.
// Lanes and rows within reach of neighbours cross local memory, for all levels at once. Two buffers
// alternate, with one barrier for each iteration, or one buffer has two barriers (EULERC_BUFFERS).
//
//   R = 1, iteration 7:   level 0 loads layer 7, level 1 makes layer 5 of layers 4, 5 and 6 of level
//                         0, level 2 makes layer 3, …
//
// Layers are counted from the first that is loaded. At the sides of a box, each level that reads
// neighbours spoils as many points as the reach, so a tile computes that much more than it stores.
// Tiles that read beyond a side of the grid keep ghosts there, as its rule says: a dirichlet value,
// or the mirrored layers, rows and lanes. On a ring, values are loaded from the other end.
//
// Build options: EULERC_GROUP, EULERC_ACROSS, EULERC_KEPT, EULERC_BUFFERS,
// EULERC_STREAMING_LEVELS (S; a last launch may have fewer steps), EULERC_SPLIT,
// EULERC_STREAMING_TEAM, EULERC_STREAMING_PHASES (iterations that are unrolled: eulerc_kept_layers,
// or 1).

// ---- one tile ----------------------------------------------------------------------------------
// The job of a tile, which is the same for all work-items of its work-group.
typedef struct {
  eulerc_range layers, rows, columns; // to be stored
  long first;                         // the first layer that level 0 loads
  long above, left;                   // the first row, and the first point of a row, of its blocks
  int skipped;                        // levels from 1 on that are not computed; the last is loaded
} eulerc_job;

// Where a point reads one or two values of fields at its own place, they are loaded one iteration
// early: 11 to 20 % faster (H200, Gcomp/s: heat with a conductivity 8192², 6 levels, 690 → 826;
// lattice Boltzmann 418 → 466). Five values take too many registers, and on 3-D grids one does.
enum { eulerc_early = EULERC_RANK == 2 && eulerc_fields_loaded > 0 && eulerc_fields_loaded <= 2 };

// The same for the state, if a point loads 3 or 4 values (H200, Gcomp/s: rkl2 of 50 stages 9.5 →
// 10.4; fdtd 4096² 834 → 1016; but one value up to 9 % slower, nine values 7 %).
enum { eulerc_ahead = EULERC_RANK == 2 && EULERC_LIVE_OUT >= 3 && EULERC_LIVE_OUT <= 4 };

// The moment of the level that follows `level` levels, the first of which may be skipped.
EULERC_INLINE eulerc_moment eulerc_moment_behind(const eulerc_course *course, const int level,
                                                 const int skipped) {
  return eulerc_moment_in(course, max(level - skipped, 0));
}

// `is_inside`: the tile reads beyond no side of the grid; `all_full`: nor are guards open in it.
// `skips`: the first levels may be skipped, which takes more registers. 0 iterations do nothing.
EULERC_IN_PLACE void eulerc_walk(global const real *y, global real *next EULERC_FIELDS,
                               const eulerc_constants *c, const eulerc_course *course,
                               const eulerc_job job, local real *edges, local real *timed,
                               const int iterations, const bool is_inside,
                               const bool all_full, const bool skips) {
  const int item = get_local_id(0);
  const int x = EULERC_RANK == 3 ? item % EULERC_ACROSS : item;
  const int band = EULERC_RANK == 3 ? item / EULERC_ACROSS : 0;
  const eulerc_neighbours to = eulerc_neighbours_of(x, band);
  const eulerc_block block =
      eulerc_block_at(job.above + band * EULERC_KEPT, job.left + x * EULERC_WIDTH, c);
  // The first layer, and the number of layers of the grid, for tests at its sides.
  const int first = eulerc_near(job.first), layers = first + eulerc_near(c->extent[0] - job.first);
  // Layers and rows to be stored: none by work-items at the sides of the tile.
  const bool stores = block.j >= job.columns.first && block.j < job.columns.last;
  const uint stored = stores ? (uint)(job.layers.last - job.layers.first) : 0;
  const int begin = eulerc_near(job.rows.first - block.row);
  const uint high = (uint)(job.rows.last - job.rows.first);

  eulerc_layer kept[EULERC_STREAMING_LEVELS][eulerc_kept_layers];
  EULERC_FOR(level, EULERC_STREAMING_LEVELS)
    EULERC_FOR(slot, eulerc_kept_layers)
      EULERC_FOR(k, eulerc_seen_rows)
        EULERC_FOR(q, EULERC_COMPONENTS) {
          eulerc_kept_row *const row = &kept[level][slot].rows[k];
          row->left[q] = row->own[q] = row->right[q] = (realv)(0);
        }

  // Fields that are also read at other points: each level keeps the layers that it reads. A layer
  // is loaded once, and moves on to the next level when this level has computed it.
  eulerc_walked_row walked[EULERC_STREAMING_LEVELS][eulerc_kept_layers];
  EULERC_FOR(level, EULERC_STREAMING_LEVELS)
    EULERC_FOR(slot, eulerc_kept_layers)
      EULERC_FOR(field, eulerc_fields_walked) {
        eulerc_walked_row *const row = &walked[level][slot];
        row->left[field] = row->own[field] = row->right[field] = (realv)(0);
      }

  const long j = eulerc_along(block.j, c);
  const eulerc_column column = eulerc_column_of(j, c);
  const int skipped = skips ? job.skipped : 0; // levels
  // The first layer that is loaded, and the address of the layers that are stored.
  const long loads = job.first - skipped * eulerc_delay;
  long from = eulerc_block_in(loads, &block, c);
  long at = c->lead + (job.first - EULERC_STREAMING_LEVELS * eulerc_delay) * c->stride[0] +
            block.row * eulerc_stride_high(c) + block.j;
  int parity = 0;
#define EULERC_STREAMING_LOAD_FIELDS(level, k, top)                                                          \
  eulerc_load_fields(fields[(level)-1][k] EULERC_PASS_FIELDS,                                      \
                     EULERC_STREAMING_POINT(job.first + (top) - (level)*eulerc_delay, block.row + k)         \
                     eulerc_along(block.j, c), is_inside, c)
  realv fields[EULERC_STREAMING_LEVELS][EULERC_KEPT][eulerc_field_reads + 1];
  if (eulerc_early && iterations > 0)
#pragma unroll
    for (int level = 1; level <= EULERC_STREAMING_LEVELS; level++)
      EULERC_FOR(k, EULERC_KEPT)
        EULERC_STREAMING_LOAD_FIELDS(level, k, 0);
#ifdef EULERC_TIME_VALUES // values of the time alone: the same for all layers and work-items
  for (int level = item; iterations > 0 && level < EULERC_STREAMING_LEVELS; level += EULERC_GROUP) {
    const eulerc_moment now = eulerc_timed(eulerc_moment_behind(course, level, skipped), c);
    for (int k = 0; k < EULERC_TIME_VALUES; k++)
      timed[level * EULERC_TIME_VALUES + k] = now.values[k];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  realv ahead[EULERC_KEPT][EULERC_COMPONENTS];
  if (eulerc_ahead && is_inside && iterations > 0)
    eulerc_load_plain(y, ahead, from, &block, c);
  // With as many phases as kept layers, layers stay in their registers. One phase is less code, and
  // suffices for the last launch of a run.
  const int phases = skips ? 1 : EULERC_STREAMING_PHASES;
  for (int turn = 0; turn < iterations; turn += phases) {
    EULERC_FOR(phase, phases) {
      const int top = turn + phase; // layer of level 0, counted from job.first
#define EULERC_STREAMING_ROW(deep, down)                                                                \
  &layers_below[eulerc_slot_in(phase, deep)].rows[eulerc_reach_down + k + (down)]
      realv loaded[EULERC_KEPT][EULERC_COMPONENTS];
      if (is_inside && eulerc_ahead) {
        EULERC_FOR(k, EULERC_KEPT)
          EULERC_FOR(q, EULERC_COMPONENTS)
            loaded[k][q] = ahead[k][q];
        eulerc_load_plain(y, ahead, eulerc_block_behind(from, loads + top, &block, c), &block, c);
      } else if (is_inside) {
        eulerc_load_plain(y, loaded, from, &block, c);
      } else {
        // Level 0, or the last of the skipped levels.
        const int layer = eulerc_near(loads) + top;
        eulerc_load_layer(y, loaded, loads + top, eulerc_has(layer, layers, eulerc_ring_deep),
                          &block, c);
        eulerc_set_sides(loaded, layer, layers, &block, c);
      }

      eulerc_walked_row new_fields;
      if (eulerc_fields_walked > 0)
        eulerc_load_walked(&new_fields EULERC_PASS_FIELDS,
                           EULERC_STREAMING_POINT(job.first + top, block.row) j, is_inside, c);

      // The last level comes first: the layer that it reads for the last time makes room for a new
      // one.
#pragma unroll
      for (int level = EULERC_STREAMING_LEVELS; level >= 0; level--) {
        const int layer = first + top - level * eulerc_delay;
        realv new[EULERC_KEPT][EULERC_COMPONENTS];
        if (level == 0) {
          EULERC_FOR(k, EULERC_KEPT)
            EULERC_FOR(q, EULERC_COMPONENTS)
              new[k][q] = loaded[k][q];
        } else {
          eulerc_layer *const layers_below = kept[level - 1];
          // The layer that is read at other columns and rows, now or later.
          eulerc_layer *const shown = &layers_below[eulerc_slot_in(phase, eulerc_reach_askew)];
          eulerc_see_layer(shown, edges + parity * eulerc_edges + (level - 1) * eulerc_level_edges, to,
                           eulerc_shown_of(level - 1));
          if (!is_inside) {
            if (!block.is_amid)
              eulerc_mirror_block(shown->rows, block.begin, block.rows, block.j == 0, block.end);
            eulerc_mirror_sides(layers_below, eulerc_slot_in(phase, eulerc_reach_askew),
                                layer + eulerc_reach_askew);
          }
#ifdef EULERC_TIME_VALUES
          eulerc_moment now = eulerc_moment_behind(course, level - 1, skipped);
          EULERC_FOR(k, EULERC_TIME_VALUES)
            now.values[k] = timed[(level - 1) * EULERC_TIME_VALUES + k];
#else
          const eulerc_moment now = eulerc_moment_behind(course, level - 1, skipped);
#endif
          const long i = job.first + top - level * eulerc_delay;
          if (eulerc_fields_walked > 0) {
            eulerc_walked_row seen[eulerc_kept_layers];
            EULERC_FOR(d, eulerc_kept_layers)
              seen[d] = walked[level - 1][eulerc_slot_in(phase, d - eulerc_reach_deep)];
            eulerc_see_walked(fields[level - 1][0], seen);
          }
          EULERC_FOR(k, EULERC_KEPT) {
            if (!eulerc_early)
              EULERC_STREAMING_LOAD_FIELDS(level, k, top);
            eulerc_advance(EULERC_WINDOW(EULERC_STREAMING_ROW), fields[level - 1][k],
                           new[k] EULERC_PASS_FIELDS, EULERC_STREAMING_POINT(i, block.row + k) j,
                           all_full || eulerc_vector_is_full(i, block.row + k, j, c), 0,
                           &column, c, now);
            if (eulerc_early)
              EULERC_STREAMING_LOAD_FIELDS(level, k, top + 1);
          }
#ifdef EULERC_LISTS_EVENTS
          if (!(skips && level <= skipped) && (uint)(i - job.layers.first) < stored)
            EULERC_FOR(k, EULERC_KEPT)
              if (EULERC_RANK == 2 || (uint)(k - begin) < high)
                eulerc_list_components(at + (EULERC_STREAMING_LEVELS - level) * eulerc_delay * c->stride[0] +
                                        k * eulerc_stride_high(c),
                                    (EULERC_STREAMING_ROW(0, 0))->own, new[k], 0,
                                    is_inside ? EULERC_WIDTH : block.end, now.step);
#endif
        }
        if (level == EULERC_STREAMING_LEVELS) {
          if ((uint)(top - EULERC_STREAMING_LEVELS * (eulerc_delay + eulerc_reach_deep)) < stored)
            EULERC_FOR(k, EULERC_KEPT)
              if (EULERC_RANK == 2 || (uint)(k - begin) < high)
                EULERC_FOR(q, EULERC_LIVE_OUT)
                  eulerc_store_first(next + EULERC_STATE(q, at + k * eulerc_stride_high(c)),
                                     new[k][q], is_inside ? EULERC_WIDTH : block.end);
          continue;
        }
        if (!is_inside && level > 0)
          eulerc_set_sides(new, layer, layers, &block, c);
        if (skips && level > 0)
          EULERC_FOR(k, EULERC_KEPT)
            EULERC_FOR(q, EULERC_COMPONENTS)
              new[k][q] = level == skipped ? loaded[k][q] : new[k][q];
        if (!is_inside)
          eulerc_mirror_layers(kept[level], new, phase, layer, layers);
        EULERC_FOR(k, EULERC_KEPT)
          EULERC_FOR(q, EULERC_COMPONENTS)
            kept[level][phase].rows[eulerc_reach_down + k].own[q] = new[k][q];
        if (eulerc_fields_walked > 0)
          walked[level][phase] =
              level == 0 ? new_fields : walked[max(level, 1) - 1][eulerc_slot_in(phase, 0)];
      }
      from = eulerc_block_behind(from, loads + top, &block, c);
      at += c->stride[0];

      // Shows the values that neighbours read in the next iteration.
#if EULERC_BUFFERS == 1
      barrier(CLK_LOCAL_MEM_FENCE);
#else
      parity = 1 - parity;
#endif
      EULERC_FOR(level, EULERC_STREAMING_LEVELS)
        eulerc_show_layer(edges + parity * eulerc_edges + level * eulerc_level_edges,
                          &kept[level][eulerc_slot_in(phase, eulerc_reach_askew + 1)],
                          eulerc_shown_of(level));
      barrier(CLK_LOCAL_MEM_FENCE);
      if (phases == 1)
        EULERC_FOR(level, EULERC_STREAMING_LEVELS) {
          eulerc_turn_layers(kept[level]);
          eulerc_turn_fields(walked[level]);
        }
#undef EULERC_STREAMING_ROW
    }
  }
#undef EULERC_STREAMING_LOAD_FIELDS
}
