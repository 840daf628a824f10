// Made by eulerc 0.1.0 from space.ode.
#define EULERC_REAL float // of values of the state
#define EULERC_IS_DOUBLE 0 // whether that is double
#define EULERC_STAGES 1 // levels of a step; else a run says so
#define EULERC_LIVE_OUT 1 // components of a point that live from step to step: the first ones
#define EULERC_USES_TIME 0 // whether steps read the time
typedef EULERC_REAL real;

<templates/language/prelude.cl>

<templates/language/indices.h>

<templates/language/moments.h>

<templates/language/lanes.h>

<templates/language/vectors.cl>

<templates/language/lane_integers.h>

#define EULERC_RANK 3 // axes of the grid
// The indices of a row, and of some rows, as functions take them.
#define EULERC_ROW(i0, i1) i0, i1,
#define EULERC_ROWS(i0, end0, i1, end1) i0, end0, i1, end1,
#define EULERC_PERIOD 1 // classes of points along the last axis
#define EULERC_COMPONENTS 1 // of a point
#define EULERC_ROW_ENDS 1 // ends of rows have a function (eulerc_row_end)
#define EULERC_EDGE_ROWS 1 // so have rows at sides (eulerc_edge_row)
#define EULERC_EDGE_VECTORS 1 // and vectors of them
// Fields, tables and data, as parameters of functions and as arguments.
#define EULERC_FIELDS
#define EULERC_PASS_FIELDS
// The copy of the state that levels write, to be read (compiler/analysis/LevelPlaces.h).
#define EULERC_OTHER(type) // as a parameter, and without a type as an argument
EULERC_TABLE eulerc_ulong eulerc_held_levels = 0; // levels behind which the copies keep their roles, as bits
enum {
  eulerc_levels_differ = 0, // levels are of one stage, which computes quantities in the first ones
  eulerc_wraps = 1, // whether the slowest axis is a ring
};

// Constant over a run. The first two members are eulerc::ConstantsHead.
typedef struct {
  long components; // n
  long points;     // grid points; each holds 1 component(s)
  long row;        // points along the last axis
  long extent[3]; // components of one state along each axis, slowest first
  long begin[3], end[3]; // the interior, in points
  long lead;        // where the first point lies, in points
  long stride[3]; // from one point to the next along each axis, in points
  long plane;       // from one component of a point to the next, in values
  long field_plane; // the same for fields
  real p_k; // k
  real c_1; // 0.5
} eulerc_constants;

// Of the axis between the slowest and the last one, which only spaces have.
EULERC_INLINE long eulerc_high(const eulerc_constants *c) {
  return c->extent[1];
}
EULERC_INLINE long eulerc_stride_high(const eulerc_constants *c) {
  return c->stride[1];
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
  long i0;
  long i1;
  long base;   // where its first point lies, in points
  bool inside; // the interior, along all axes but the last
  long begin, end; // its points between these need no test of its own axis
} eulerc_row;

EULERC_INLINE eulerc_row eulerc_row_at(const long i0, const long i1, const eulerc_constants *c) {
  eulerc_row row;
  row.i0 = i0;
  row.i1 = i1;
  row.base = c->lead + i0 * c->stride[0] + i1 * c->stride[1];
  row.inside = i0 >= c->begin[0] && i0 < c->end[0] && i1 >= c->begin[1] && i1 < c->end[1];
  row.begin = c->begin[2];
  row.end = c->end[2];
  return row;
}

// Rows are counted from 0, the last of their axes fastest.
EULERC_INLINE eulerc_row eulerc_make_row(const long number, const eulerc_constants *c) {
  return eulerc_row_at(number / c->extent[1], number % c->extent[1], c);
}

enum { eulerc_has_guards = 0 }; // whether some points are computed by themselves
// Whether points [i0, end0) … are all computed as in the interior, wherever their reads lead.
EULERC_INLINE bool eulerc_is_full(const long i0, const long end0, const long i1, const long end1, const long i2, const long end2, const eulerc_constants *c) {
  return true;
}
// The end, at most `until`, of the points of a row from j on that are; j if that one is not.
EULERC_INLINE long eulerc_full_until(const long i0, const long i1, const long j, long until, const eulerc_constants *c) {
  return eulerc_max(until, j);
}

