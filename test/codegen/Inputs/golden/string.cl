// Made by eulerc 0.1.0 from string.ode.
#define EULERC_REAL float // of values of the state
#define EULERC_IS_DOUBLE 0 // whether that is double
#define EULERC_STAGES 1 // levels of a step; else a run says so
#define EULERC_LIVE_OUT 2 // components of a point that live from step to step: the first ones
#define EULERC_USES_TIME 0 // whether steps read the time
typedef EULERC_REAL real;

<templates/language/prelude.cl>

<templates/language/indices.h>

<templates/language/moments.h>

<templates/language/lanes.h>

<templates/language/vectors.cl>

<templates/language/lane_integers.h>

#define EULERC_RANK 1 // axes of the grid
// The indices of a row, and of some rows, as functions take them.
#define EULERC_ROW(i0, i1)
#define EULERC_ROWS(i0, end0, i1, end1)
#define EULERC_PERIOD 2 // classes of points along the last axis
#define EULERC_COMPONENTS 2 // of a point
#define EULERC_ROW_ENDS 0 // ends of rows have a function (eulerc_row_end)
#define EULERC_EDGE_ROWS 0 // so have rows at sides (eulerc_edge_row)
#define EULERC_EDGE_VECTORS 0 // and vectors of them
// Fields, tables and data, as parameters of functions and as arguments.
#define EULERC_FIELDS
#define EULERC_PASS_FIELDS
// The copy of the state that levels write, to be read (compiler/analysis/LevelPlaces.h).
#define EULERC_OTHER(type) // as a parameter, and without a type as an argument
EULERC_TABLE eulerc_ulong eulerc_held_levels = 0; // levels behind which the copies keep their roles, as bits
enum {
  eulerc_levels_differ = 0, // levels are of one stage, which computes quantities in the first ones
  eulerc_wraps = 0, // whether the slowest axis is a ring
};

// Constant over a run. The first two members are eulerc::ConstantsHead.
typedef struct {
  long components; // n
  long points;     // grid points; each holds 2 component(s)
  long row;        // points along the last axis
  long extent[1]; // components of one state along each axis, slowest first
  long begin[1], end[1]; // the interior, in points
  long lead;        // where the first point lies, in points
  long stride[1]; // from one point to the next along each axis, in points
  long plane;       // from one component of a point to the next, in values
  long field_plane; // the same for fields
  real c_0; // K * K
  real c_1; // 0.0
} eulerc_constants;

// Of the axis between the slowest and the last one, which only spaces have.
EULERC_INLINE long eulerc_high(const eulerc_constants *c) {
  return 1;
}
EULERC_INLINE long eulerc_stride_high(const eulerc_constants *c) {
  return 0;
}

// Points that steps compute, and whether some of a range are.
EULERC_INLINE long eulerc_computed_begin(const eulerc_constants *c) {
  return 0;
}
EULERC_INLINE long eulerc_computed_end(const eulerc_constants *c) {
  return c->points;
}
EULERC_INLINE bool eulerc_computes(const long begin, const long end, const eulerc_constants *c) {
  return true;
}

// A moment with what steps make of the time alone.
EULERC_INLINE eulerc_moment eulerc_timed(eulerc_moment now, const eulerc_constants *c) {
  return now;
}

typedef struct {
  long base;   // where its first point lies, in points
  bool inside; // the interior, along all axes but the last
  long begin, end; // its points between these need no test of its own axis
} eulerc_row;

EULERC_INLINE eulerc_row eulerc_row_at(const eulerc_constants *c) {
  eulerc_row row;
  row.base = c->lead;
  row.inside = true;
  row.begin = c->begin[0];
  row.end = c->end[0];
  return row;
}

// Rows are counted from 0, the last of their axes fastest.
EULERC_INLINE eulerc_row eulerc_make_row(const long number, const eulerc_constants *c) {
  return eulerc_row_at(c);
}

