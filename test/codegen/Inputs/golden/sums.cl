// Made by eulerc 0.1.0 from sums.ode.
#define EULERC_REAL float // of values of the state
#define EULERC_IS_DOUBLE 0 // whether that is double
#define EULERC_STAGES 1 // levels of a step; else a run says so
#define EULERC_LIVE_OUT 3 // components of a point that live from step to step: the first ones
#define EULERC_USES_TIME 1 // whether steps read the time
typedef EULERC_REAL real;

<templates/language/prelude.cl>

<templates/language/indices.h>

<templates/language/moments.h>

<templates/language/lanes.h>

<templates/language/vectors.cl>

<templates/language/lane_integers.h>

EULERC_TABLE eulerc_ulong eulerc_listed = 4UL; // components that are events, bits
<templates/language/event_list.cl>
#define EULERC_RANK 1 // axes of the grid
// The indices of a row, and of some rows, as functions take them.
#define EULERC_ROW(i0, i1)
#define EULERC_ROWS(i0, end0, i1, end1)
#define EULERC_PERIOD 1 // classes of points along the last axis
#define EULERC_COMPONENTS 3 // of a point
#define EULERC_ROW_ENDS 0 // ends of rows have a function (eulerc_row_end)
#define EULERC_EDGE_ROWS 0 // so have rows at sides (eulerc_edge_row)
#define EULERC_EDGE_VECTORS 0 // and vectors of them
// Fields, tables and data, as parameters of functions and as arguments.
#ifdef EULERC_LISTS_EVENTS
#define EULERC_FIELDS , EULERC_GLOBAL const real *f_m, global ulong *events
#define EULERC_PASS_FIELDS , f_m, events
#else
#define EULERC_FIELDS , EULERC_GLOBAL const real *f_m
#define EULERC_PASS_FIELDS , f_m
#endif
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
  long points;     // grid points; each holds 3 component(s)
  long row;        // points along the last axis
  long extent[1]; // components of one state along each axis, slowest first
  long begin[1], end[1]; // the interior, in points
  long lead;        // where the first point lies, in points
  long stride[1]; // from one point to the next along each axis, in points
  long plane;       // from one component of a point to the next, in values
  long field_plane; // the same for fields
  long origin, whole; // along the slowest axis, in components: where a slab begins, and the whole grid
  long computed_begin, computed_end; // points that steps compute: those of a slab that holds all
  long p_N; // N
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
  return c->computed_begin;
}
EULERC_INLINE long eulerc_computed_end(const eulerc_constants *c) {
  return c->points < c->computed_end ? c->points : c->computed_end;
}
EULERC_INLINE bool eulerc_computes(const long begin, const long end, const eulerc_constants *c) {
  return begin < eulerc_computed_end(c) && end > eulerc_computed_begin(c);
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

// x at any indices: what lies outside the grid follows the boundary rules.
EULERC_ANYWHERE real eulerc_read_x(EULERC_GLOBAL const real *y, long i0, const eulerc_constants *c) {
  if (i0 < 0)
    return 0;
  if (i0 >= c->extent[0])
    return 0;
  return y[EULERC_STATE(0, c->lead + i0)];
}

// v at any indices: what lies outside the grid follows the boundary rules.
EULERC_ANYWHERE real eulerc_read_v(EULERC_GLOBAL const real *y, long i0, const eulerc_constants *c) {
  if (i0 < 0)
    return 0;
  if (i0 >= c->extent[0])
    return 0;
  return y[EULERC_STATE(1, c->lead + i0)];
}

// passes at any indices: what lies outside the grid follows the boundary rules.
EULERC_ANYWHERE real eulerc_read_passes(EULERC_GLOBAL const real *y, long i0, const eulerc_constants *c) {
  if (i0 < 0)
    return 0;
  if (i0 >= c->extent[0])
    return 0;
  return y[EULERC_STATE(2, c->lead + i0)];
}

// m at any indices: what lies outside the grid follows the boundary rules.
EULERC_ANYWHERE real eulerc_read_m(EULERC_GLOBAL const real *f_m, long i0, const eulerc_constants *c) {
  if (i0 < 0)
    return 0;
  if (i0 >= c->extent[0])
    return 0;
  return f_m[EULERC_FIELD(0, c->lead + i0)];
}

EULERC_INLINE void eulerc_loop_0(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const real x_own, real *results) {
  real pull_0 = 0.0f;
  EULERC_PASSES(16)
  for (long j_1 = 0; j_1 < c->p_N; j_1++) {
    pull_0 = j_1 != i0 ? pull_0 + f_m[EULERC_FIELD(0, c->lead + (j_1))] / (y[EULERC_STATE(0, c->lead + (j_1))] - x_own) : pull_0;
  }
  results[0] = pull_0;
}

// dx[i]/dt = v[i]
EULERC_INLINE real eulerc_step_0_0(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const real x_own, const real v_own) {
  return fma(now.h, v_own, x_own);
}

// dv[i]/dt = (for j = 0 .. N: pull = 0.0 -> j != i ? pull + m[j] / (x[j] - x[i]) : pull).pull
EULERC_INLINE real eulerc_step_1_0(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const real v_own, const real shared_0) {
  return fma(now.h, shared_0, v_own);
}

// passes[i] <- x[i]
EULERC_INLINE real eulerc_step_2_0(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const real passes_own, const real x_own, const real v_own) {
  bool v_0;
  if (x_own < 0.0f) {
    const real v_1 = fma(now.h, v_own, x_own);
    v_0 = v_1 >= 0.0f;
  } else {
    v_0 = false;
  }
  real v_2;
  if (v_0) {
    const real v_3 = fma(now.h, v_own, x_own);
    v_2 = fma(now.h, v_3 / (x_own - v_3), now.end) + 1e-37f;
  } else {
    v_2 = passes_own;
  }
  return v_2;
}

// One step of point j of a row, in the interior: no near read leaves the grid.
EULERC_ANYWHERE void eulerc_interior(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = j;
  const long at = row->base + j;
  real loop_0[1];
  eulerc_loop_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(0, at)], loop_0);
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  next[EULERC_STATE(1, at)] = eulerc_step_1_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(1, at)], loop_0[0]);
  next[EULERC_STATE(2, at)] = eulerc_step_2_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(2, at)],
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  eulerc_list_point(y, next, EULERC_STATE(2, at), now.step);
}