// u at any indices: what lies outside the grid follows the boundary rules.
EULERC_ANYWHERE real eulerc_read_u(EULERC_GLOBAL const real *y, long i0, long i1, long i2, const eulerc_constants *c) {
  i0 = eulerc_wrap_read(i0, c->extent[0]);
  i1 = eulerc_mirror(i1, c->extent[1]);
  if (i2 < 0)
    return c->c_1;
  if (i2 >= c->extent[2])
    return c->c_1;
  return y[EULERC_STATE(0, c->lead + i0 * c->stride[0] + i1 * c->stride[1] + i2)];
}

// du[z][y][x]/dt = k * (u[z - 1][y][x] + u[z + 1][y][x] + u[z][y - 1][x] + u[z][y + 1][x] + u[z][y][x - 1] + u[z][y][x + 1] - 6.0 * u[z][y][x])
EULERC_INLINE real eulerc_step_0_0(const long i0, const long i1, const long i2, const eulerc_constants *c, const eulerc_moment now, const real u_own, const real u_m1_0_0, const real u_p1_0_0, const real u_0_m1_0, const real u_0_p1_0, const real u_0_0_m1, const real u_0_0_p1) {
  return fma(now.h, c->p_k * fma((-6.0f), u_own, u_m1_0_0 + u_p1_0_0 + u_0_m1_0 + u_0_p1_0 + u_0_0_m1 + u_0_0_p1), u_own);
}

// One step of point j of a row, in the interior: no near read leaves the grid.
EULERC_ANYWHERE void eulerc_interior(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, i1, i2, c, now,
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(0, at - c->stride[0])],
      y[EULERC_STATE(0, at + c->stride[0])],
      y[EULERC_STATE(0, at - c->stride[1])],
      y[EULERC_STATE(0, at + c->stride[1])],
      y[EULERC_STATE(0, at - 1)],
      y[EULERC_STATE(0, at + 1)]);
}

// One step of point j of a row, anywhere.
EULERC_ANYWHERE void eulerc_edge(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, i1, i2, c, now,
      y[EULERC_STATE(0, at)],
      eulerc_read_u(y, i0 - 1, i1, i2, c),
      eulerc_read_u(y, i0 + 1, i1, i2, c),
      eulerc_read_u(y, i0, i1 - 1, i2, c),
      eulerc_read_u(y, i0, i1 + 1, i2, c),
      eulerc_read_u(y, i0, i1, i2 - 1, c),
      eulerc_read_u(y, i0, i1, i2 + 1, c));
}

// u at any index of a row that begins at `row`.
EULERC_ANYWHERE real eulerc_read_u_along(EULERC_GLOBAL const real *y, const long row, long i2, const eulerc_constants *c) {
  if (i2 < 0)
    return c->c_1;
  if (i2 >= c->extent[2])
    return c->c_1;
  return y[EULERC_STATE(0, row + i2)];
}

// One step of point j of a row that is of the interior along all other axes.
EULERC_ANYWHERE void eulerc_row_end(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, i1, i2, c, now,
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(0, at - c->stride[0])],
      y[EULERC_STATE(0, at + c->stride[0])],
      y[EULERC_STATE(0, at - c->stride[1])],
      y[EULERC_STATE(0, at + c->stride[1])],
      eulerc_read_u_along(y, row->base, i2 - 1, c),
      eulerc_read_u_along(y, row->base, i2 + 1, c));
}

// A row that another one reads: where its first point lies; or, outside of the grid, the value
// that all its points have (then a row that may be read, but for nothing).
typedef struct {
  long base;
  bool inside;
  real value;
} eulerc_line;

EULERC_INLINE eulerc_line eulerc_constant_line(const eulerc_row *own, const real value) {
  const eulerc_line line = {own->base, false, value};
  return line;
}
EULERC_INLINE real eulerc_on_line(const eulerc_line *line, const real value) {
  return line->inside ? value : line->value;
}

// The row of u at any indices, seen from another one.
EULERC_INLINE eulerc_line eulerc_line_u(const eulerc_row *own, long i0, long i1, const eulerc_constants *c) {
  i0 = eulerc_wrap_read(i0, c->extent[0]);
  i1 = eulerc_mirror(i1, c->extent[1]);
  const eulerc_line line = {c->lead + i0 * c->stride[0] + i1 * c->stride[1], true, 0};
  return line;
}

// The rows that a row reads, its own aside.
typedef struct {
  eulerc_line u_m1_0;
  eulerc_line u_p1_0;
  eulerc_line u_0_m1;
  eulerc_line u_0_p1;
} eulerc_lines;

