// The kernels of streaming tiles (streaming.cl), and which kernel takes which tile.
//
//   tile 17 of a launch → a box that touches a side → eulerc_walk(…, is_inside = false, …)

// The job of tile `tile`: boxes follow each other along the last axis first.
EULERC_INLINE eulerc_job eulerc_job_of(const eulerc_tiling *tiling, const long tile,
                                       const int skipped, const eulerc_constants *c) {
  const long high = eulerc_high(c), box_high = EULERC_RANK == 3 ? tiling->box[1] : 1;
  const long per_row = eulerc_boxes_along(c->row, tiling->box[EULERC_RANK - 1]);
  const long stacks = eulerc_boxes_along(high, box_high);
  eulerc_job job;
  job.layers = eulerc_box_down(c->extent[0], tiling->box[0], tiling->tallBoxes, tiling->lowBox,
                               tile / per_row / stacks);
  job.rows = eulerc_box_along(high, box_high, tile / per_row % stacks);
  job.columns = eulerc_box_along(c->row, tiling->box[EULERC_RANK - 1], tile % per_row);
  job.first = eulerc_level_along(job.layers, 0, EULERC_STREAMING_LEVELS, eulerc_reach_deep).first;
  job.above = EULERC_RANK == 3 ? job.rows.first - tiling->ghostRows : 0;
  job.left = job.columns.first - tiling->ghostZone;
  job.skipped = skipped;
  return job;
}

// Layers are loaded up to the end of the last period.
EULERC_INLINE int eulerc_iterations_of(const eulerc_job *job) {
  return (int)(job->layers.last - job->layers.first) +
         EULERC_STREAMING_LEVELS * (eulerc_reach_deep + eulerc_delay);
}

// Whether a tile lies inside the grid, and whether no guard is open at its points.
typedef struct {
  bool is_inside, all_full;
} eulerc_kind;

EULERC_INLINE eulerc_kind eulerc_kind_of(const eulerc_job *job, const eulerc_constants *c) {
  // The last point of a row may lack classes: then it counts as an end.
  const long behind = job->first + eulerc_iterations_of(job) + eulerc_kept_layers;
  const long below = job->above + EULERC_GROUP / EULERC_ACROSS * EULERC_KEPT;
  const long right = job->left + EULERC_ACROSS * EULERC_WIDTH + (EULERC_PERIOD > 1);
  eulerc_kind kind;
  kind.is_inside = (eulerc_ring_deep || (job->first >= 0 && behind <= c->extent[0])) &&
                   (eulerc_is_endless || (job->left >= 0 && right <= c->row)) &&
                   (eulerc_ring_down || (job->above >= 0 && below <= eulerc_high(c)));
  kind.all_full =
      eulerc_is_full(EULERC_ROWS(job->first, behind, job->above, below) job->left, right, c);
  return kind;
}