// One step of point j of a row, anywhere.
EULERC_ANYWHERE void eulerc_edge(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = j;
  const long at = row->base + j;
  real loop_0[1];
  eulerc_loop_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(0, at)], loop_0);
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  next[EULERC_STATE(1, at)] = eulerc_step_1_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(1, at)], loop_0[0]);
  next[EULERC_STATE(2, at)] = eulerc_step_2_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(2, at)],
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  eulerc_list_point(y, next, EULERC_STATE(2, at), now.step);
}

EULERC_INLINE void eulerc_vector_loop_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const realv x_own, realv *results) {
  realv pull_0 = EULERC_SPLAT(0.0f);
  EULERC_PASSES(16)
  for (long j_1 = 0; j_1 < c->p_N; j_1++) {
    const realv pull_2 = pull_0 + f_m[EULERC_FIELD(0, c->lead + (j_1))] / (y[EULERC_STATE(0, c->lead + (j_1))] - x_own);
    pull_0 = EULERC_SELECT((EULERC_INDEX_IS(eulerc_lanes(i0), j_1) == 0), (pull_2), pull_0);
  }
  results[0] = pull_0;
}

EULERC_INLINE realv eulerc_vector_0_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, const realv x_own, const realv v_own) {
  return fma(EULERC_SPLAT(now.h), v_own, x_own);
}

EULERC_INLINE realv eulerc_vector_1_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, const realv v_own, const realv shared_0) {
  return fma(EULERC_SPLAT(now.h), shared_0, v_own);
}

EULERC_INLINE eulerc_hits eulerc_hits_2_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, const realv passes_own, const realv x_own, const realv v_own) {
  const eulerc_hits now_so = eulerc_hits_at_most(EULERC_SPLAT(0.0f), fma(EULERC_SPLAT(now.h), v_own, x_own));
  if (EULERC_LIKELY(!eulerc_any_hit(now_so)))
    return now_so;
  return now_so & eulerc_hits_less(x_own, EULERC_SPLAT(0.0f));
}

EULERC_INLINE realv eulerc_vector_2_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, const realv passes_own, const realv x_own, const realv v_own) {
  if (EULERC_LIKELY(!eulerc_any_hit(eulerc_hits_2_0(i0, c, now, passes_own, x_own, v_own))))
    return passes_own;
  const realv v_0 = fma(EULERC_SPLAT(now.h), v_own, x_own);
  return EULERC_SELECT((((x_own < EULERC_SPLAT(0.0f))) & (((v_0) >= EULERC_SPLAT(0.0f)))), (fma(EULERC_SPLAT(now.h), (eulerc_lanes_quotient((v_0), (x_own - v_0))), EULERC_SPLAT(now.end)) + 1e-37f), passes_own);
}