EULERC_INLINE eulerc_lines eulerc_find_lines(const eulerc_row *row, const eulerc_constants *c) {
  eulerc_lines lines;
  lines.u_m1_0 = eulerc_line_u(row, row->i0 - 1, row->i1, c);
  lines.u_p1_0 = eulerc_line_u(row, row->i0 + 1, row->i1, c);
  lines.u_0_m1 = eulerc_line_u(row, row->i0, row->i1 - 1, c);
  lines.u_0_p1 = eulerc_line_u(row, row->i0, row->i1 + 1, c);
  return lines;
}

// One step of point j of a row anywhere, row->begin <= j < row->end.
EULERC_ANYWHERE void eulerc_edge_row(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const eulerc_lines *lines, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, i1, i2, c, now,
      y[EULERC_STATE(0, at)],
      eulerc_on_line(&lines->u_m1_0, y[EULERC_STATE(0, lines->u_m1_0.base + j)]),
      eulerc_on_line(&lines->u_p1_0, y[EULERC_STATE(0, lines->u_p1_0.base + j)]),
      eulerc_on_line(&lines->u_0_m1, y[EULERC_STATE(0, lines->u_0_m1.base + j)]),
      eulerc_on_line(&lines->u_0_p1, y[EULERC_STATE(0, lines->u_0_p1.base + j)]),
      y[EULERC_STATE(0, at - 1)],
      y[EULERC_STATE(0, at + 1)]);
}

EULERC_INLINE realv eulerc_vector_0_0(const long i0, const long i1, const indexv i2, const eulerc_constants *c, const eulerc_moment now, const realv u_own, const realv u_m1_0_0, const realv u_p1_0_0, const realv u_0_m1_0, const realv u_0_p1_0, const realv u_0_0_m1, const realv u_0_0_p1) {
  return fma(EULERC_SPLAT(now.h), (c->p_k * fma(EULERC_SPLAT((-6.0f)), u_own, (u_m1_0_0 + u_p1_0_0 + u_0_m1_0 + u_0_p1_0 + u_0_0_m1 + u_0_0_p1))), u_own);
}

// One step of points j … j + count - 1, a vector's or less, of a row, all in the interior.
EULERC_INLINE void eulerc_vector_part(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const long count, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  const realv w0 = eulerc_load(y + EULERC_STATE(0, at), EULERC_STEP);
  const realv w1 = eulerc_load(y + EULERC_STATE(0, at - c->stride[0]), EULERC_STEP);
  const realv w2 = eulerc_load(y + EULERC_STATE(0, at + c->stride[0]), EULERC_STEP);
  const realv w3 = eulerc_load(y + EULERC_STATE(0, at - c->stride[1]), EULERC_STEP);
  const realv w4 = eulerc_load(y + EULERC_STATE(0, at + c->stride[1]), EULERC_STEP);
  EULERC_BESIDE(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP)
  const realv w5 = EULERC_NEAR(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP, -1);
  const realv w6 = EULERC_NEAR(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP, 1);
  const realv new_0 = eulerc_vector_0_0(i0, i1, EULERC_ALONG(i2, 1), c, now, w0, w1, w2, w3, w4, w5, w6);
  if (count == EULERC_WIDTH) {
    eulerc_store(next + EULERC_STATE(0, at), new_0);
  } else {
    eulerc_store_part(next + EULERC_STATE(0, at), new_0, count);
  }
}

EULERC_ANYWHERE void eulerc_vector(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  eulerc_vector_part(y, next EULERC_OTHER() EULERC_PASS_FIELDS, row, j, EULERC_WIDTH, c, now);
}

EULERC_INLINE realv eulerc_vector_on_line(const eulerc_line *line, const realv value) {
  return line->inside ? value : EULERC_SPLAT(line->value);
}

