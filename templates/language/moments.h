// Levels and moments: the place of a step function in a run. In the common subset of OpenCL C and
// C++.
//
//   a method of 4 stages, level 29 of the run → step 7, stage 1, at the time of that stage
//
// A step is a cycle of EULERC_STAGES stages, and a level is a stage: levels 0 … EULERC_STAGES - 1
// are the run's first step. Tiles and launches advance levels; step functions get the moment.
//
// The first EULERC_LIVE_OUT components of a point are live-out: they live from step to step.
// Launches of tiles that take whole steps load and store only these, because the first stage of a
// step reads no others.
//
// A run may choose the number of levels of a step and of live-out components. Then EULERC_STAGES
// and EULERC_LIVE_OUT are defined before a device's program, and are among the constants on the
// host.
//
// A run may also choose the number of a method's stages. A stage then has EULERC_STAGE_LEVELS
// levels, the first stage eulerc_extra_levels more. All stages between the first and the last one
// differ only in their factors, eulerc_factors.
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
// Whether component q holds the error of a step. EULERC_ERRORS such components follow as many of
// the state. They are set at the end of a step: launches on processors store them, but do not load
// them.
EULERC_INLINE bool eulerc_is_error(const int q) {
#ifdef EULERC_ERRORS
  return q >= EULERC_ERRORS && q < 2 * EULERC_ERRORS;
#else
  return false;
#endif
}

typedef struct {
  long step; // number in the whole run, also in a resumed run
  int stage; // where stages differ only in factors: of the first, of any between, or of the last
  int row;   // the row of its factors, where a run chooses the number of stages
  real t, h; // the time of the stage, and the length of the step
  real end;  // at the last level of a step: the time after the step, at which the next one begins
#ifdef EULERC_EVENTS
  eulerc_range noted; // in a tile: points along a row whose events are noted
#endif
#ifdef EULERC_TIME_VALUES
  real values[EULERC_TIME_VALUES]; // the program's expressions of the time alone: eulerc_timed
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

// The time of a level, and the time of the next level.
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

// A course: the levels that a tile takes, counted from the first level of the launch or of all
// launches. It begins with a step, unless tiles take parts of steps (EULERC_CUTS_STEPS).
typedef struct {
  long first;                      // number of its first level in the run
  long last_step;                  // level at which the run's last step begins, which may be short
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
  // Steps begin with a course. After its first stage, the stages between and the last one are
  // alike.
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
