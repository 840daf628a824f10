// The launch to which tiles belong. In the common subset of OpenCL C and C++, after tiles.h and
// moments.h.
//
//   launch 3 of tiles of 8 steps → a course from level 24 on
typedef struct {
  eulerc_tiling tiling;
  long number;                     // in the run
  EULERC_GLOBAL const real *times; // of levels from tiling.before on, if steps read the time
  real h, last_h;                  // the length of steps, and of the run's last step
  long useless[2]; // layers at both ends of the slowest axis that no later launch reads
} eulerc_launch;

EULERC_INLINE int eulerc_steps_in(const eulerc_launch *launch) {
  return (int)eulerc_launch_steps(launch->tiling, launch->number);
}

// The course from a level on, counted from the first level of all launches.
EULERC_INLINE eulerc_course eulerc_course_from(const eulerc_launch *launch, const long level,
                                               const eulerc_constants *c) {
  eulerc_course course;
  course.first = launch->tiling.before + level;
  course.last_step = launch->tiling.steps - EULERC_STAGES_OF(c) - level;
  course.times = EULERC_USES_TIME ? launch->times + level : launch->times;
  course.h = launch->h;
  course.last_h = launch->last_h;
#ifndef EULERC_STAGES
  course.stages = EULERC_STAGES_OF(c);
#endif
  return course;
}

// The course of a launch of overlapped tiles.
EULERC_INLINE eulerc_course eulerc_course_in(const eulerc_launch *launch,
                                             const eulerc_constants *c) {
  return eulerc_course_from(launch, launch->number * launch->tiling.tileSteps, c);
}