// One step of points j … j + count - 1, a vector's or less, of a row anywhere, between row->begin and row->end.
EULERC_INLINE void eulerc_edge_vector(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const eulerc_lines *lines, const long j, const long count, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  const realv w0 = eulerc_load(y + EULERC_STATE(0, at), EULERC_STEP);
  const realv w1 = eulerc_load(y + EULERC_STATE(0, lines->u_m1_0.base + j), EULERC_STEP);
  const realv w2 = eulerc_vector_on_line(&lines->u_m1_0, w1);
  const realv w3 = eulerc_load(y + EULERC_STATE(0, lines->u_p1_0.base + j), EULERC_STEP);
  const realv w4 = eulerc_vector_on_line(&lines->u_p1_0, w3);
  const realv w5 = eulerc_load(y + EULERC_STATE(0, lines->u_0_m1.base + j), EULERC_STEP);
  const realv w6 = eulerc_vector_on_line(&lines->u_0_m1, w5);
  const realv w7 = eulerc_load(y + EULERC_STATE(0, lines->u_0_p1.base + j), EULERC_STEP);
  const realv w8 = eulerc_vector_on_line(&lines->u_0_p1, w7);
  EULERC_BESIDE(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP)
  const realv w9 = EULERC_NEAR(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP, -1);
  const realv w10 = EULERC_NEAR(eulerc_load, w0, y, EULERC_STATE(0, at), EULERC_STEP, 1);
  const realv new_0 = eulerc_vector_0_0(i0, i1, EULERC_ALONG(i2, 1), c, now, w0, w2, w4, w6, w8, w9, w10);
  if (count == EULERC_WIDTH) {
    eulerc_store(next + EULERC_STATE(0, at), new_0);
  } else {
    eulerc_store_part(next + EULERC_STATE(0, at), new_0, count);
  }
}

<templates/interlocking/tiles.h>

<templates/tiles/launch.h>

#ifdef EULERC_PERSISTENT_ROUNDS

<templates/persistent/rounds.cl>

#endif

#if !defined(EULERC_TILED)

<templates/linear/linear.cl>

#endif

#if defined(EULERC_LINEAR_STREAMING) && !defined(EULERC_TILED)

enum { eulerc_row_reach = 1 }; // points along the last axis

<templates/streaming/row_ends.cl>

// Whether a column from plane i0 to end - 1 reads no row beyond an end of the grid.
EULERC_INLINE bool eulerc_is_stream_inside(const int i0, const int end, const int i1, const eulerc_constants *c) {
  return i0 >= 1 && end - 1 + 1 < c->extent[0] && i1 >= 1 && i1 + 1 < c->extent[1];
}

// One step of points j … j + EULERC_WIDTH - 1, as far as they are of the grid, of rows (planes) i0 to
// end - 1. Whether they are inside is constant: tests and their loads are then gone.
EULERC_INLINE void eulerc_stream_column(global const real *y, global real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const bool inside, int i0, const int end, const int i1, const int i2, const eulerc_constants *c, const eulerc_moment now) {
  const int n0 = c->extent[0];
  const int n1 = c->extent[1];
  const int n2 = c->row;
  const bool first = i2 == 0, final = i2 + EULERC_WIDTH >= n2,
             ends = EULERC_LAST_POINTS ? i2 + EULERC_WIDTH + eulerc_row_reach > n2 : final;
  long at = eulerc_row_at(i0, i1, c).base + i2;
  realv v_u_m1_0 = eulerc_load(y + EULERC_STATE(0, at + (!inside && i0 < 1 ? n0 - 1 : -1) * c->stride[0]), 1);
  realv v_u_0_0 = eulerc_load(y + EULERC_STATE(0, at), 1);
#pragma unroll EULERC_LINEAR_STREAMING_UNROLL
  for (; i0 < end; i0++) {
    const realv v_u_p1_0 = eulerc_load(y + EULERC_STATE(0, at + (!inside && i0 + 1 >= n0 ? 1 - n0 : 1) * c->stride[0]), 1);
    const realv v_u_0_m1 = eulerc_load(y + EULERC_STATE(0, at + (!inside && i1 < 1 ? -2 * i1 : -1) * c->stride[1]), 1);
    const realv v_u_0_p1 = eulerc_load(y + EULERC_STATE(0, at + (!inside && i1 + 1 >= n1 ? 2 * n1 - 2 - 2 * i1 : 1) * c->stride[1]), 1);
    const long at_u_0_0 = at;
    realv v_u_0_0_near = v_u_0_0;
    realv v_u_0_0_near_left = eulerc_load(y + EULERC_STATE(0, at_u_0_0 + (first ? 0 : -EULERC_WIDTH)), 1);
    realv v_u_0_0_near_right = eulerc_load(y + EULERC_STATE(0, at_u_0_0 + (final ? 0 : EULERC_WIDTH)), 1);
    v_u_0_0_near_left = first ? (realv)(c->c_1) : v_u_0_0_near_left;
    if (ends)
      eulerc_end_row(final, eulerc_last_points(final, v_u_0_0_near_left, v_u_0_0_near, v_u_0_0_near_right), (realv)(c->c_1), &v_u_0_0_near, &v_u_0_0_near_right);
    const realv w0 = EULERC_FROM(EULERC_WIDTH - 1, v_u_0_0_near_left, v_u_0_0_near);
    const realv w1 = EULERC_FROM(1, v_u_0_0_near, v_u_0_0_near_right);
    const realv new_0 = eulerc_vector_0_0(i0, i1, EULERC_ALONG(i2, 1), c, now, v_u_0_0, v_u_m1_0, v_u_p1_0, v_u_0_m1, v_u_0_p1, w0, w1);
    eulerc_store_first(next + EULERC_STATE(0, at), new_0, EULERC_LAST_POINTS ? n2 - i2 : EULERC_WIDTH);
    v_u_m1_0 = v_u_0_0;
    v_u_0_0 = v_u_p1_0;
    at += c->stride[0];
  }
}

