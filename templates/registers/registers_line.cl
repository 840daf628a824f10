// Overlapped tiles in registers, for 1-D grids.
//
//   y at step launch * S  →  tiles of registers  →  next, S steps later
//
// A work-group keeps a tile of the state. Work-item i keeps the EULERC_KEPT vectors that follow
// those of work-item i - 1. In each step all of them advance. The last and first vectors of
// neighbours cross local memory, with one barrier for each step. At both ends of a tile, each level
// that reads neighbours spoils as many points as the reach. Therefore tiles overlap by a ghost zone
// (`ghostZone`) and store only correct points: `blockUnits` of them. Tiles that read beyond an end
// of the grid apply its boundary rule (line_ends.h); on a ring they continue at the other end.
//
// Where tiles are many, the tiles at the ends and those with open guards have a separate kernel
// (EULERC_SPLIT). Its tests and registers then do not slow down the other tiles (H200, heat on a
// mirrored line: 3,610 to 5,800 Gcomp/s).
//
// In the form `persistent`, a launch takes many such rounds (rounds.cl).
//
// Build options: EULERC_GROUP, EULERC_KEPT, EULERC_SPLIT, EULERC_PERSISTENT_ROUNDS.

enum { eulerc_tile_points = EULERC_GROUP * EULERC_KEPT * EULERC_WIDTH };

// Loads points j … of all components; some may lie outside of the grid.
EULERC_INLINE void eulerc_keep(global const real *y, realv *kept, const long j, const long points,
                               const eulerc_constants *c) {
  for (int q = EULERC_LIVE_OUT; q < EULERC_COMPONENTS; q++)
    kept[q] = (realv)(0);
  for (int q = 0; q < EULERC_LIVE_OUT; q++) {
    if (!eulerc_wraps) {
      kept[q] = j < 0 || j >= points ? (realv)(0) : eulerc_load(y + EULERC_STATE(q, c->lead + j), 1);
      continue;
    }
    real values[EULERC_WIDTH];
    long at = eulerc_wrap_near(j, points);
    for (int k = 0; k < EULERC_WIDTH; k++, at = eulerc_next_on_ring(at, points))
      values[k] = y[EULERC_STATE(q, c->lead + at)];
    kept[q] = EULERC_VECTOR_OF(values);
  }
}

// The same for a tile that lies in the grid: unconditional loads do not wait for each other.
EULERC_INLINE void eulerc_keep_inside(global const real *y, realv *kept, const long j,
                                      const eulerc_constants *c) {
  for (int q = 0; q < EULERC_COMPONENTS; q++)
    kept[q] = q < EULERC_LIVE_OUT ? eulerc_load(y + EULERC_STATE(q, c->lead + j), 1) : (realv)(0);
}

// Stores those points of j … that are before `end`.
EULERC_INLINE void eulerc_release(global real *next, const realv *kept, const long j,
                                  const long end, const eulerc_constants *c) {
  for (int q = 0; q < EULERC_LIVE_OUT; q++)
    eulerc_store_first(next + EULERC_STATE(q, c->lead + j), kept[q], end - j);
}

