// One work-item, alone in its work-group, computes each tile (skewed.h). Build option:
// EULERC_SKEWED_WIDTH, the capacity of a tile in points of each component.
EULERC_KERNEL
eulerc_skewed(global const real *restrict y, global real *restrict next EULERC_FIELDS,
               EULERC_LAUNCH) {
  local realv scratch[EULERC_COMPONENTS * EULERC_SKEWED_WIDTH / EULERC_WIDTH];
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  const long tiles = c.points == 0 ? 0 : tiling.tiles;
  for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0))
    eulerc_skewed_tile(y, next EULERC_PASS_FIELDS, &c, &own, tile, (local real *)scratch);
}
