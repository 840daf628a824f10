// One work-item for each tile that is computed at the same time (wavefront.h); `scratch` holds
// `room` values for each of them.
EULERC_KERNEL
eulerc_wavefront_items(global const real *restrict y, global real *restrict next EULERC_FIELDS,
                      EULERC_LAUNCH, global real *restrict scratch, const long room) {
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  const long tiles = c.points == 0 ? 0 : tiling.tiles;
  for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0))
    eulerc_stream_tile(y, next EULERC_PASS_FIELDS, &c, &own, tile,
                       scratch + get_group_id(0) * room);
}
