// Made by eulerc 0.1.0 from string.ode.
typedef float real;

// Prelude of the emitted OpenCL C. Emitted before the step functions; `real` is defined already.
//
// Contraction to fma is decided by eulerc and written out, never left to the OpenCL compiler:
// every scheme then gives bitwise the same result.
#pragma OPENCL FP_CONTRACT OFF

#define EULERC_GLOBAL global
#define EULERC_INLINE static inline
#define EULERC_TABLE constant

// Integer division and remainder as in C, but 0 for a divisor 0.
EULERC_INLINE long eulerc_div(const long a, const long b) { return b == 0 ? 0 : a / b; }
EULERC_INLINE long eulerc_rem(const long a, const long b) { return b == 0 ? 0 : a % b; }

// Indices brought back into [0, n): round the grid, and mirrored at the walls beyond its ends.
EULERC_INLINE long eulerc_wrap(const long i, const long n) {
  const long rest = i % n;
  return rest < 0 ? rest + n : rest;
}
EULERC_INLINE long eulerc_mirror(const long i, const long n) {
  const long rest = eulerc_wrap(i, 2 * n);
  return rest < n ? rest : 2 * n - 1 - rest;
}

#define EULERC_RANK 1
#define EULERC_FIELDS
#define EULERC_PASS_FIELDS

// Constant over a run. The first two members are eulerc::ConstantsHead.
typedef struct {
  long components; // n
  long points;     // grid points; each holds 2 component(s)
  long size;       // components of one state
  long row;        // points along the last axis
  long extent[1];  // components of one state along each axis, slowest first
  long stride[1];  // components from one index to the next along each axis
  long begin[1], end[1]; // the interior; along the last axis in points
  real c_0; // K * K
  real c_1; // 0.0
} eulerc_constants;

typedef struct {
  long base;   // of the row's first component in each state
  bool inside; // the interior, along all axes but the last
} eulerc_row;

EULERC_INLINE eulerc_row eulerc_make_row(const long number, const eulerc_constants *c) {
  eulerc_row row;
  row.base = 0;
  row.inside = true;
  return row;
}

// y at any indices: what lies outside the grid follows the boundary rules.
EULERC_INLINE real eulerc_read_y(EULERC_GLOBAL const real *y, long i0, const eulerc_constants *c) {
  if (i0 < 0)
    return c->c_1;
  if (i0 >= c->extent[0])
    return c->c_1;
  return y[i0];
}

// dy[i]/dt = y[i + 1] for i % 2 == 0
EULERC_INLINE real eulerc_step_0_0(const long i0, const eulerc_constants *c, const real t, const real h, const real y_own, const real y_p1) {
  return y_own + h * y_p1;
}

// dy[i]/dt = K * K * (y[i - 3] - 2.0 * y[i - 1] + y[i + 1]) for i % 2 == 1
EULERC_INLINE real eulerc_step_0_1(const long i0, const eulerc_constants *c, const real t, const real h, const real y_own, const real y_m3, const real y_m1, const real y_p1) {
  return y_own + h * (c->c_0 * (y_m3 - 2.0f * y_m1 + y_p1));
}

// One step of point j of a row, in the interior: no near read leaves the grid.
EULERC_INLINE void eulerc_interior(EULERC_GLOBAL const real *y, EULERC_GLOBAL real *next EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const real t, const real h) {
  const long i0 = 2 * j;
  const long at = row->base + i0;
  next[at] = eulerc_step_0_0(i0, c, t, h,
      y[at],
      y[at + 1]);
  next[at + 1] = eulerc_step_0_1(i0 + 1, c, t, h,
      y[at + 1],
      y[at - 2],
      y[at],
      y[at + 2]);
}

// One step of point j of a row, anywhere.
EULERC_INLINE void eulerc_edge(EULERC_GLOBAL const real *y, EULERC_GLOBAL real *next EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const real t, const real h) {
  const long i0 = 2 * j;
  const long at = row->base + i0;
  next[at] = eulerc_step_0_0(i0, c, t, h,
      y[at],
      eulerc_read_y(y, i0 + 1, c));
  if (i0 + 1 < c->extent[0])
    next[at + 1] = eulerc_step_0_1(i0 + 1, c, t, h,
      y[at + 1],
      eulerc_read_y(y, i0 - 2, c),
      eulerc_read_y(y, i0, c),
      eulerc_read_y(y, i0 + 2, c));
}

// The linear scheme (thesis, ch. 5): one launch computes one step for all points.
//
//   y at step k  →  next at step k + 1
//
// EULERC_CHUNK (a build option) is the number of points a work-item takes at a time. Points of
// the interior are computed without any test; the others pay for the boundary.
//
// Only kernels say `restrict`. It holds in what they inline, and an inlined function that says it
// again becomes code that Oclgrind 21.10 cannot run (llvm.experimental.noalias.scope.decl).

// Points [begin, end) of a row, counted from its start.
EULERC_INLINE void eulerc_linear_row(global const real *y, global real *next EULERC_FIELDS,
                                     const eulerc_row *row, const long begin, const long end,
                                     const eulerc_constants *c, const real t, const real h) {
  const int last = EULERC_RANK - 1;
  const long interior_begin = row->inside ? min(max(begin, c->begin[last]), end) : end;
  const long interior_end = row->inside ? max(min(end, c->end[last]), interior_begin) : end;
  for (long j = begin; j < interior_begin; j++)
    eulerc_edge(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
  for (long j = interior_begin; j < interior_end; j++)
    eulerc_interior(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
  for (long j = interior_end; j < end; j++)
    eulerc_edge(y, next EULERC_PASS_FIELDS, row, j, c, t, h);
}

EULERC_INLINE void eulerc_linear_range(global const real *y, global real *next EULERC_FIELDS,
                                       const long begin, const long end,
                                       const eulerc_constants *c, const real t, const real h) {
#if EULERC_RANK == 1
  const eulerc_row row = eulerc_make_row(0, c);
  eulerc_linear_row(y, next EULERC_PASS_FIELDS, &row, begin, end, c, t, h);
#else
  for (long first = begin; first < end;) {
    const long number = first / c->row;
    const long origin = number * c->row;
    const long last = min(end, origin + c->row);
    const eulerc_row row = eulerc_make_row(number, c);
    eulerc_linear_row(y, next EULERC_PASS_FIELDS, &row, first - origin, last - origin, c, t, h);
    first = last;
  }
#endif
}

// Each work-item takes one contiguous range of chunks (listing 5.2).
kernel void eulerc_linear_blocked(global const real *restrict y,
                                  global real *restrict next EULERC_FIELDS,
                                  const eulerc_constants c, const real t, const real h) {
  const long items = get_global_size(0);
  const long range = (c.points + items - 1) / items;
  const long begin = min((long)get_global_id(0) * range, c.points);
  eulerc_linear_range(y, next EULERC_PASS_FIELDS, begin, min(begin + range, c.points), &c, t, h);
}

// Work-item k takes chunk k, then moves on by the number of all work-items (listing 5.3).
kernel void eulerc_linear_strided(global const real *restrict y,
                                  global real *restrict next EULERC_FIELDS,
                                  const eulerc_constants c, const real t, const real h) {
  const long stride = (long)get_global_size(0) * EULERC_CHUNK;
  for (long begin = (long)get_global_id(0) * EULERC_CHUNK; begin < c.points; begin += stride)
    eulerc_linear_range(y, next EULERC_PASS_FIELDS, begin, min(begin + EULERC_CHUNK, c.points), &c,
                        t, h);
}
