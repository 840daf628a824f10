// The form `resident` of the linear scheme, for states that a GPU's cache holds: a launch takes
// many steps, and its work-groups wait for each other between two of them.
//
//   seven points, 128³, H200: a launch takes 5 µs, a step here 4.5 µs, of which waiting is one
//
// Each step reads one copy of the state and writes the other, as linear steps do; a work-group
// takes what those of a launch of one step take, in turn. All work-groups must run at the same
// time: EULERC_WAITS says that the device has been found to do so with as many as it has compute
// units (runtime/opencl/devices.cpp); anywhere else there is one work-group.

#if EULERC_WAITS
// How often a work-group looks whether the others have come, some 10 s, before it gives up and says
// so in arrived[1]: the run then fails, for another program keeps work-groups from running.
#define EULERC_MOST_LOOKS (1 << 24)

EULERC_INLINE ulong eulerc_look(global ulong *p) {
  ulong value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(p) : "memory");
  return value;
}

EULERC_INLINE ulong eulerc_arrive(global ulong *p) {
  ulong before;
  asm volatile("atom.add.relaxed.gpu.global.u64 %0, [%1], 1;" : "=l"(before) : "l"(p) : "memory");
  return before;
}

// What other work-groups wrote before they arrived is visible afterwards (PTX ISA, memory
// consistency model: fence.acq_rel at the scope of the device on both sides of an atomic).
EULERC_INLINE void eulerc_wait_for_all(global ulong *arrived) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    const ulong groups = get_num_groups(0);
    const ulong until = (eulerc_arrive(arrived) / groups + 1) * groups;
    for (int looks = 0; eulerc_look(arrived) < until; looks++)
      if (looks == EULERC_MOST_LOOKS || (looks % 1024 == 1023 && eulerc_look(arrived + 1) != 0)) {
        eulerc_arrive(arrived + 1);
        break;
      }
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
#else
EULERC_INLINE void eulerc_wait_for_all(global ulong *arrived) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
#endif

// Neither copy is `restrict`: each is read in one step and written in the next.
EULERC_KERNEL
eulerc_resident(global real *even, global real *odd EULERC_FIELDS, const eulerc_constants c,
                global const real *restrict times, const real h, const real last_h,
                const eulerc_tiling tiling, const long launch, global ulong *arrived) {
  if (c.points == 0)
    return;
  const long first = launch * tiling.tileSteps;
  const long end = min(first + tiling.tileSteps, tiling.steps);
  const eulerc_levels levels = {tiling.before, tiling.steps, first};
  const eulerc_course course = eulerc_course_of(EULERC_STAGES_OF(&c), levels, times, h, last_h);
#ifdef EULERC_MARCH
  const eulerc_march_groups groups = eulerc_count_march_groups(&c);
  const uint all = groups.all;
#else
  const eulerc_vectors v = eulerc_count_vectors(&c);
  const eulerc_groups groups = eulerc_count_groups(v);
  const uint all = eulerc_linear_groups(v, groups, &c);
#endif
  for (long level = first; level < end; level++) {
    const eulerc_moment now = eulerc_timed(eulerc_moment_in(&course, level - first), &c);
    global const real *const y = level % 2 == 0 ? even : odd;
    global real *const next = level % 2 == 0 ? odd : even;
    for (uint g = get_group_id(0); g < all; g += get_num_groups(0))
#ifdef EULERC_MARCH
      eulerc_march_group(y, next EULERC_PASS_FIELDS, groups, g, &c, now);
#else
      eulerc_linear_group(y, next EULERC_PASS_FIELDS, v, groups, g, &c, now);
#endif
    if (level + 1 < end)
      eulerc_wait_for_all(arrived);
  }
}
