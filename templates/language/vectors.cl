// Vectors of EULERC_WIDTH (a build option: 1, 2, 4, 8 or 16) neighbouring points of a row.
//
//   realv, longv, maskv    real, long, and results of comparisons of realv; scalars when the width
//                          is 1
//   eulerc_load(p, step)   the vector at p: aligned when step is 1; else `step` values apart
//   EULERC_NEAR(…, v, …, k)  the vector k points to the right of v, which was loaded
//   EULERC_FROM(n, a, b)   lanes n … of the sequence of a and b
//   EULERC_SELECT(c, a, b) lane by lane a where c holds, else b
//
// vectors.h has the same for the host, in C++; lanes.h has lists of lanes for both.
//
// On a GPU (EULERC_SHIFTS), a neighbouring vector is made of the lanes of aligned ones, because
// unaligned loads are done value by value. A CPU loads it directly.

// The address of a point in a row of a tile in local memory (rows.cl). Components are apart, and a
// value at `at` in global memory is at `at - shift`. 32 bits: longs cost more on GPUs.
#define EULERC_TILE(q, at) ((q) * EULERC_INTERLOCKING_PLANE + (int)((at) - shift))

// The place of a new value: in tiles walked by columns (columns.cl) it differs from the old
// value's.
#ifdef EULERC_INTERLOCKING_COLUMNS
#define EULERC_NEXT_SHIFT , const long next_shift
#define EULERC_NEXT_TILE(q, at) ((q) * EULERC_INTERLOCKING_PLANE + (int)((at) - next_shift))
#else
#define EULERC_NEXT_SHIFT
#define EULERC_NEXT_TILE(q, at) EULERC_TILE(q, at)
#endif
#define EULERC_SCRATCH local

#if defined(EULERC_NON_TEMPORAL) && defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_store) && __has_builtin(__builtin_prefetch)
#define EULERC_STREAMS // non-temporal stores exist
#endif
#endif

enum { eulerc_alignment = 16 }; // points; of <eulerc/layout.h>

// Whether passes of a loop are collected for functions in vectors: not where lanes have no memory.
#if EULERC_WIDTH > 1 && !defined(EULERC_SHIFTS)
#define EULERC_COLLECTS 1
#else
#define EULERC_COLLECTS 0
#endif

#define longv_in const longv // as an argument
#define EULERC_LOOKS_UP 0
#define EULERC_WAVEFRONT_STAGE_ALONE 0
#define EULERC_WAVEFRONT_LAYERS 1 // PoCL puts more layers into memory: half as fast
#define EULERC_RUN_LOOKED_UP(count, i, first, few, each) (each)
#define EULERC_OF_RUN(fn, i, first, each, step, seed, stream)                                      \
  eulerc_lanes_##fn(each, step, seed, stream)
#define EULERC_RUN_COMPARED(count, i, first, p, sign, number, each) (each)
#define EULERC_MAKE(type, list) ((type)(list))
#define EULERC_SPLAT(x) ((realv)(x))
#define EULERC_SPLAT_LONG(x) ((longv)(x))
#define EULERC_SPLAT_ULONG(x) ((ulongv)(x))

#define EULERC_INDEX_IS(index, i) EULERC_MASK((index) == EULERC_SPLAT_LONG(i))
#if EULERC_WIDTH == 1

typedef real realv;
typedef long longv;
typedef ulong ulongv;
#define EULERC_AS_ULONG(x) ((ulong)(x))
typedef int maskv;
#define EULERC_LANE(x, k) (x)
#define EULERC_COUNT 0
#define EULERC_MASK(comparison) (comparison)
#define EULERC_ALL(condition) (condition)
#ifdef EULERC_BUILDS_linear_sums // computes both, as vectors do: no branch in each pass
EULERC_INLINE real eulerc_either(const bool c, const real a, const real b) { return c ? a : b; }
#define EULERC_SELECT(c, a, b) eulerc_either(c, a, b)
#else
#define EULERC_SELECT(c, a, b) ((c) ? (a) : (b))
#endif
#define EULERC_SELECT_LONG(c, a, b) ((c) ? (a) : (b))
#define EULERC_TO_REAL(x) ((real)(x))
#define EULERC_TO_LONG(x) ((long)(x))
typedef eulerc_int intv; // the integer of the size of a real
#define EULERC_SPLAT_INT(i) (i)
#define EULERC_LANES_BITS(x) EULERC_BITS(x)
#define EULERC_LANES_OF_BITS(i) EULERC_OF_BITS(i)
#define EULERC_ANY(condition) (condition)