// One step of points j … j + count - 1, a vector's or less, of a row, all in the interior.
EULERC_INLINE void eulerc_vector_part(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,
    const eulerc_row *row, const long j, const long count, const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = j;
  const long at = row->base + j;
  const realv w0 = eulerc_load(y + EULERC_STATE(0, at), EULERC_STEP);
  const realv w1 = eulerc_load(y + EULERC_STATE(1, at), EULERC_STEP);
  const realv w2 = eulerc_load(y + EULERC_STATE(2, at), EULERC_STEP);
  realv loop_0[1];
  eulerc_vector_loop_0(EULERC_ALONG(i0, 1), c, now, y EULERC_PASS_FIELDS, w0, loop_0);
  const realv new_0 = eulerc_vector_0_0(EULERC_ALONG(i0, 1), c, now, w0, w1);
  const realv new_1 = eulerc_vector_1_0(EULERC_ALONG(i0, 1), c, now, w1, loop_0[0]);
  const realv new_2 = eulerc_vector_2_0(EULERC_ALONG(i0, 1), c, now, w2, w0, w1);
  eulerc_list_vector(y, EULERC_STATE(2, at), new_2, 0, count, now.step);
  if (count == EULERC_WIDTH) {
    eulerc_store(next + EULERC_STATE(0, at), new_0);
    eulerc_store(next + EULERC_STATE(1, at), new_1);
    eulerc_store(next + EULERC_STATE(2, at), new_2);
  } else {
    eulerc_store_part(next + EULERC_STATE(0, at), new_0, count);
    eulerc_store_part(next + EULERC_STATE(1, at), new_1, count);
    eulerc_store_part(next + EULERC_STATE(2, at), new_2, count);
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

#if (EULERC_BUILDS(linear_sums) || EULERC_BUILDS(persistent_sums)) && EULERC_WIDTH == 1

enum { eulerc_sums_source_values = 2, eulerc_sums_term_values = 1 };

<templates/sums/sums_sizes.cl>
EULERC_INLINE real eulerc_source_0_0(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS) {
  return eulerc_read_m(f_m, (i0), c);
}

EULERC_INLINE real eulerc_source_0_1(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS) {
  return eulerc_read_x(y, (i0), c);
}

EULERC_IN_PLACE void eulerc_load_sources_0(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, EULERC_SCRATCH real *sources) {
  const real value_0 = eulerc_source_0_0(i0, c, now, y EULERC_PASS_FIELDS);
  const real value_1 = eulerc_source_0_1(i0, c, now, y EULERC_PASS_FIELDS);
  sources[0 * eulerc_sums_block] = value_0;
  sources[1 * eulerc_sums_block] = value_1;
}

EULERC_IN_PLACE void eulerc_vector_block_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const realv x_own, const realv shared_0, EULERC_SCRATCH const real *sources, const long block, const int count, const int own, realv *results) {
  realv pull_0 = (block == 0 ? EULERC_SPLAT(0.0f) : shared_0);
  EULERC_PASSES(16)
  for (int j_1 = 0; j_1 < count; j_1++) {
    const realv pull_2 = pull_0 + sources[0 * eulerc_sums_block + j_1] / (sources[1 * eulerc_sums_block + j_1] - x_own);
    pull_0 = EULERC_SELECT(EULERC_MASK(j_1 != own), (pull_2), pull_0);
  }
  results[0] = pull_0;
}

#if EULERC_SUMS_SHARE > 1

EULERC_IN_PLACE void eulerc_terms_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const realv x_own, EULERC_SCRATCH const real *sources, const long block, const int own, EULERC_SCRATCH real *terms) {
  terms[0 * eulerc_sums_block] = sources[0 * eulerc_sums_block + 0] / (sources[1 * eulerc_sums_block + 0] - x_own);
}

EULERC_IN_PLACE void eulerc_vector_fold_0(const indexv i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL const real *y EULERC_FIELDS, const realv x_own, const realv shared_0, EULERC_SCRATCH const real *sources, const long block, const int count, const int own, realv *results) {
  realv pull_0 = (block == 0 ? EULERC_SPLAT(0.0f) : shared_0);
  EULERC_PASSES(32)
  for (int j_1 = 0; j_1 < count; j_1++) {
    const realv pull_2 = pull_0 + sources[0 * eulerc_sums_block + j_1];
    pull_0 = EULERC_SELECT(EULERC_MASK(j_1 != own), (pull_2), pull_0);
  }
  results[0] = pull_0;
}

