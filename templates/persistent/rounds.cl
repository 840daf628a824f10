// Rounds of a launch. A launch of the forms `persistent` takes many rounds, with a barrier of all
// work-groups between two.
//
//   EULERC_PERSISTENT_ROUNDS = 5, launch 2 → rounds 10, 11, …, 14 of the run, of tiling.tileSteps levels each
//
// Even rounds read the first copy of the state and write the second, odd rounds the reverse. All
// work-groups must run at the same time. EULERC_PERSISTENT_WAITS says that the device was found to
// run as many at once as it has compute units (runtime/opencl/devices.cpp). Other devices run one
// work-group.

#if EULERC_PERSISTENT_WAITS
// How often a work-group tests whether the others have arrived (some 10 s). Then it gives up and
// sets arrived[1], and the run fails: another program keeps work-groups from running.
enum { eulerc_most_looks = 1 << 24 };

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

// Values that other work-groups wrote before they arrived are visible afterwards (PTX ISA, memory
// consistency model: fence.acq_rel at the scope of the device on both sides of an atomic).
EULERC_INLINE void eulerc_wait_for_all(global ulong *arrived) {
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    const ulong groups = get_num_groups(0);
    const ulong until = (eulerc_arrive(arrived) / groups + 1) * groups;
    for (int looks = 0; eulerc_look(arrived) < until; looks++)
      if (looks == eulerc_most_looks || (looks % 1024 == 1023 && eulerc_look(arrived + 1) != 0)) {
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

typedef struct {
  long first, end;
} eulerc_rounds;

EULERC_INLINE eulerc_rounds eulerc_rounds_of(const eulerc_tiling *tiling, const long launch) {
  const long all = (tiling->steps + tiling->tileSteps - 1) / tiling->tileSteps;
  const eulerc_rounds rounds = {launch * EULERC_PERSISTENT_ROUNDS,
                                min((launch + 1) * EULERC_PERSISTENT_ROUNDS, all)};
  return rounds;
}