#define EULERC_STORE_LANES(v, values) (values)[0] = (v)
EULERC_INLINE realv eulerc_load(global const real *p, const long step) { return *p; }
EULERC_INLINE realv eulerc_load_any(global const real *p, const long step) { return *p; }
EULERC_INLINE void eulerc_store(global real *p, const realv v) { *p = v; }
EULERC_INLINE realv eulerc_load_reals(global const real *p) { return *p; }
EULERC_INLINE longv eulerc_load_ints(global const int *p) { return *p; }
EULERC_IN_PLACE realv eulerc_load_in_tile(local const real *p, const long step) { return *p; }
EULERC_IN_PLACE realv eulerc_load_in_tile_any(local const real *p, const long step) { return *p; }
EULERC_IN_PLACE void eulerc_store_in_tile(local real *p, const realv v) { *p = v; }

#else

typedef EULERC_PASTE(EULERC_REAL, EULERC_WIDTH) realv;
typedef EULERC_PASTE(long, EULERC_WIDTH) longv;
typedef EULERC_PASTE(ulong, EULERC_WIDTH) ulongv;
#define EULERC_AS_ULONG(x) EULERC_PASTE(as_ulong, EULERC_WIDTH)(x)
#define EULERC_LANE(x, k) x.s##k
#define EULERC_COUNT EULERC_MAKE(longv, EULERC_EACH(EULERC_NUMBER, 0))
#define EULERC_STORE_LANES(v, values) EULERC_PASTE(vstore, EULERC_WIDTH)(v, 0, values)
#define EULERC_SELECT(c, a, b) select(b, a, c)
#define EULERC_TO_REAL(x) EULERC_PASTE(convert_, EULERC_PASTE(EULERC_REAL, EULERC_WIDTH))(x)
#define EULERC_TO_LONG(x) EULERC_PASTE(convert_long, EULERC_WIDTH)(x)
#if EULERC_IS_DOUBLE
typedef longv maskv;
#define EULERC_LANES_BITS(x) EULERC_PASTE(as_long, EULERC_WIDTH)(x)
#define EULERC_MASK(comparison) (comparison)
#define EULERC_SELECT_LONG(c, a, b) select(b, a, c)
#else
typedef EULERC_PASTE(int, EULERC_WIDTH) maskv;
#define EULERC_LANES_BITS(x) EULERC_PASTE(as_int, EULERC_WIDTH)(x)
#define EULERC_MASK(comparison) EULERC_PASTE(convert_int, EULERC_WIDTH)(comparison)
#define EULERC_SELECT_LONG(c, a, b) select(b, a, EULERC_TO_LONG(c))
#endif
typedef maskv intv; // integers of the size of a real
#define EULERC_SPLAT_INT(i) ((intv)(i))
#define EULERC_LANES_OF_BITS(i) EULERC_PASTE(as_, EULERC_PASTE(EULERC_REAL, EULERC_WIDTH))(i)
#define EULERC_ALL(condition) ((maskv)((condition) ? -1 : 0))
#define EULERC_ANY(condition) any(condition)

// Values at a constant distance, as a vector.
EULERC_INLINE realv eulerc_gather(global const real *p, const long step) {
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_VALUE, p));
}