enum { eulerc_has_guards = 0 }; // whether some points are computed by themselves
// Whether points [i0, end0) … are all computed as in the interior, wherever their reads lead.
EULERC_INLINE bool eulerc_is_full(const long i0, const long end0, const eulerc_constants *c) {
  return true;
}
// The end, at most `until`, of the points of a row from j on that are; j if that one is not.
EULERC_INLINE long eulerc_full_until(const long j, long until, const eulerc_constants *c) {
  return eulerc_max(until, j);
}

// y at any indices: what lies outside the grid follows the boundary rules.
EULERC_ANYWHERE real eulerc_read_y(EULERC_GLOBAL const real *y, long i0, const eulerc_constants *c) {
  if (i0 < 0)
    return c->c_1;
  if (i0 >= c->extent[0])
    return c->c_1;
  return y[EULERC_STATE(0 + i0 % 2, c->lead + i0 / 2)];
}

// dy[i]/dt = y[i + 1] for i % 2 == 0
EULERC_INLINE real eulerc_step_0_0(const long i0, const eulerc_constants *c, const eulerc_moment now, const real y_own, const real y_p1) {
  return fma(now.h, y_p1, y_own);
}

// dy[i]/dt = K * K * (y[i - 3] - 2.0 * y[i - 1] + y[i + 1]) for i % 2 == 1
EULERC_INLINE real eulerc_step_0_1(const long i0, const eulerc_constants *c, const eulerc_moment now, const real y_own, const real y_m3, const real y_m1, const real y_p1) {
  return fma(now.h, c->c_0 * (fma((-2.0f), y_m1, y_m3) + y_p1), y_own);
}

// One step of point j of a row, in the interior: no near read leaves the grid.
EULERC_ANYWHERE void eulerc_interior(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = 2 * j;
  const long at = row->base + j;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, c, now,
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  next[EULERC_STATE(1, at)] = eulerc_step_0_1(i0 + 1, c, now,
      y[EULERC_STATE(1, at)],
      y[EULERC_STATE(0, at - 1)],
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(0, at + 1)]);
}

// One step of point j of a row, anywhere.
EULERC_ANYWHERE void eulerc_edge(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = 2 * j;
  const long at = row->base + j;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, c, now,
      y[EULERC_STATE(0, at)],
      eulerc_read_y(y, i0 + 1, c));
  if (i0 + 1 < c->extent[0])
    next[EULERC_STATE(1, at)] = eulerc_step_0_1(i0 + 1, c, now,
      y[EULERC_STATE(1, at)],
      eulerc_read_y(y, i0 - 2, c),
      eulerc_read_y(y, i0, c),
      eulerc_read_y(y, i0 + 2, c));
}

EULERC_INLINE realv eulerc_vector_0_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, const realv y_own, const realv y_p1) {
  return fma(EULERC_SPLAT(now.h), y_p1, y_own);
}

EULERC_INLINE realv eulerc_vector_0_1(const indexv i0, const eulerc_constants *c, const eulerc_moment now, const realv y_own, const realv y_m3, const realv y_m1, const realv y_p1) {
  return fma(EULERC_SPLAT(now.h), (c->c_0 * (fma(EULERC_SPLAT((-2.0f)), y_m1, y_m3) + y_p1)), y_own);
}

// One step of points j … j + count - 1, a vector's or less, of a row, all in the interior.
EULERC_INLINE void eulerc_vector_part(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const long count, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = 2 * j;
  const long at = row->base + j;
  const realv w0 = eulerc_load(y + EULERC_STATE(0, at), EULERC_STEP);
  const realv w1 = eulerc_load(y + EULERC_STATE(1, at), EULERC_STEP);
  EULERC_BESIDE(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP)
  const realv w2 = EULERC_NEAR(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP, -1);
  const realv w3 = EULERC_NEAR(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP, 1);
  const realv new_0 = eulerc_vector_0_0(EULERC_ALONG(i0, 2), c, now, w0, w1);
  const realv new_1 = eulerc_vector_0_1(EULERC_ALONG(i0 + 1, 2), c, now, w1, w2, w0, w3);
  if (count == EULERC_WIDTH) {
    eulerc_store_pair(next + EULERC_STATE(0, at), next + EULERC_STATE(1, at), new_0, new_1);
  } else {
    eulerc_store_part(next + EULERC_STATE(0, at), new_0, count);
    eulerc_store_part(next + EULERC_STATE(1, at), new_1, count);
  }
}

