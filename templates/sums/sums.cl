// The form `sums` of the linear scheme, for loops over many points. A work-group computes
// EULERC_ACROSS points. Loops run in blocks of eulerc_sums_block passes, whose sources the
// work-group keeps in local memory.
//
//   65,536 bodies, work-groups of 512, a point for each work-item, 4 deep  →  a work-group loads
//   2,048 bodies, then each of its work-items adds 2,048 forces; 32 times
//   1,024 bodies, work-groups of 512, 4 points each, 3 deep  →  480 work-items load 360 bodies and
//   compute 3 forces each, while 4 others add up 360 forces of the block before; 3 times
//
// Sums are added up in the order of the passes, as in all forms. Work-items after the last point
// take part in loads and barriers, and store nothing.

// Values in the local memory of a work-group.
enum {
  eulerc_sums_room = EULERC_SUMS_SHARE > 1 ? 2 * eulerc_sums_half
                                           : eulerc_sums_source_values * eulerc_sums_block
};

// Computes the points of work-group g.
EULERC_IN_PLACE void eulerc_sums_group(global const real *y, global real *next EULERC_FIELDS,
                                     const uint g, local real *sources, const eulerc_constants *c,
                                     const eulerc_moment now) {
  const eulerc_row row = eulerc_row_at(c);
  const long j = (long)g * EULERC_ACROSS + (int)get_local_id(0) % EULERC_ACROSS;
  const bool is_there = j < c->points && (int)get_local_id(0) < EULERC_ACROSS;
  eulerc_sums_point(y, next EULERC_PASS_FIELDS, &row, min(j, c->points - 1), is_there, sources, c,
                    now);
}

#if EULERC_BUILDS(linear_sums)
EULERC_LEVEL_KERNEL(eulerc_linear_sums) {
  local real sources[eulerc_sums_room] __attribute__((aligned(16)));
  if (c.points == 0)
    return;
  const eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  eulerc_sums_group(y, next EULERC_PASS_FIELDS, eulerc_first_group() + get_group_id(0), sources, &c, now);
}
#endif