// Unaligned vectors. PoCL 3.1 implements vloadn with pairs of values, which halves the speed of the
// whole kernel. GPUs use vloadn, because they may not know this attribute.
#ifdef EULERC_SHIFTS
#define EULERC_LOAD_UNALIGNED(space, p) EULERC_PASTE(vload, EULERC_WIDTH)(0, p)
#else
typedef realv eulerc_unaligned __attribute__((aligned(sizeof(real))));
#define EULERC_LOAD_UNALIGNED(space, p) (*(space const eulerc_unaligned *)(p))
#endif

EULERC_INLINE realv eulerc_load(global const real *p, const long step) {
  return step == 1 ? *(global const realv *)p : eulerc_gather(p, step);
}
EULERC_INLINE realv eulerc_load_any(global const real *p, const long step) {
  return step == 1 ? EULERC_LOAD_UNALIGNED(global, p) : eulerc_gather(p, step);
}
EULERC_INLINE realv eulerc_load_reals(global const real *p) {
  return EULERC_LOAD_UNALIGNED(global, p);
}
EULERC_INLINE longv eulerc_load_ints(global const int *p) {
#ifdef EULERC_SHIFTS
  return EULERC_TO_LONG(EULERC_PASTE(vload, EULERC_WIDTH)(0, p));
#else
  typedef EULERC_PASTE(int, EULERC_WIDTH) ints __attribute__((aligned(sizeof(int))));
  return EULERC_TO_LONG(*(global const ints *)p);
#endif
}

EULERC_IN_PLACE realv eulerc_load_in_tile(local const real *p, const long step) {
  return *(local const realv *)p;
}
EULERC_IN_PLACE realv eulerc_load_in_tile_any(local const real *p, const long step) {
  return EULERC_LOAD_UNALIGNED(local, p);
}
EULERC_IN_PLACE void eulerc_store_in_tile(local real *p, const realv v) { *(local realv *)p = v; }

EULERC_INLINE void eulerc_store(global real *p, const realv v) {
#if EULERC_STEP == 1 && defined(EULERC_STREAMS) && !defined(EULERC_TILED)
  __builtin_nontemporal_store(v, (global realv *)p);
#elif EULERC_STEP == 1
  *(global realv *)p = v;
#else
  union {
    realv vector;
    real value[EULERC_WIDTH];
  } lanes;
  lanes.vector = v;
  for (int k = 0; k < EULERC_WIDTH; k++)
    p[k * EULERC_STEP] = lanes.value[k];
#endif
}

#endif

#if EULERC_WIDTH == 1
#define EULERC_VECTOR_OF(values) (values)[0]
#else
#define EULERC_VECTOR_OF(values) EULERC_PASTE(vload, EULERC_WIDTH)(0, values)
#endif

// The vector at a distance of `beside` points from an aligned one. GPUs load the lanes of unaligned
// vectors one by one.
EULERC_INLINE realv eulerc_load_beside(global const real *p, const long beside) {
#ifdef EULERC_SHIFTS
  real own[EULERC_WIDTH], values[EULERC_WIDTH];
  EULERC_STORE_LANES(eulerc_load(p, 1), own);
  EULERC_FOR(k, EULERC_WIDTH) {
    const long from = k + beside;
    values[k] = from >= 0 && from < EULERC_WIDTH ? own[from] : p[from];
  }
  return EULERC_VECTOR_OF(values);
#else
  return eulerc_load_any(p + beside, 1);
#endif
}

// The lanes in reverse order; and the last lane.
#if EULERC_WIDTH == 1
#define EULERC_REVERSED(v) (v)
#define EULERC_LAST(i) (i)
#elif EULERC_WIDTH == 2
#define EULERC_REVERSED(v) (v).s10
#define EULERC_LAST(i) (i).s1
#elif EULERC_WIDTH == 4
#define EULERC_REVERSED(v) (v).s3210
#define EULERC_LAST(i) (i).s3
#elif EULERC_WIDTH == 8
#define EULERC_REVERSED(v) (v).s76543210
#define EULERC_LAST(i) (i).s7
#else
#define EULERC_REVERSED(v) (v).sfedcba9876543210
#define EULERC_LAST(i) (i).sf
#endif

