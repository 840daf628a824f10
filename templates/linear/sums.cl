// The form `sums` of the linear scheme: a point for each work-item, and loops over many points in
// blocks of EULERC_GROUP · EULERC_DEEP passes, whose sources the work-group keeps in local memory.
//
//   65,536 bodies, work-groups of 128, 4 deep  →  each loads 512 bodies, then each of its work-items
//   adds 512 forces; 128 times
//
// Sums are added up in the order of the passes, as everywhere. Work-items behind the last point
// take part in loads and barriers, and store nothing.
EULERC_KERNEL
eulerc_linear_sums(global const real *restrict y, global real *restrict next EULERC_FIELDS,
                   const eulerc_constants c, const real t, const real h, const long level) {
  local real sources[EULERC_SOURCE_VALUES * EULERC_BLOCK] __attribute__((aligned(16)));
  if (c.points == 0)
    return;
  const eulerc_moment now = eulerc_timed(eulerc_moment_of(EULERC_STAGES_OF(&c), level, t, h), &c);
  const eulerc_row row = eulerc_row_at(&c);
  const long j = get_global_id(0);
  eulerc_sums_point(y, next EULERC_PASS_FIELDS, &row, min(j, c.points - 1), j < c.points, sources,
                    &c, now);
}
