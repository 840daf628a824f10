// The form `persistent` for loops over many points: a launch computes many steps, each as a round
// (rounds.cl). A work-group takes the parts of several work-groups of `sums` (sums.cl).
#if EULERC_BUILDS(persistent_sums) && defined(EULERC_PERSISTENT_ROUNDS)
EULERC_KERNEL
eulerc_persistent_sums(global real *even, global real *odd EULERC_FIELDS, EULERC_LAUNCH,
                       global ulong *arrived) {
  local real sources[eulerc_sums_room] __attribute__((aligned(16)));
  if (c.points == 0)
    return;
  const eulerc_rounds rounds = eulerc_rounds_of(&tiling, launch);
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  const eulerc_course course = eulerc_course_from(&own, rounds.first, &c);
  const uint all = (c.points + EULERC_ACROSS - 1) / EULERC_ACROSS;
  for (long level = rounds.first; level < rounds.end; level++) {
    const eulerc_moment now = eulerc_timed(eulerc_moment_in(&course, level - rounds.first), &c);
    global const real *const y = level % 2 == 0 ? even : odd;
    global real *const next = level % 2 == 0 ? odd : even;
    for (uint g = get_group_id(0); g < all; g += get_num_groups(0)) {
      eulerc_sums_group(y, next EULERC_PASS_FIELDS, g, sources, &c, now);
      barrier(CLK_LOCAL_MEM_FENCE); // the last loop may still read what the first one overwrites
    }
    if (level + 1 < rounds.end)
      eulerc_wait_for_all(arrived);
  }
}
#endif