// Stores the first `count` lanes.
EULERC_INLINE void eulerc_store_part(global real *p, const realv v, const long count) {
  real values[EULERC_WIDTH];
  EULERC_STORE_LANES(v, values);
  for (int k = 0; k < EULERC_WIDTH; k++) // constant indices stay in registers
    if (k < count)
      p[k * EULERC_STEP] = values[k];
}

// Stores as many lanes as there are points.
EULERC_INLINE void eulerc_store_first(global real *p, const realv v, const long points) {
  if (points >= EULERC_WIDTH)
    eulerc_store(p, v);
  else
    eulerc_store_part(p, v, points);
}

// Stores components 0 and 1 of the same points; interleaved, they are neighbours in memory.
EULERC_INLINE void eulerc_store_pair(global real *first, global real *second, const realv a,
                                     const realv b) {
#if EULERC_STEP == 2 && EULERC_WIDTH > 1 && EULERC_WIDTH < 16
#if EULERC_WIDTH == 2
  vstore4((EULERC_PASTE(EULERC_REAL, 4))(a.s0, b.s0, a.s1, b.s1), 0, first);
#elif EULERC_WIDTH == 4
  vstore8((EULERC_PASTE(EULERC_REAL, 8))(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3), 0, first);
#else
  vstore16((EULERC_PASTE(EULERC_REAL, 16))(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3, a.s4,
                                           b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7),
           0, first);
#endif
#else
  eulerc_store(first, a);
  eulerc_store(second, b);
#endif
}

// Lanes n to n + EULERC_WIDTH - 1 of the sequence of a and b; n is a literal. LLVM 15 has one
// instruction for this, but permutes floats, which takes far longer (PoCL on two Zen 4 cores,
// overlapped: String 33 instead of 46 Gcomp/s, 1-D heat 22 instead of 27).
#if defined(__x86_64__) && defined(__AVX512F__) && !EULERC_IS_DOUBLE && EULERC_WIDTH == 16
#define EULERC_ALIGN "valignd"
#elif defined(__x86_64__) && defined(__AVX512F__) && EULERC_IS_DOUBLE && EULERC_WIDTH == 8
#define EULERC_ALIGN "valignq"
#endif
#if EULERC_WIDTH == 1
#define EULERC_FROM(n, a, b) ((n) == 0 ? (a) : (b))
#elif defined(EULERC_ALIGN)
#define EULERC_FROM(n, a, b)                                                                       \
  ({                                                                                               \
    realv from_both;                                                                               \
    __asm__(EULERC_ALIGN " %3, %2, %1, %0" : "=v"(from_both) : "v"(b), "v"(a), "i"(n));            \
    from_both;                                                                                     \
  })
#elif EULERC_WIDTH == 2
#define EULERC_FROM(n, a, b) ((n) == 0 ? (a) : (n) == 1 ? (realv)(a.s1, b.s0) : (b))
#elif EULERC_WIDTH == 4
#define EULERC_FROM(n, a, b)                                                                       \
  ((n) == 0   ? (a)                                                                                \
   : (n) == 1 ? (realv)(a.s1, a.s2, a.s3, b.s0)                                                    \
   : (n) == 2 ? (realv)(a.s2, a.s3, b.s0, b.s1)                                                    \
   : (n) == 3 ? (realv)(a.s3, b.s0, b.s1, b.s2)                                                    \
              : (b))
#elif EULERC_WIDTH == 8
#define EULERC_FROM(n, a, b)                                                                       \
  ((n) == 0    ? (a)                                                                               \
   : (n) == 1  ? (realv)(a.s1234, a.s567, b.s0)                                                    \
   : (n) == 2  ? (realv)(a.s2345, a.s67, b.s01)                                                    \
   : (n) == 3  ? (realv)(a.s3456, a.s7, b.s012)                                                    \
   : (n) == 4  ? (realv)(a.s4567, b.s0123)                                                         \
   : (n) == 5  ? (realv)(a.s567, b.s0123, b.s4)                                                    \
   : (n) == 6  ? (realv)(a.s67, b.s0123, b.s45)                                                    \
   : (n) == 7  ? (realv)(a.s7, b.s0123, b.s456)                                                    \
               : (b))