<templates/streaming/linear_streaming.cl>

#endif

#if !defined(EULERC_TILED) && EULERC_BUILDS(linear_persistent) && defined(EULERC_PERSISTENT_ROUNDS)

<templates/persistent/persistent.cl>

#endif

#ifdef EULERC_INTERLOCKING_PLANE

// u at any indices: what lies outside the grid follows the boundary rules.
EULERC_IN_PLACE real eulerc_read_u_in_tile(local const real *y, long i0, long i1, long i2, const long shift, const eulerc_constants *c) {
  i0 = eulerc_wrap_read(i0, c->extent[0]);
  i1 = eulerc_mirror(i1, c->extent[1]);
  if (i2 < 0)
    return c->c_1;
  if (i2 >= c->extent[2])
    return c->c_1;
  return y[EULERC_TILE(0, c->lead + i0 * c->stride[0] + i1 * c->stride[1] + i2)];
}

// One step of point j of a row, anywhere.
EULERC_IN_PLACE void eulerc_edge_in_tile(local const real *y, local real *next EULERC_FIELDS,
    const eulerc_row *row, const long j, const long shift EULERC_NEXT_SHIFT, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  next[EULERC_NEXT_TILE(0, at)] = eulerc_step_0_0(i0, i1, i2, c, now,
      y[EULERC_TILE(0, at)],
      eulerc_read_u_in_tile(y, i0 - 1, i1, i2, shift, c),
      eulerc_read_u_in_tile(y, i0 + 1, i1, i2, shift, c),
      eulerc_read_u_in_tile(y, i0, i1 - 1, i2, shift, c),
      eulerc_read_u_in_tile(y, i0, i1 + 1, i2, shift, c),
      eulerc_read_u_in_tile(y, i0, i1, i2 - 1, shift, c),
      eulerc_read_u_in_tile(y, i0, i1, i2 + 1, shift, c));
}

// One step of points j … j + EULERC_WIDTH - 1 of a row, all in the interior.
EULERC_IN_PLACE void eulerc_vector_in_tile(local const real *y, local real *next EULERC_FIELDS,
    const eulerc_row *row, const long j, const long shift EULERC_NEXT_SHIFT, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = row->i0;
  const long i1 = row->i1;
  const long i2 = j;
  const long at = row->base + j;
  const realv w0 = eulerc_load_in_tile(y + EULERC_TILE(0, at), 1);
  const realv w1 = eulerc_load_in_tile(y + EULERC_TILE(0, at - c->stride[0]), 1);
  const realv w2 = eulerc_load_in_tile(y + EULERC_TILE(0, at + c->stride[0]), 1);
  const realv w3 = eulerc_load_in_tile(y + EULERC_TILE(0, at - c->stride[1]), 1);
  const realv w4 = eulerc_load_in_tile(y + EULERC_TILE(0, at + c->stride[1]), 1);
  EULERC_BESIDE(eulerc_load_in_tile, w0, y, EULERC_TILE(0, at), 1)
  const realv w5 = EULERC_NEAR(eulerc_load_in_tile, w0, y, EULERC_TILE(0, at), 1, -1);
  const realv w6 = EULERC_NEAR(eulerc_load_in_tile, w0, y, EULERC_TILE(0, at), 1, 1);
  const realv new_0 = eulerc_vector_0_0(i0, i1, EULERC_ALONG(i2, 1), c, now, w0, w1, w2, w3, w4, w5, w6);
  eulerc_store_in_tile(next + EULERC_NEXT_TILE(0, at), new_0);
}