// Advances a tile, which stores the points `stored`, by `steps` steps. `at_end`: it reads beyond an
// end of the grid; `full`: no point of this work-item has an open guard.
EULERC_IN_PLACE void eulerc_advance_tile(realv (*kept)[EULERC_COMPONENTS],
                                         local realv (*firsts)[EULERC_COMPONENTS][EULERC_GROUP],
                                         local realv (*lasts)[EULERC_COMPONENTS][EULERC_GROUP],
                                         const long mine, const int steps,
                                         const bool at_end, const bool full EULERC_FIELDS,
                                         const eulerc_range stored, const eulerc_constants *c,
                                         const eulerc_course *course) {
  const int item = get_local_id(0);
  const int before = max(item - 1, 0), behind = min(item + 1, EULERC_GROUP - 1);
  for (int first = 0; first < steps; first += eulerc_levels_together) {
    EULERC_FOR(stage, eulerc_levels_together) {
      eulerc_moment now = eulerc_timed(eulerc_moment_in(course, first + stage), c);
      if (eulerc_levels_together > 1)
        now.stage = stage; // a constant when the kernel is built
      const ulong shown = eulerc_shown_in(stage);
      const int parity = eulerc_exchange(first, stage) % 2;
      const ulong to_left = eulerc_read_by_left & shown, to_right = eulerc_read_by_right & shown;
      realv left[EULERC_COMPONENTS], right[EULERC_COMPONENTS];
      if (shown != 0) {
        EULERC_FOR(q, EULERC_COMPONENTS) {
          if (to_left >> q & 1)
            firsts[parity][q][item] = kept[0][q];
          if (to_right >> q & 1)
            lasts[parity][q][item] = kept[EULERC_KEPT - 1][q];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      EULERC_FOR(q, EULERC_COMPONENTS) {
        left[q] = to_right >> q & 1 ? lasts[parity][q][before] : (realv)(0);
        right[q] = to_left >> q & 1 ? firsts[parity][q][behind] : (realv)(0);
      }
      EULERC_FOR(k, EULERC_KEPT) {
        realv new[EULERC_COMPONENTS];
        const long j = mine + k * EULERC_WIDTH;
        eulerc_advance_in_line(left, kept[k],
                               k + 1 < EULERC_KEPT ? kept[(k + 1) % EULERC_KEPT] : right,
                               new EULERC_PASS_FIELDS, at_end, j,
                               full || eulerc_is_full(j, j + EULERC_WIDTH, c), c, now);
#ifdef EULERC_LISTS_EVENTS
        eulerc_list_components(c->lead + j, kept[k], new, stored.first - j, stored.last - j, now.step);
#endif
        EULERC_FOR(q, EULERC_COMPONENTS) {
          left[q] = kept[k][q];
          kept[k][q] = new[q];
        }
      }
    }
  }
}

// Computes one tile if this kernel takes it. Plain tiles read no end of the grid and have no open
// guard.
EULERC_IN_PLACE void eulerc_take_tile(global const real *y, global real *next EULERC_FIELDS,
                                      const eulerc_constants *c, const eulerc_launch *launch,
                                      local realv (*firsts)[EULERC_COMPONENTS][EULERC_GROUP],
                                      local realv (*lasts)[EULERC_COMPONENTS][EULERC_GROUP],
                                      const long tile, const bool takes_plain,
                                      const bool takes_others) {
  const int item = get_local_id(0);
  const eulerc_tiling tiling = launch->tiling;
  const int all_steps = eulerc_steps_in(launch);
  const eulerc_course course = eulerc_course_in(launch, c);
  const long origin = tile * tiling.blockUnits - tiling.ghostZone;
  const long mine = origin + item * EULERC_KEPT * EULERC_WIDTH;
  // The last point may lack classes: then it counts as an end.
  const bool sees_an_end =
      !eulerc_wraps && (origin < 0 || origin + eulerc_tile_points >= tiling.units);
  const bool is_plain = !sees_an_end && eulerc_is_full(origin, origin + eulerc_tile_points, c);
  // Tiles that are not taken have 0 steps: barriers are better not in branches.
  const bool is_taken = c->points > 0 && (is_plain ? takes_plain : takes_others);
  const int steps = is_taken ? all_steps : 0;
  // If the line is no ring, conditions on loads cost nothing, and two variants of loads cost 2 %.
  const bool is_inside =
      eulerc_wraps && origin >= 0 && origin + eulerc_tile_points <= tiling.units;
  realv kept[EULERC_KEPT][EULERC_COMPONENTS];
  if (is_taken && is_inside) {
    EULERC_FOR(k, EULERC_KEPT)
      eulerc_keep_inside(y, kept[k], mine + k * EULERC_WIDTH, c);
  } else if (is_taken) {
    EULERC_FOR(k, EULERC_KEPT) {
      eulerc_keep(y, kept[k], mine + k * EULERC_WIDTH, tiling.units, c);
      if (takes_others && sees_an_end)
        eulerc_set_ghosts(kept[k], mine + k * EULERC_WIDTH, c);
    }
  }
  const long begin = tile * tiling.blockUnits;
  const long end = is_taken ? min(begin + tiling.blockUnits, tiling.units) : begin;
  const eulerc_range stored = {begin, end};
  eulerc_advance_tile(
      kept, firsts, lasts, mine, steps, takes_others && sees_an_end,
      !takes_others || eulerc_is_full(mine, mine + EULERC_KEPT * EULERC_WIDTH, c)
          EULERC_PASS_FIELDS,
      stored, c, &course);

  EULERC_FOR(k, EULERC_KEPT) {
    const long j = mine + k * EULERC_WIDTH;
    if (j >= begin && j < end)
      eulerc_release(next, kept[k], j, end, c);
  }
}

// The first and last vectors of each work-item, for even and odd steps, are in local memory.
#ifdef EULERC_PERSISTENT_ROUNDS
EULERC_KERNEL
eulerc_persistent_lines(global real *even, global real *odd EULERC_FIELDS, EULERC_LAUNCH,
                           global ulong *arrived) {
  local realv firsts[2][EULERC_COMPONENTS][EULERC_GROUP];
  local realv lasts[2][EULERC_COMPONENTS][EULERC_GROUP];
  const eulerc_rounds rounds = eulerc_rounds_of(&tiling, launch);
  for (long round = rounds.first; round < rounds.end; round++) {
    const bool is_even = round % 2 == 0;
    const eulerc_launch own = {tiling, round, times, h, last_h};
    for (long tile = get_group_id(0); tile < tiling.tiles; tile += get_num_groups(0)) {
      eulerc_take_tile(is_even ? even : odd, is_even ? odd : even EULERC_PASS_FIELDS, &c, &own,
                       firsts, lasts, tile, true, true);
      barrier(CLK_LOCAL_MEM_FENCE); // the next tile writes the same local memory
    }
    if (round + 1 < rounds.end)
      eulerc_wait_for_all(arrived);
  }
}
#else
#define EULERC_REGISTERS_KERNEL(name, takes_plain, takes_others)                                       \
  EULERC_KERNEL                                                                                    \
  name(global const real *restrict y, global real *restrict next EULERC_FIELDS, EULERC_LAUNCH) {   \
    local realv firsts[2][EULERC_COMPONENTS][EULERC_GROUP];                                        \
    local realv lasts[2][EULERC_COMPONENTS][EULERC_GROUP];                                         \
    const eulerc_launch own = {tiling, launch, times, h, last_h};                                  \
    eulerc_take_tile(y, next EULERC_PASS_FIELDS, &c, &own, firsts, lasts, get_group_id(0),         \
                     takes_plain, takes_others);                                                   \
  }
#ifdef EULERC_SPLIT
EULERC_REGISTERS_KERNEL(eulerc_registers_lines, true, false)
EULERC_REGISTERS_KERNEL(eulerc_registers_lines_ends, false, true)
#else
EULERC_REGISTERS_KERNEL(eulerc_registers_lines, true, true)
#endif
#endif
