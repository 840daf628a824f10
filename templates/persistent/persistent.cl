// The form `persistent` of the linear scheme, for states that fit in a GPU's cache: a launch
// computes many steps, each as a round (rounds.cl).
//
//   seven points, 128³, H200: a launch takes 5 µs, a step here 4.5 µs, 1 µs of it waiting
//
// A work-group takes the parts of several work-groups of a one-step launch, one after the other.

// The number of swaps of the copies' roles before a level (runtime/schedule/times.h).
EULERC_INLINE long eulerc_swaps_before(const long level) {
  long swaps = level;
#ifdef EULERC_STAGES
  EULERC_FOR(k, EULERC_STAGES)
    if (eulerc_held_levels >> k & 1)
      swaps -= level / EULERC_STAGES + (k < level % EULERC_STAGES ? 1 : 0);
#endif
  return swaps;
}

// Neither copy is `restrict`: each is read in one step and written in the next.
EULERC_KERNEL
eulerc_linear_persistent(global real *even, global real *odd EULERC_FIELDS, EULERC_LAUNCH,
                global ulong *arrived) {
  if (c.points == 0)
    return;
  const eulerc_rounds rounds = eulerc_rounds_of(&tiling, launch);
  const eulerc_launch own = {tiling, launch, times, h, last_h};
  const eulerc_course course = eulerc_course_from(&own, rounds.first, &c);
#ifdef EULERC_LINEAR_STREAMING
  const eulerc_streaming_groups groups = eulerc_count_streaming_groups(&c);
  const uint all = groups.all;
#else
  const eulerc_vectors v = eulerc_count_vectors(&c);
  const eulerc_groups groups = eulerc_count_groups(v);
  const uint all = eulerc_linear_groups(v, groups, &c);
#endif
  for (long level = rounds.first; level < rounds.end; level++) {
    const eulerc_moment now = eulerc_timed(eulerc_moment_in(&course, level - rounds.first), &c);
    const bool isEven = eulerc_swaps_before(level) % 2 == 0;
    global const real *const y = isEven ? even : odd;
    global real *const next = isEven ? odd : even;
    global const real *const other = next;
    (void)other;
    for (uint g = get_group_id(0); g < all; g += get_num_groups(0))
#ifdef EULERC_LINEAR_STREAMING
      eulerc_stream_group(y, next EULERC_OTHER() EULERC_PASS_FIELDS, groups, g, &c, now);
#else
      eulerc_linear_group(y, next EULERC_OTHER() EULERC_PASS_FIELDS, v, groups, g, &c, now);
#endif
    if (level + 1 < rounds.end)
      eulerc_wait_for_all(arrived);
  }
}