EULERC_ANYWHERE void eulerc_vector(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  eulerc_vector_part(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, EULERC_WIDTH, c, now);
}

<templates/interlocking/tiles.h>

<templates/tiles/launch.h>

#ifdef EULERC_PERSISTENT_ROUNDS

<templates/persistent/rounds.cl>

#endif

#if !defined(EULERC_TILED)

<templates/linear/linear.cl>

#endif

#if !defined(EULERC_TILED) && EULERC_BUILDS(linear_persistent) && defined(EULERC_PERSISTENT_ROUNDS)

<templates/persistent/persistent.cl>

#endif

#ifdef EULERC_INTERLOCKING_PLANE

// y at any indices: what lies outside the grid follows the boundary rules.
EULERC_IN_PLACE real eulerc_read_y_in_tile(local const real *y, long i0, const long shift, const eulerc_constants *c) {
  if (i0 < 0)
    return c->c_1;
  if (i0 >= c->extent[0])
    return c->c_1;
  return y[EULERC_TILE(0 + i0 % 2, c->lead + i0 / 2)];
}

// One step of point j of a row, anywhere.
EULERC_IN_PLACE void eulerc_edge_in_tile(local const real *y, local real *next EULERC_FIELDS,
    const eulerc_row *row, const long j, const long shift EULERC_NEXT_SHIFT, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = 2 * j;
  const long at = row->base + j;
  next[EULERC_NEXT_TILE(0, at)] = eulerc_step_0_0(i0, c, now,
      y[EULERC_TILE(0, at)],
      eulerc_read_y_in_tile(y, i0 + 1, shift, c));
  if (i0 + 1 < c->extent[0])
    next[EULERC_NEXT_TILE(1, at)] = eulerc_step_0_1(i0 + 1, c, now,
      y[EULERC_TILE(1, at)],
      eulerc_read_y_in_tile(y, i0 - 2, shift, c),
      eulerc_read_y_in_tile(y, i0, shift, c),
      eulerc_read_y_in_tile(y, i0 + 2, shift, c));
}

// One step of points j … j + EULERC_WIDTH - 1 of a row, all in the interior.
EULERC_IN_PLACE void eulerc_vector_in_tile(local const real *y, local real *next EULERC_FIELDS,
    const eulerc_row *row, const long j, const long shift EULERC_NEXT_SHIFT, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = 2 * j;
  const long at = row->base + j;
  const realv w0 = eulerc_load_in_tile(y + EULERC_TILE(0, at), 1);
  const realv w1 = eulerc_load_in_tile(y + EULERC_TILE(1, at), 1);
  EULERC_BESIDE(eulerc_load_in_tile, w0, y, EULERC_TILE(0, at), 1)
  const realv w2 = EULERC_NEAR(eulerc_load_in_tile, w0, y, EULERC_TILE(0, at), 1, -1);
  const realv w3 = EULERC_NEAR(eulerc_load_in_tile, w0, y, EULERC_TILE(0, at), 1, 1);
  const realv new_0 = eulerc_vector_0_0(EULERC_ALONG(i0, 2), c, now, w0, w1);
  const realv new_1 = eulerc_vector_0_1(EULERC_ALONG(i0 + 1, 2), c, now, w1, w2, w0, w3);
  eulerc_store_in_tile(next + EULERC_NEXT_TILE(0, at), new_0);
  eulerc_store_in_tile(next + EULERC_NEXT_TILE(1, at), new_1);
}