// All tiles of a work-group, or some kinds of them: plain tiles, tiles at sides of planes, and
// others.
EULERC_IN_PLACE void eulerc_walk_tiles(global const real *y, global real *next EULERC_FIELDS,
                                        const eulerc_constants *c, const eulerc_launch *launch,
                                        local real *edges, local real *timed, const bool skips,
                                        const bool takes_plain, const bool takes_ends) {
  const long tiles = c->points == 0 ? 0 : launch->tiling.tiles;
  const int skipped = skips ? EULERC_STREAMING_LEVELS - eulerc_steps_in(launch) : 0;
  const eulerc_course course = eulerc_course_in(launch, c);
  const bool has_plain = !skips || !eulerc_has_sides;
  for (long tile = eulerc_first_group() + get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    const eulerc_job job = eulerc_job_of(&launch->tiling, tile, skipped, c);
    const int iterations = eulerc_iterations_of(&job);
    const eulerc_kind kind = eulerc_kind_of(&job, c);
    const bool is_plain = has_plain && kind.is_inside && kind.all_full;
    // With a loop of 0 iterations instead, NVIDIA's compiler takes 118 registers instead of 96.
    if (takes_plain && !takes_ends && !(EULERC_RANK == 3 ? is_plain : kind.all_full))
      continue;
    // Tiles that are not taken have 0 iterations: barriers are better not in branches.
    if (takes_plain && has_plain)
      eulerc_walk(y, next EULERC_PASS_FIELDS, c, &course, job, edges, timed,
                  is_plain ? iterations : 0, true, true, skips);
    if (takes_plain && !takes_ends && EULERC_RANK == 2 && eulerc_has_sides)
      eulerc_walk(y, next EULERC_PASS_FIELDS, c, &course, job, edges, timed,
                  is_plain ? 0 : iterations, false, true, skips);
    if (takes_ends && (eulerc_has_sides || eulerc_has_guards)) {
      const bool is_taken = !is_plain && (takes_plain || EULERC_RANK == 3 || !kind.all_full);
      eulerc_walk(y, next EULERC_PASS_FIELDS, c, &course, job, edges, timed,
                  is_taken ? iterations : 0, false, false, skips);
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the next tile writes the same local memory
  }
}

#ifdef EULERC_STREAMING_TEAM
// Few tiles of a plane have open guards. Their steps take several times as long, and a launch would
// wait for them. Therefore EULERC_STREAMING_TEAM work-groups share such a tile, and each takes some
// of its layers. First each work-item tests one tile. `found`: the number of such tiles, then the
// tiles; a work-item gets a pointer to its own element.
EULERC_IN_PLACE void eulerc_walk_shared(global const real *y, global real *next EULERC_FIELDS,
                                        const eulerc_constants *c, const eulerc_launch *launch,
                                        local real *edges, local real *timed, local int *found) {
  const long tiles = c->points == 0 ? 0 : launch->tiling.tiles;
  const eulerc_course course = eulerc_course_in(launch, c);
  const long teams = get_num_groups(0) / EULERC_STREAMING_TEAM;
  const int item = get_local_id(0), part = get_group_id(0) % EULERC_STREAMING_TEAM;
  for (long first = eulerc_first_group() + get_group_id(0) / EULERC_STREAMING_TEAM; first < tiles;
       first += teams * EULERC_GROUP) {
    if (item == 0)
      *found = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const long mine = first + item * teams;
    if (mine < tiles) {
      const eulerc_job job = eulerc_job_of(&launch->tiling, mine, 0, c);
      if (!eulerc_kind_of(&job, c).all_full)
        found[1 + atomic_add(found - item, 1) - item] = (int)mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = found[-item];
    for (int k = 0; k < count; k++) {
      eulerc_job job = eulerc_job_of(&launch->tiling, found[1 + k - item], 0, c);
      const long begin = job.layers.first, high = job.layers.last - begin;
      job.layers.first = begin + high * part / EULERC_STREAMING_TEAM;
      job.layers.last = begin + high * (part + 1) / EULERC_STREAMING_TEAM;
      job.first = eulerc_level_along(job.layers, 0, EULERC_STREAMING_LEVELS, eulerc_reach_deep).first;
      eulerc_walk(y, next EULERC_PASS_FIELDS, c, &course, job, edges, timed,
                  eulerc_iterations_of(&job), false, false, false);
      barrier(CLK_LOCAL_MEM_FENCE); // the next tile writes the same local memory
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
#endif

#ifdef EULERC_TIME_VALUES
enum { eulerc_timed_values = EULERC_STREAMING_LEVELS * EULERC_TIME_VALUES };
#else
enum { eulerc_timed_values = 0 };
#endif
// Each work-item gets a pointer to its part of `edges`: PoCL 3.1 would share an array that is an
// argument.
#define EULERC_STREAMING_KERNEL(name, skips, takes_plain, takes_ends)                                 \
  EULERC_KERNEL                                                                                    \
  name(global const real *restrict y, global real *restrict next EULERC_FIELDS, EULERC_LAUNCH) {   \
    local real edges[EULERC_BUFFERS * eulerc_edges + eulerc_timed_values];                         \
    const eulerc_launch own = {tiling, launch, times, h, last_h};                                  \
    eulerc_walk_tiles(y, next EULERC_PASS_FIELDS, &c, &own, edges + get_local_id(0),              \
                       edges + EULERC_BUFFERS * eulerc_edges, skips, takes_plain, takes_ends);     \
  }
// Tiles with open guards, and on 3-D grids tiles at sides, have a separate kernel, because their
// registers would slow down the other tiles.
#ifndef EULERC_SPLIT
EULERC_STREAMING_KERNEL(eulerc_streaming, false, true, true)
#else
EULERC_STREAMING_KERNEL(eulerc_streaming, false, true, false)
#ifndef EULERC_STREAMING_TEAM
EULERC_STREAMING_KERNEL(eulerc_streaming_ends, false, false, true)
#else
EULERC_KERNEL
eulerc_streaming_ends(global const real *restrict y, global real *restrict next EULERC_FIELDS,
                   EULERC_LAUNCH) {
  local real edges[EULERC_BUFFERS * eulerc_edges + eulerc_timed_values];
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  local int found[1 + EULERC_GROUP];
  eulerc_walk_shared(y, next EULERC_PASS_FIELDS, &c, &own, edges + get_local_id(0),
                     edges + EULERC_BUFFERS * eulerc_edges, found + get_local_id(0));
}
#endif
#endif
// A last launch that advances fewer steps.
EULERC_STREAMING_KERNEL(eulerc_streaming_rest, true, true, true)
