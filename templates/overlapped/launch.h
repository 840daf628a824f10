// What tiles that overlap know of the launch they belong to. In the common subset of OpenCL C and
// C++, behind tiles.h and moments.h.
//
//   launch 3 of tiles of 8 steps → a course from level 24 on
typedef struct {
  eulerc_tiling tiling;
  long number;                     // of the run's launches
  EULERC_GLOBAL const real *times; // of levels from tiling.before on, if steps read the time
  real h, last_h;                  // the length of steps, and of the run's last one
} eulerc_launch;

// Steps of the launch; the last one may have fewer.
EULERC_INLINE int eulerc_steps_in(const eulerc_launch *launch) {
  const eulerc_tiling *const tiling = &launch->tiling;
  return (int)eulerc_min(tiling->tileSteps, tiling->steps - launch->number * tiling->tileSteps);
}

EULERC_INLINE eulerc_course eulerc_course_in(const eulerc_launch *launch,
                                             const eulerc_constants *c) {
  const eulerc_tiling *const tiling = &launch->tiling;
  const eulerc_levels levels = {tiling->before, tiling->steps, launch->number * tiling->tileSteps};
  return eulerc_course_of(EULERC_STAGES_OF(c), levels, launch->times, launch->h, launch->last_h);
}