<templates/interlocking/tile_memory.cl>

#ifdef EULERC_INTERLOCKING_COLUMNS

<templates/interlocking/columns.cl>

#else

<templates/interlocking/rows.cl>

#endif

#endif

#ifdef EULERC_KEPT

enum {
  eulerc_reach = 1, // points that the right-hand side looks along the line
};
EULERC_TABLE eulerc_ulong eulerc_read_by_right = 1; // that a neighbour to the right reads
EULERC_TABLE eulerc_ulong eulerc_read_by_left = 1; // that a neighbour to the left reads
EULERC_TABLE eulerc_ulong eulerc_mirror_low = 0; // that are mirrored before the grid
EULERC_TABLE eulerc_ulong eulerc_mirror_high = 0; // that are mirrored behind it

// One step of points j … j + EULERC_WIDTH - 1, given them and their neighbours: a vector for each component.
EULERC_INLINE void eulerc_advance(const realv *left, const realv *own, const realv *right, realv *next EULERC_FIELDS,
    const long j, const bool full, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = 2 * j;
  const realv s0 = own[0], s0_left = left[0], s0_right = right[0];
  const realv s1 = own[1], s1_left = left[1], s1_right = right[1];
  const realv w0 = EULERC_FROM(EULERC_WIDTH - 1, s0_left, s0);
  const realv w1 = EULERC_FROM(1, s0, s0_right);
  const realv new_0 = eulerc_vector_0_0(EULERC_ALONG(i0, 2), c, now, s0, s1);
  const realv new_1 = eulerc_vector_0_1(EULERC_ALONG(i0 + 1, 2), c, now, s1, w0, s0, w1);
  next[0] = new_0;
  next[1] = new_1;
}

// Points outside of the grid have the values of its boundary rule, unless that mirrors.
EULERC_INLINE void eulerc_set_ghosts(realv *kept, const long j, const eulerc_constants *c) {
  const longv i_0 = EULERC_INDICES(2 * j, 2);
  kept[0] = EULERC_SELECT(eulerc_lanes_less(i_0, EULERC_SPLAT_LONG(0)), EULERC_SPLAT(c->c_1), kept[0]);
  kept[0] = EULERC_SELECT(eulerc_lanes_greater_equal(i_0, EULERC_SPLAT_LONG(c->extent[0])), EULERC_SPLAT(c->c_1), kept[0]);
  const longv i_1 = EULERC_INDICES(2 * j + 1, 2);
  kept[1] = EULERC_SELECT(eulerc_lanes_less(i_1, EULERC_SPLAT_LONG(0)), EULERC_SPLAT(c->c_1), kept[1]);
  kept[1] = EULERC_SELECT(eulerc_lanes_greater_equal(i_1, EULERC_SPLAT_LONG(c->extent[0])), EULERC_SPLAT(c->c_1), kept[1]);
}

<templates/tiles/line_ends.h>

#if !defined(EULERC_SKEWED_WIDTH)

enum { eulerc_levels_together = 1 }; // levels of a step that are written out one after the other
// What points read of others, by the stage if that is known then.
EULERC_INLINE ulong eulerc_shown_in(const int stage) {
  return 3;
}
// The number of an exchange in a tile: of level `stage` behind level `first`, with which a step begins.
EULERC_INLINE int eulerc_exchange(const int first, const int stage) {
  int before = 0, ofStep = 0;
  EULERC_FOR(other, eulerc_levels_together) {
    before += other < stage && eulerc_shown_in(other) != 0;
    ofStep += eulerc_shown_in(other) != 0;
  }
  return first / eulerc_levels_together * ofStep + before;
}
<templates/registers/registers_line.cl>

#endif

#endif

#ifdef EULERC_SKEWED_WIDTH

<templates/tiles/boxes.h>

<templates/skewed/skewed.h>

<templates/skewed/skewed.cl>

#endif
