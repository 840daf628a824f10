// Levels and moments: where in a run a step function stands. In the common subset of OpenCL C and
// C++.
//
//   a method of 4 stages, level 29 of the run → step 7, stage 1, at the time of that stage
//
// A step is a cycle of EULERC_STAGES stages, and a level is a stage: levels 0 … EULERC_STAGES - 1
// are the run's first step. Tiles and launches advance levels; step functions get the moment.
//
// Of the components of a point the first EULERC_LIVE_OUT live from step to step: launches of tiles
// that take whole steps load and store no others, which their first stage does not read.
//
// A run may say how many levels a step has, and how many components live: then EULERC_STAGES and
// EULERC_LIVE_OUT stand before a device's program, and on the host they are among the constants.
//
// Of a method whose number of stages a run chooses (EULERC_STAGE_LEVELS, the levels of each; of the
// first one eulerc_extra_levels more), all stages between the first and the last one are alike but
// for their factors, eulerc_factors.
#ifdef EULERC_STAGES
#define EULERC_STAGES_OF(c) EULERC_STAGES
#define EULERC_FACTORS_OF(c) eulerc_factors
#else
#define EULERC_STAGES_OF(c) ((c)->stages)
#define EULERC_FACTORS_OF(c) ((const real *)(c)->factors)
#endif
#ifdef EULERC_LIVE_OUT
#define EULERC_LIVE_OUT_OF(c) EULERC_LIVE_OUT
#else
#define EULERC_LIVE_OUT_OF(c) ((c)->live_out)
#endif
// What tells the error of a step, EULERC_ERRORS components behind as many of the state, does so at
// its end: launches on processors store it, and do not load it.
EULERC_INLINE bool eulerc_is_error(const int q) {
#ifdef EULERC_ERRORS
  return q >= EULERC_ERRORS && q < 2 * EULERC_ERRORS;
#else
  return false;
#endif
}

typedef struct {
  long step; // of the whole run, also of one that was resumed
  int stage; // where stages are alike: of one of the first, of any between, or of the last
  int row;   // which factors it has, where a run chooses the number of stages
  real t, h; // the time of the stage, and the length of the step
  real end;  // of a step's last level: the time behind the step, at which the next one begins
#ifdef EULERC_EVENTS
  eulerc_range noted; // of a tile: points along a row whose events are noted
#endif
#ifdef EULERC_TIME_VALUES
  real values[EULERC_TIME_VALUES]; // of the program's expressions of the time alone: eulerc_timed
#endif
} eulerc_moment;

EULERC_INLINE void eulerc_set_stage(eulerc_moment *now, const int level, const long stages) {
#ifdef EULERC_STAGE_LEVELS
  const int behind = level - eulerc_extra_levels;
  const int kind = level < stages - EULERC_STAGE_LEVELS ? 1 : 2;
  now->row = behind < EULERC_STAGE_LEVELS ? 0 : behind / EULERC_STAGE_LEVELS;
  now->stage = now->row == 0 ? level
                             : eulerc_extra_levels + kind * EULERC_STAGE_LEVELS +
                                   behind % EULERC_STAGE_LEVELS;
#else
  now->stage = level;
#endif
}

// The time of a level, and that of the next one.
typedef struct {
  real now, next;
} eulerc_times;

// `stages`: EULERC_STAGES_OF the constants.
EULERC_INLINE eulerc_moment eulerc_moment_of(const long stages, const long level,
                                             const eulerc_times t, const real h) {
  eulerc_moment now;
  now.step = level / stages;
  eulerc_set_stage(&now, (int)(level % stages), stages);
  now.t = t.now;
  now.end = t.next;
  now.h = h;
  return now;
}

// What tiles know of the levels they take, counted from the first one: the launch's, or the first
// of all launches'. Either begins a step, but where tiles take parts of steps (EULERC_CUTS_STEPS).
typedef struct {
  long first;                      // its number in the run
  long last_step;                  // where the run's last step begins, which may be shorter
  EULERC_GLOBAL const real *times; // of the levels and of the end, if steps read the time
  real h, last_h;
#ifndef EULERC_STAGES
  long stages;
#endif
} eulerc_course;

// Level k of a course.
EULERC_INLINE eulerc_moment eulerc_moment_in(const eulerc_course *course, const long k) {
  eulerc_moment now;
  const long stages = EULERC_STAGES_OF(course);
  const long level = course->first + k;
  now.step = level / stages;
#if defined(EULERC_STAGES) && !defined(EULERC_CUTS_STEPS)
  eulerc_set_stage(&now, (int)(k % stages), stages); // the course begins with a step
#elif defined(EULERC_EVEN_PARTS)
  // Steps begin with a course: behind its first stage, those between and the last are alike.
  now.row = (int)(level % stages) / EULERC_STAGE_LEVELS;
  now.stage = (k < EULERC_STAGE_LEVELS && now.row == 0 ? 0 : EULERC_STAGE_LEVELS) +
              (int)(k % EULERC_STAGE_LEVELS);
#else
  eulerc_set_stage(&now, (int)(level % stages), stages);
#endif
  now.t = EULERC_USES_TIME ? course->times[k] : 0;
  now.end = EULERC_USES_TIME ? course->times[k + 1] : 0;
  now.h = k < course->last_step ? course->h : course->last_h;
  return now;
}
