// Levels and moments: where in a run a step function stands. In the common subset of OpenCL C and
// C++.
//
//   a method of 4 stages, level 29 of the run → step 7, stage 1, at the time of that stage
//
// A step is a cycle of EULERC_STAGES stages, and a level is a stage: levels 0 … EULERC_STAGES - 1
// are the run's first step. Tiles and launches advance levels; step functions get the moment.
//
// Of the components of a point the first EULERC_LASTING live from step to step: launches of tiles
// that take whole steps load and store no others, which their first stage does not read.
typedef struct {
  long step; // of the whole run, also of one that was resumed
  int stage;
  real t, h; // the time of the stage, and the length of the step
} eulerc_moment;

EULERC_INLINE eulerc_moment eulerc_moment_of(const long level, const real t, const real h) {
  eulerc_moment now;
  now.step = level / EULERC_STAGES;
  now.stage = (int)(level % EULERC_STAGES);
  now.t = t;
  now.h = h;
  return now;
}

// What tiles know of the levels they take, counted from the first one: the launch's, or the first
// of all launches'. Either begins a step.
typedef struct {
  long first;                      // its number in the run
  long last_step;                  // where the run's last step begins, which may be shorter
  EULERC_GLOBAL const real *times; // of the levels, if steps read the time
  real h, last_h;
} eulerc_course;

// Levels from `from` on, of `levels` levels that the launches take, of which the first is `before`.
EULERC_INLINE eulerc_course eulerc_course_of(const long before, const long from, const long levels,
                                             EULERC_GLOBAL const real *times, const real h,
                                             const real last_h) {
  eulerc_course course;
  course.first = before + from;
  course.last_step = levels - EULERC_STAGES - from;
  course.times = EULERC_USES_TIME ? times + from : times;
  course.h = h;
  course.last_h = last_h;
  return course;
}

// Level k of a course.
EULERC_INLINE eulerc_moment eulerc_moment_in(const eulerc_course *course, const long k) {
  eulerc_moment now;
  now.step = (course->first + k) / EULERC_STAGES;
  now.stage = (int)(k % EULERC_STAGES);
  now.t = EULERC_USES_TIME ? course->times[k] : 0;
  now.h = k < course->last_step ? course->h : course->last_h;
  return now;
}
