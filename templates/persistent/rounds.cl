// Rounds of a launch: the forms `persistent` take many in one, and work-groups wait for each other
// between two of them.
//
//   EULERC_PERSISTENT_ROUNDS = 5, launch 2 → rounds 10, 11, …, 14 of the run, of tiling.tileSteps levels each
//
// Even rounds read one copy of the state and write the other, odd rounds the other way. All
// work-groups must run at the same time: EULERC_PERSISTENT_WAITS says that the device has been found to do so
// with as many as it has compute units (runtime/opencl/devices.cpp); anywhere else there is one.

#if EULERC_PERSISTENT_WAITS
// How often a work-group looks whether the others have come, some 10 s, before it gives up and says
// so in arrived[1]: the run then fails, for another program keeps work-groups from running.
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

// What other work-groups wrote before they arrived is visible afterwards (PTX ISA, memory
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