<templates/interlocking/tile_memory.cl>

#ifdef EULERC_INTERLOCKING_COLUMNS

<templates/interlocking/columns.cl>

#else

<templates/interlocking/rows.cl>

#endif

#endif

#if defined(EULERC_STREAMING_LEVELS)

<templates/tiles/boxes.h>

EULERC_TABLE eulerc_ulong eulerc_read_by_right = 1; // that a neighbour to the right reads
EULERC_TABLE eulerc_ulong eulerc_read_by_left = 1; // that one to the left reads
EULERC_TABLE eulerc_ulong eulerc_mirror_left = 0; // that are mirrored before a row
EULERC_TABLE eulerc_ulong eulerc_mirror_right = 0; // that are mirrored behind it
EULERC_TABLE eulerc_ulong eulerc_mirror_before = 0; // that are mirrored at its low side
EULERC_TABLE eulerc_ulong eulerc_mirror_behind = 0; // that are mirrored at its high side
EULERC_TABLE eulerc_ulong eulerc_mirror_above = 1; // that are mirrored at its low side
EULERC_TABLE eulerc_ulong eulerc_mirror_below = 1; // that are mirrored at its high side
enum {
  eulerc_reach_along = 1, // points that one looks along a row
  eulerc_ring_along = 0, // whether it is a ring
  eulerc_reach_deep = 1, // points that one looks along the walk
  eulerc_ring_deep = 1, // whether it is a ring
  eulerc_reach_askew = 0, // layers of which a point reads other columns or rows
  eulerc_reach_down = 1, // points that one looks along the rows of a block
  eulerc_ring_down = 0, // whether it is a ring
  eulerc_shown_components = 1, // that neighbours read, at most
};
EULERC_TABLE eulerc_ulong eulerc_read_by_rows = 1; // that rows above or below read
// What points read of others but along the walk, by the stage.
EULERC_INLINE ulong eulerc_shown_at(const int stage) {
  return 1;
}
// The rows that eulerc_advance takes.
#define EULERC_WINDOW(row) row(-1, 0), row(0, -1), row(0, 0), row(0, 1), row(1, 0)

// Of a row, in registers: a work-item's own vector of each component and those of its neighbours.
typedef struct {
  realv left[EULERC_COMPONENTS], own[EULERC_COMPONENTS], right[EULERC_COMPONENTS];
} eulerc_kept_row;

// What the index along a row decides alone, of the points of a vector.
typedef struct {
  int none;
} eulerc_column;

EULERC_INLINE eulerc_column eulerc_column_along(const indexv i2, const eulerc_constants *c) {
  eulerc_column column;
  column.none = 0;
  return column;
}
EULERC_INLINE eulerc_column eulerc_column_of(const long j, const eulerc_constants *c) {
  const long i2 = j;
  return eulerc_column_along(EULERC_ALONG(i2, 1), c);
}

// Bits of a row; whether bits are asked at all points, not behind `full` alone; whether each row asks if it is full.
enum { eulerc_guard_bits = 0 * EULERC_WIDTH, eulerc_guards_anywhere = 0, eulerc_asks_rows = 0 };
// Which guards are open at points j … of a row, for each a bit of each lane.
EULERC_INLINE ulong eulerc_guards_at(const long i0, const long i1, const long j, const eulerc_constants *c) {
  return 0;
}

enum { eulerc_field_reads = 0, eulerc_fields_loaded = 0, eulerc_fields_walked = 0 }; // of a point
// Fields as the points j … j + EULERC_WIDTH - 1 of a row read them; is_inside: if the row lies in the grid, so do they.
EULERC_INLINE void eulerc_load_fields(realv *fields EULERC_FIELDS, const long i0, const long i1, const long j, const bool is_inside, const eulerc_constants *c) {
}

// A row of the fields that a walk keeps, in registers, like a row of states.
typedef struct {
  realv left[1], own[1], right[1];
} eulerc_walked_row;

EULERC_INLINE void eulerc_load_walked(eulerc_walked_row *row EULERC_FIELDS, const long i0, const long i1, const long j, const bool is_inside, const eulerc_constants *c) {
}

// What the points of the row in the middle read of them.
EULERC_INLINE void eulerc_see_walked(realv *fields, const eulerc_walked_row *rows) {
}