#endif

// One step of point j, which is stored if it is there: all work-items of a work-group wait
// for each other here.
EULERC_IN_PLACE void eulerc_sums_point(EULERC_GLOBAL const real *y, EULERC_NEXT next EULERC_FIELDS,
    const eulerc_row *row, const long j, const bool is_there, EULERC_SCRATCH real *sources,
    const eulerc_constants *c, const eulerc_moment now) {
  const long i0 = j;
  const long at = row->base + j;
  const int worker = (int)get_local_id(0) - eulerc_sums_adding * EULERC_ACROSS;
  realv loop_0[1] = {0};
  const long loop_0_first = 0, loop_0_end = c->p_N;
#if EULERC_SUMS_SHARE == 1
  for (long block = loop_0_first; block == loop_0_first || block < loop_0_end; block += eulerc_sums_block) {
    barrier(CLK_LOCAL_MEM_FENCE); // all have done with the block before
    for (int k = (int)get_local_id(0); k < eulerc_sums_block; k += EULERC_GROUP)
      eulerc_load_sources_0(eulerc_min(block + k, loop_0_end - 1), c, now, y EULERC_PASS_FIELDS, sources + k);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = eulerc_in_block(loop_0_end, block), own = eulerc_in_block(i0, block);
    eulerc_vector_block_0(EULERC_ALONG(i0, 1), c, now, y EULERC_PASS_FIELDS,
        y[EULERC_STATE(0, at)], loop_0[0],
        sources, block, count, own, loop_0);
  }
#else
  if (worker >= 0)
    for (int k = worker; k < eulerc_in_block(loop_0_end, loop_0_first); k += eulerc_sums_workers)
      eulerc_load_sources_0(loop_0_first + k, c, now, y EULERC_PASS_FIELDS, sources + k);
  for (long block = loop_0_first, odd = 0; block <= loop_0_first + eulerc_sums_block || block < loop_0_end + eulerc_sums_block; block += eulerc_sums_block, odd = 1 - odd) {
    EULERC_SCRATCH real *own_half = sources + odd * eulerc_sums_half;
    EULERC_SCRATCH real *other_half = sources + (1 - odd) * eulerc_sums_half;
    barrier(CLK_LOCAL_MEM_FENCE); // its sources are there, and the terms before it
    if (worker >= 0) {
      const int count = eulerc_in_block(loop_0_end, block), own = eulerc_in_block(i0, block);
      for (int k = worker / EULERC_ACROSS; k < count; k += eulerc_sums_workers / EULERC_ACROSS)
        eulerc_terms_0(EULERC_ALONG(i0, 1), c, now, y EULERC_PASS_FIELDS,
        y[EULERC_STATE(0, at)],
        own_half + k, block + k, own - k, eulerc_own_terms(own_half) + k);
      for (int k = worker; k < eulerc_in_block(loop_0_end, block + eulerc_sums_block); k += eulerc_sums_workers)
        eulerc_load_sources_0(block + eulerc_sums_block + k, c, now, y EULERC_PASS_FIELDS, other_half + k);
    }
    if ((int)get_local_id(0) < EULERC_ACROSS && block > loop_0_first) {
      const int count = eulerc_in_block(loop_0_end, block - eulerc_sums_block), own = eulerc_in_block(i0, block - eulerc_sums_block);
      eulerc_vector_fold_0(EULERC_ALONG(i0, 1), c, now, y EULERC_PASS_FIELDS,
        y[EULERC_STATE(0, at)], loop_0[0],
        eulerc_own_terms(other_half), block - eulerc_sums_block, count, own, loop_0);
    }
  }
#endif
  if (!is_there)
    return;
  next[EULERC_STATE(0, at)] = eulerc_step_0_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  next[EULERC_STATE(1, at)] = eulerc_step_1_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(1, at)], loop_0[0]);
  next[EULERC_STATE(2, at)] = eulerc_step_2_0(i0, c, now, y EULERC_PASS_FIELDS,
      y[EULERC_STATE(2, at)],
      y[EULERC_STATE(0, at)],
      y[EULERC_STATE(1, at)]);
  eulerc_list_point(y, next, EULERC_STATE(2, at), now.step);
}

<templates/sums/sums.cl>
<templates/persistent/persistent_sums.cl>

#endif

#if !defined(EULERC_TILED) && EULERC_BUILDS(linear_persistent) && defined(EULERC_PERSISTENT_ROUNDS)

<templates/persistent/persistent.cl>

#endif