#elif EULERC_WIDTH == 16
#define EULERC_FROM(n, a, b)                                                                       \
  ((n) == 0    ? (a)                                                                               \
   : (n) == 1  ? (realv)(a.s12345678, a.s9abc, a.sdef, b.s0)                                       \
   : (n) == 2  ? (realv)(a.s23456789, a.sabcd, a.sef, b.s01)                                       \
   : (n) == 3  ? (realv)(a.s3456789a, a.sbcde, a.sf, b.s012)                                       \
   : (n) == 4  ? (realv)(a.s456789ab, a.scdef, b.s0123)                                            \
   : (n) == 5  ? (realv)(a.s56789abc, a.sdef, b.s0123, b.s4)                                       \
   : (n) == 6  ? (realv)(a.s6789abcd, a.sef, b.s0123, b.s45)                                       \
   : (n) == 7  ? (realv)(a.s789abcde, a.sf, b.s0123, b.s456)                                       \
   : (n) == 8  ? (realv)(a.s89abcdef, b.s01234567)                                                 \
   : (n) == 9  ? (realv)(a.s9abc, a.sdef, b.s01234567, b.s8)                                       \
   : (n) == 10 ? (realv)(a.sabcd, a.sef, b.s01234567, b.s89)                                       \
   : (n) == 11 ? (realv)(a.sbcde, a.sf, b.s01234567, b.s89a)                                       \
   : (n) == 12 ? (realv)(a.scdef, b.s01234567, b.s89ab)                                            \
   : (n) == 13 ? (realv)(a.sdef, b.s01234567, b.s89ab, b.sc)                                       \
   : (n) == 14 ? (realv)(a.sef, b.s01234567, b.s89ab, b.scd)                                       \
   : (n) == 15 ? (realv)(a.sf, b.s01234567, b.s89ab, b.scde)                                       \
               : (b))
#endif

// The values at even and at odd places of the sequence of a and b; and the inverse: the first and
// the second half of the sequence with even places e and odd places o.
#if EULERC_WIDTH == 1
EULERC_INLINE realv eulerc_evens(const realv a, const realv b) { return a; }
EULERC_INLINE realv eulerc_odds(const realv a, const realv b) { return b; }
EULERC_INLINE realv eulerc_first_half(const realv e, const realv o) { return e; }
EULERC_INLINE realv eulerc_second_half(const realv e, const realv o) { return o; }
#else
EULERC_INLINE realv eulerc_evens(const realv a, const realv b) { return (realv)(a.even, b.even); }
EULERC_INLINE realv eulerc_odds(const realv a, const realv b) { return (realv)(a.odd, b.odd); }
EULERC_INLINE realv eulerc_first_half(const realv e, const realv o) {
  realv both;
  both.even = e.lo;
  both.odd = o.lo;
  return both;
}
EULERC_INLINE realv eulerc_second_half(const realv e, const realv o) {
  realv both;
  both.even = e.hi;
  both.odd = o.hi;
  return both;
}
#endif

// The vector k points to the right of v, which was loaded from p + at; -4 <= k <= 4, a literal.
#if defined(EULERC_SHIFTS) && EULERC_WIDTH <= 4
#define EULERC_BESIDE(load, v, p, at, step)                                                        \
  const realv v##_left = load((p) + (at) - EULERC_WIDTH, 1);                                       \
  const realv v##_right = load((p) + (at) + EULERC_WIDTH, 1);