// One step of points j … j + EULERC_WIDTH - 1 of a row, of which the fields are loaded.
EULERC_INLINE void eulerc_advance(const eulerc_kept_row *row_m1_0, const eulerc_kept_row *row_0_m1, const eulerc_kept_row *row_0_0, const eulerc_kept_row *row_0_p1, const eulerc_kept_row *row_p1_0, const realv *fields, realv *next EULERC_FIELDS,
    const long i0, const long i1, const long j, const bool full, const ulong guards, const eulerc_column *column,
    const eulerc_constants *c, const eulerc_moment now) {
  const long i2 = j;
  const realv w0 = row_0_0->own[0];
  const realv w1 = row_m1_0->own[0];
  const realv w2 = row_p1_0->own[0];
  const realv w3 = row_0_m1->own[0];
  const realv w4 = row_0_p1->own[0];
  const realv w0_left = row_0_0->left[0];
  const realv w5 = EULERC_FROM(EULERC_WIDTH - 1, w0_left, w0);
  const realv w0_right = row_0_0->right[0];
  const realv w6 = EULERC_FROM(1, w0, w0_right);
  const realv new_0 = eulerc_vector_0_0(i0, i1, EULERC_ALONG(i2, 1), c, now, w0, w1, w2, w3, w4, w5, w6);
  next[0] = new_0;
}

// Lanes from one on have another value, or all have.
EULERC_INLINE realv eulerc_replace(const realv v, const bool all, const int from, const real value) {
#define EULERC_REPLACED(v, k) (all || 0x##k >= from ? value : EULERC_LANE(v, k))
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_REPLACED, v));
#undef EULERC_REPLACED
}

// Points outside of the grid have the values of a dirichlet rule: those of points j … of a row, which
// may lie beyond the low or the high side of other axes.
EULERC_INLINE void eulerc_set_ghosts(realv *own, const bool low0, const bool high0, const bool low1, const bool high1, const long j, const eulerc_constants *c) {
  own[0] = eulerc_replace(own[0], false, j < 0 ? 0 : (int)clamp(c->extent[2] - j, 0L, 16L), c->c_1);
}

<templates/tiles/tile_vectors.cl>

#endif

#ifdef EULERC_STREAMING_LEVELS

<templates/streaming/streaming_layers.cl>

<templates/streaming/streaming.cl>

<templates/streaming/streaming_kernels.cl>

#endif

#ifdef EULERC_WAVEFRONT

<templates/tiles/boxes.h>

enum {
  eulerc_reach_deep = 1, // points that one looks along axis 0
  eulerc_ring_deep = 1, // whether it is a ring
  eulerc_reach_high = 1, // points that one looks along axis 1
  eulerc_ring_high = 0, // whether it is a ring
  eulerc_reach_across = 1, // points that one looks along axis 2
  eulerc_ring_across = 0, // whether it is a ring
  eulerc_side_by_side = EULERC_WAVEFRONT_LAYERS, // layers computed together
};
EULERC_TABLE eulerc_ulong eulerc_mirrors_0_low = 0; // that are mirrored beyond this side of the axis
EULERC_TABLE eulerc_ulong eulerc_mirrors_0_high = 0; // that are mirrored beyond this side of the axis
EULERC_TABLE eulerc_ulong eulerc_mirrors_1_low = 1; // that are mirrored beyond this side of the axis
EULERC_TABLE eulerc_ulong eulerc_mirrors_1_high = 1; // that are mirrored beyond this side of the axis
EULERC_TABLE eulerc_ulong eulerc_mirrors_last_low = 0; // that are mirrored beyond this side of the axis
EULERC_TABLE eulerc_ulong eulerc_mirrors_last_high = 0; // that are mirrored beyond this side of the axis
#define EULERC_TRANSPOSED 0 // rows are transposed (wavefront_layers.h)
// The component whose last value component q is; -1: of none.
EULERC_INLINE int eulerc_last_of(const int q) {
  return -1;
}
// Whether component q is read beside the point, along a row.
EULERC_INLINE bool eulerc_is_seen_along(const int q) {
  return 1 >> q & 1;
}
// Whether component q is an event, noted where it happens: tiles do not carry it.
EULERC_INLINE bool eulerc_is_noted(const int q) {
  return 0;
}
// Whether nobody reads component q beside the point.
EULERC_INLINE bool eulerc_is_alone(const int q) {
  return 0 >> q & 1;
}