#define EULERC_NEAR(load, v, p, at, step, k)                                                       \
  ((k) < -EULERC_WIDTH || (k) > EULERC_WIDTH ? load##_any((p) + (at) + (k) * (step), step)         \
   : (k) < 0                                 ? EULERC_FROM(EULERC_WIDTH + (k), v##_left, v)        \
                                             : EULERC_FROM(k, v, v##_right))
#else
#define EULERC_BESIDE(load, v, p, at, step)
#define EULERC_NEAR(load, v, p, at, step, k) load##_any((p) + (at) + (k) * (step), step)
#endif

// a / b and √x where a or x is often 0. GPUs take a slow path for 0, as for subnormal numbers: a
// gas at rest took two to three times as long.
EULERC_INLINE realv eulerc_lanes_quotient(const realv a, const realv b) {
#ifdef EULERC_SHIFTS
  const maskv is_zero = a == EULERC_SPLAT(0);
  const realv quotient = EULERC_SELECT(is_zero, EULERC_SPLAT(0x1p-60f), a) / b; // finite for any b
  return EULERC_SELECT(is_zero, a * quotient, quotient);
#else
  return a / b;
#endif
}
EULERC_INLINE realv eulerc_lanes_sqrt(const realv x) {
#ifdef EULERC_SHIFTS
  const maskv is_zero = x == EULERC_SPLAT(0);
  return EULERC_SELECT(is_zero, x, sqrt(EULERC_SELECT(is_zero, EULERC_SPLAT(1), x)));
#else
  return sqrt(x);
#endif
}

#define EULERC_COMPARES(name, sign)                                                                \
  EULERC_INLINE maskv eulerc_lanes_##name(const longv x, const longv y) {                          \
    return EULERC_MASK(x sign y);                                                                  \
  }
EULERC_COMPARES(less, <)
EULERC_COMPARES(less_equal, <=)
EULERC_COMPARES(greater, >)
EULERC_COMPARES(greater_equal, >=)
EULERC_COMPARES(equal, ==)
EULERC_COMPARES(not_equal, !=)

// The indices of lanes along a row; on a ring, lanes beyond an end have indices of the other end.
#define indexv longv
#define EULERC_ALONG(i, period) EULERC_INDICES(i, period)
#define EULERC_MOVED(i, by) ((i) + (by))
#define eulerc_lanes(i) (i)
#define EULERC_FIRST(i) EULERC_LANE(i, 0)
// Testing the first and last lane does not suffice: on a ring of 6 points, lanes 0, 3, 0, 3 are no
// run.
EULERC_INLINE bool eulerc_is_straight(const longv i) {
#if EULERC_WIDTH == 1
  return true;
#else
  return i.s1 > i.s0 && EULERC_LAST(i) - i.s0 == (EULERC_WIDTH - 1) * (i.s1 - i.s0);
#endif
}
EULERC_INLINE bool eulerc_is_run(const longv i) {
#if EULERC_WIDTH == 1
  return true;
#else
  return i.s1 - i.s0 == 1 && eulerc_is_straight(i);
#endif
}
#define EULERC_REALS(i, first, each) (each)
#define EULERC_ORDERED(i, at_first, at_last, each) (each)
#define EULERC_MEET_EQUAL(i, first, last, value, each) (each)
#define EULERC_MEET_DIFFERENT(i, first, last, value, each) (each)
#define EULERC_WRAPPED(i, k) eulerc_wrap((i) + 0x##k * period, n)
EULERC_INLINE longv eulerc_indices_round(const long i, const long period, const long n) {
  return i >= 0 && i + (EULERC_WIDTH - 1) * period < n
             ? EULERC_INDICES(i, period)
             : EULERC_MAKE(longv, EULERC_EACH(EULERC_WRAPPED, i));
}

// For the forms of processors: prefetches, and stores of values that are not read again soon. These
// are non-temporal if the kernel is built for that, and do not read the cache line first.
EULERC_INLINE bool eulerc_goes_past(const void *c) { return true; }
EULERC_INLINE void eulerc_prefetch(global const void *p) {
#ifdef EULERC_STREAMS
  __builtin_prefetch((const void *)(size_t)p);
#endif
}
EULERC_INLINE void eulerc_store_once(const bool goes_past, global real *p, const realv v) {
#ifdef EULERC_STREAMS
  __builtin_nontemporal_store(v, (global realv *)p);
#else
  eulerc_store(p, v);
#endif
}