// The value of component q beyond a side of an axis, the low or the high one.
EULERC_INLINE real eulerc_side_value(const int axis, const int high, const int q, const eulerc_constants *c) {
  if (axis == 2 && high == 0 && q == 0)
    return c->c_1;
  if (axis == 2 && high == 1 && q == 0)
    return c->c_1;
  return 0;
}

// Points of a row that have component q.
EULERC_INLINE long eulerc_points_of(const int q, const eulerc_constants *c) {
  return c->row;
}

// The layers that a layer is made of: those of the step before, and their neighbours.
typedef struct {
  EULERC_GLOBAL const real *layers[EULERC_COMPONENTS][2 * eulerc_reach_deep + 1];
} eulerc_window;

// Lines of vectors one after the other, of which neighbours are read: the one that was computed last,
// and the next one.
typedef struct {
  realv own[1], next[1];
} eulerc_carried;
#undef EULERC_LINE // another one for each width
#undef EULERC_RIGHT_OF
#undef EULERC_LEFT_OF
#if EULERC_WAVEFRONT_LAYERS > 1
#define EULERC_LINE(k, v, p) \
  const realv v##_left = carried->own[k]; \
  const realv v = carried->next[k]; \
  const realv v##_right = eulerc_load(p + EULERC_WIDTH, 1); \
  carried->own[k] = v; \
  carried->next[k] = v##_right;
#define EULERC_RIGHT_OF(v, p, n) EULERC_FROM(n, v, v##_right)
#else
#define EULERC_LINE(k, v, p) const realv v = eulerc_load(p, 1);
#define EULERC_RIGHT_OF(v, p, n) eulerc_load_any(p + n, 1)
#endif
#define EULERC_LEFT_OF(v, p, n) eulerc_load_any(p - n, 1)
#if EULERC_TRANSPOSED
#undef EULERC_RIGHT_OF
#undef EULERC_LEFT_OF
#define EULERC_RIGHT_OF(v, p, n) v##_right
#define EULERC_LEFT_OF(v, p, n) v##_left
#endif
// Vector k of the own row of the layer before, or behind, if that one is made as well.
#define EULERC_OF_LAYER(beside, vector, k, p) \
  ((beside) ? (beside)->vector[k] : eulerc_load(p, 1))
EULERC_INLINE void eulerc_carry_first(const eulerc_window *window, eulerc_carried *carried,
    const long at, const long pitch) {
  carried->own[0] = eulerc_load(window->layers[0][eulerc_reach_deep] + at - EULERC_WIDTH, 1);
  carried->next[0] = eulerc_load(window->layers[0][eulerc_reach_deep] + at, 1);
}

// One step of points j … of row `high` of layer i0. They lie `at` values behind the first of each layer,
// rows `pitch` values apart.
EULERC_INLINE void eulerc_advance_in_window(const eulerc_window *window, eulerc_carried *carried,
    const eulerc_carried *before, const eulerc_carried *behind, realv *result EULERC_FIELDS, const long i0, const long high, const long j,
    const long at, const long pitch, const bool full, const eulerc_constants *c,
    const eulerc_moment now) {
  const long i1 = high;
  const long i2 = j;
  EULERC_LINE(0, w0, window->layers[0][eulerc_reach_deep] + at)
  const realv w1 = EULERC_OF_LAYER(before, own, 0, window->layers[0][eulerc_reach_deep - 1] + at);
  const realv w2 = EULERC_OF_LAYER(behind, next, 0, window->layers[0][eulerc_reach_deep + 1] + at);
  const realv w3 = eulerc_load(window->layers[0][eulerc_reach_deep] + at - pitch, 1);
  const realv w4 = eulerc_load(window->layers[0][eulerc_reach_deep] + at + pitch, 1);
  const realv w5 = EULERC_LEFT_OF(w0, window->layers[0][eulerc_reach_deep] + at, 1);
  const realv w6 = EULERC_RIGHT_OF(w0, window->layers[0][eulerc_reach_deep] + at, 1);
  const realv new_0 = eulerc_vector_0_0(i0, i1, EULERC_ALONG(i2, 1), c, now, w0, w1, w2, w3, w4, w5, w6);
  result[0] = new_0;
}

<templates/wavefront/wavefront_layers.h>

<templates/wavefront/wavefront_levels.h>

<templates/wavefront/wavefront.h>

<templates/wavefront/wavefront.cl>

#endif
