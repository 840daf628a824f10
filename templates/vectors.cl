// Vectors of EULERC_WIDTH (a build option: 1, 2, 4, 8 or 16) neighbouring points of a row.
//
//   realv, longv, maskv    real, long, and what comparisons of realv yield; scalars when the width
//                          is 1
//   eulerc_load(p, step)   the vector at p: aligned when step is 1; else `step` values apart
//   EULERC_NEAR_M1 … P4    the vector some points to the left or right of one that was loaded
//   EULERC_SELECT(c, a, b) lane by lane a where c holds, else b
//
// On a GPU (EULERC_SHIFTS) a vector beside another is made of the lanes of aligned ones, for a load
// that is not aligned is done value by value. A CPU loads it as it is.

// Where a point lies in a row of a tile in local memory (rows.cl): components are apart, and what
// lies at `at` in global memory lies `shift` before that. 32 bits: on GPUs longs cost more.
#define EULERC_TILE(q, at) ((q) * EULERC_TILE_PLANE + (int)((at) - shift))

// Where a new value goes: by columns (columns.cl) another place than that of the old one.
#ifdef EULERC_COLUMNS
#define EULERC_NEXT_SHIFT , const long next_shift
#define EULERC_NEXT_TILE(q, at) ((q) * EULERC_TILE_PLANE + (int)((at) - next_shift))
#else
#define EULERC_NEXT_SHIFT
#define EULERC_NEXT_TILE(q, at) EULERC_TILE(q, at)
#endif
#define EULERC_ALIGNMENT 16 // points; of <eulerc/layout.h>

#define EULERC_LAST (EULERC_RANK - 1) // axis along which the lanes of a vector lie

#define EULERC_PASTE_(a, b) a##b
#define EULERC_PASTE(a, b) EULERC_PASTE_(a, b)

#if EULERC_WIDTH == 1

typedef real realv;
typedef long longv;
typedef int maskv;
#define EULERC_MASK(comparison) (comparison)
#define EULERC_ALL(condition) (condition)
#define EULERC_SELECT(c, a, b) ((c) ? (a) : (b))
#define EULERC_SELECT_LONG(c, a, b) ((c) ? (a) : (b))
#define EULERC_TO_REAL(x) ((real)(x))
#define EULERC_TO_LONG(x) ((long)(x))
#define EULERC_LANES1(f) f(x)
#define EULERC_LANES2(f) f(x, y)
#define EULERC_LANES3(f) f(x, y, z)
#define EULERC_INDICES(i, period) (i)

#define EULERC_STORE_LANES(v, values) (values)[0] = (v)
EULERC_INLINE realv eulerc_load(global const real *p, const long step) { return *p; }
EULERC_INLINE realv eulerc_load_any(global const real *p, const long step) { return *p; }
EULERC_INLINE void eulerc_store(global real *p, const realv v) { *p = v; }
EULERC_INLINE realv eulerc_load_in_tile(local const real *p, const long step) { return *p; }
EULERC_INLINE realv eulerc_load_in_tile_any(local const real *p, const long step) { return *p; }
EULERC_INLINE void eulerc_store_in_tile(local real *p, const realv v) { *p = v; }

#else

typedef EULERC_PASTE(EULERC_REAL, EULERC_WIDTH) realv;
typedef EULERC_PASTE(long, EULERC_WIDTH) longv;
#define EULERC_STORE_LANES(v, values) EULERC_PASTE(vstore, EULERC_WIDTH)(v, 0, values)
#define EULERC_SELECT(c, a, b) select(b, a, c)
#define EULERC_TO_REAL(x) EULERC_PASTE(convert_, EULERC_PASTE(EULERC_REAL, EULERC_WIDTH))(x)
#define EULERC_TO_LONG(x) EULERC_PASTE(convert_long, EULERC_WIDTH)(x)
#if EULERC_IS_DOUBLE
typedef longv maskv;
#define EULERC_MASK(comparison) (comparison)
#define EULERC_SELECT_LONG(c, a, b) select(b, a, c)
#else
typedef EULERC_PASTE(int, EULERC_WIDTH) maskv;
#define EULERC_MASK(comparison) EULERC_PASTE(convert_int, EULERC_WIDTH)(comparison)
#define EULERC_SELECT_LONG(c, a, b) select(b, a, EULERC_TO_LONG(c))
#endif
#define EULERC_ALL(condition) ((maskv)((condition) ? -1 : 0))
#define EULERC_INDICES(i, period) ((longv)(i) + EULERC_COUNT * (longv)(period))

#if EULERC_WIDTH == 2
#define EULERC_COUNT (longv)(0, 1)
#define EULERC_LANES(m) m(0), m(1)
#define EULERC_LANES1(f) f(x.s0), f(x.s1)
#define EULERC_LANES2(f) f(x.s0, y.s0), f(x.s1, y.s1)
#define EULERC_LANES3(f) f(x.s0, y.s0, z.s0), f(x.s1, y.s1, z.s1)
#elif EULERC_WIDTH == 4
#define EULERC_COUNT (longv)(0, 1, 2, 3)
#define EULERC_LANES(m) m(0), m(1), m(2), m(3)
#define EULERC_LANES1(f) f(x.s0), f(x.s1), f(x.s2), f(x.s3)
#define EULERC_LANES2(f) f(x.s0, y.s0), f(x.s1, y.s1), f(x.s2, y.s2), f(x.s3, y.s3)
#define EULERC_LANES3(f)                                                                           \
  f(x.s0, y.s0, z.s0), f(x.s1, y.s1, z.s1), f(x.s2, y.s2, z.s2), f(x.s3, y.s3, z.s3)
#elif EULERC_WIDTH == 8
#define EULERC_COUNT (longv)(0, 1, 2, 3, 4, 5, 6, 7)
#define EULERC_LANES(m) m(0), m(1), m(2), m(3), m(4), m(5), m(6), m(7)
#define EULERC_LANES1(f) f(x.s0), f(x.s1), f(x.s2), f(x.s3), f(x.s4), f(x.s5), f(x.s6), f(x.s7)
#define EULERC_LANES2(f)                                                                           \
  f(x.s0, y.s0), f(x.s1, y.s1), f(x.s2, y.s2), f(x.s3, y.s3), f(x.s4, y.s4), f(x.s5, y.s5),        \
      f(x.s6, y.s6), f(x.s7, y.s7)
#define EULERC_LANES3(f)                                                                           \
  f(x.s0, y.s0, z.s0), f(x.s1, y.s1, z.s1), f(x.s2, y.s2, z.s2), f(x.s3, y.s3, z.s3),              \
      f(x.s4, y.s4, z.s4), f(x.s5, y.s5, z.s5), f(x.s6, y.s6, z.s6), f(x.s7, y.s7, z.s7)
#elif EULERC_WIDTH == 16
#define EULERC_COUNT (longv)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define EULERC_LANES(m)                                                                            \
  m(0), m(1), m(2), m(3), m(4), m(5), m(6), m(7), m(8), m(9), m(10), m(11), m(12), m(13), m(14),   \
      m(15)
#define EULERC_LANES1(f)                                                                           \
  f(x.s0), f(x.s1), f(x.s2), f(x.s3), f(x.s4), f(x.s5), f(x.s6), f(x.s7), f(x.s8), f(x.s9),        \
      f(x.sa), f(x.sb), f(x.sc), f(x.sd), f(x.se), f(x.sf)
#define EULERC_LANES2(f)                                                                           \
  f(x.s0, y.s0), f(x.s1, y.s1), f(x.s2, y.s2), f(x.s3, y.s3), f(x.s4, y.s4), f(x.s5, y.s5),        \
      f(x.s6, y.s6), f(x.s7, y.s7), f(x.s8, y.s8), f(x.s9, y.s9), f(x.sa, y.sa), f(x.sb, y.sb),    \
      f(x.sc, y.sc), f(x.sd, y.sd), f(x.se, y.se), f(x.sf, y.sf)
#define EULERC_LANES3(f)                                                                           \
  f(x.s0, y.s0, z.s0), f(x.s1, y.s1, z.s1), f(x.s2, y.s2, z.s2), f(x.s3, y.s3, z.s3),              \
      f(x.s4, y.s4, z.s4), f(x.s5, y.s5, z.s5), f(x.s6, y.s6, z.s6), f(x.s7, y.s7, z.s7),          \
      f(x.s8, y.s8, z.s8), f(x.s9, y.s9, z.s9), f(x.sa, y.sa, z.sa), f(x.sb, y.sb, z.sb),          \
      f(x.sc, y.sc, z.sc), f(x.sd, y.sd, z.sd), f(x.se, y.se, z.se), f(x.sf, y.sf, z.sf)
#endif

// Values a constant number apart, one after the other.
EULERC_INLINE realv eulerc_gather(global const real *p, const long step) {
#define EULERC_VALUE(k) p[k * step]
  return (realv)(EULERC_LANES(EULERC_VALUE));
#undef EULERC_VALUE
}

// Vectors that are not aligned. PoCL 3.1 makes vloadn of pairs of values, which halves the speed of
// the whole kernel; GPUs get vloadn, for they need not know of this attribute.
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

EULERC_INLINE realv eulerc_load_in_tile(local const real *p, const long step) {
  return *(local const realv *)p;
}
EULERC_INLINE realv eulerc_load_in_tile_any(local const real *p, const long step) {
  return EULERC_LOAD_UNALIGNED(local, p);
}
EULERC_INLINE void eulerc_store_in_tile(local real *p, const realv v) { *(local realv *)p = v; }

EULERC_INLINE void eulerc_store(global real *p, const realv v) {
#if EULERC_STEP == 1
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

// The lanes in reverse order.
#if EULERC_WIDTH == 1
#define EULERC_REVERSED(v) (v)
#elif EULERC_WIDTH == 2
#define EULERC_REVERSED(v) (v).s10
#elif EULERC_WIDTH == 4
#define EULERC_REVERSED(v) (v).s3210
#endif

// The first `count` lanes.
EULERC_INLINE void eulerc_store_part(global real *p, const realv v, const long count) {
  real values[EULERC_WIDTH];
  EULERC_STORE_LANES(v, values);
  for (int k = 0; k < EULERC_WIDTH; k++) // constant indices stay in registers
    if (k < count)
      p[k * EULERC_STEP] = values[k];
}

// Components 0 and 1 of the same points; interleaved they are neighbours in memory.
#define EULERC_STORE_PAIR(next, at, a, b)                                                          \
  eulerc_store_pair((next) + EULERC_STATE(0, at), (next) + EULERC_STATE(1, at), a, b)
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

#define EULERC_STORE_PAIR_IN_TILE(next, at, a, b)                                                  \
  eulerc_store_in_tile((next) + EULERC_NEXT_TILE(0, at), a);                                       \
  eulerc_store_in_tile((next) + EULERC_NEXT_TILE(1, at), b)

// Vectors beside one that was loaded from p + at.
#if defined(EULERC_SHIFTS) && EULERC_WIDTH <= 4
#define EULERC_BESIDE(load, v, p, at, step)                                                              \
  const realv v##_left = load((p) + (at)-EULERC_WIDTH, 1);                                         \
  const realv v##_right = load((p) + (at) + EULERC_WIDTH, 1);
#else
#define EULERC_BESIDE(load, v, p, at, step)
#endif
#define EULERC_NEAR(load, p, at, k, step) load##_any((p) + (at) + (k) * (step), step)

#if defined(EULERC_SHIFTS) && EULERC_WIDTH == 4
#define EULERC_NEAR_M4(load, v, p, at, step) v##_left
#define EULERC_NEAR_M3(load, v, p, at, step) ((realv)(v##_left.s1, v##_left.s2, v##_left.s3, v.s0))
#define EULERC_NEAR_M2(load, v, p, at, step) ((realv)(v##_left.s2, v##_left.s3, v.s0, v.s1))
#define EULERC_NEAR_M1(load, v, p, at, step) ((realv)(v##_left.s3, v.s0, v.s1, v.s2))
#define EULERC_NEAR_P1(load, v, p, at, step) ((realv)(v.s1, v.s2, v.s3, v##_right.s0))
#define EULERC_NEAR_P2(load, v, p, at, step) ((realv)(v.s2, v.s3, v##_right.s0, v##_right.s1))
#define EULERC_NEAR_P3(load, v, p, at, step) ((realv)(v.s3, v##_right.s0, v##_right.s1, v##_right.s2))
#define EULERC_NEAR_P4(load, v, p, at, step) v##_right
#else
#define EULERC_NEAR_M4(load, v, p, at, step) EULERC_NEAR(load, p, at, -4, step)
#define EULERC_NEAR_M3(load, v, p, at, step) EULERC_NEAR(load, p, at, -3, step)
#define EULERC_NEAR_P3(load, v, p, at, step) EULERC_NEAR(load, p, at, 3, step)
#define EULERC_NEAR_P4(load, v, p, at, step) EULERC_NEAR(load, p, at, 4, step)
#if defined(EULERC_SHIFTS) && EULERC_WIDTH == 1
#define EULERC_NEAR_M2(load, v, p, at, step) EULERC_NEAR(load, p, at, -2, step)
#define EULERC_NEAR_M1(load, v, p, at, step) v##_left
#define EULERC_NEAR_P1(load, v, p, at, step) v##_right
#define EULERC_NEAR_P2(load, v, p, at, step) EULERC_NEAR(load, p, at, 2, step)
#elif defined(EULERC_SHIFTS) && EULERC_WIDTH == 2
#define EULERC_NEAR_M2(load, v, p, at, step) v##_left
#define EULERC_NEAR_M1(load, v, p, at, step) ((realv)(v##_left.s1, v.s0))
#define EULERC_NEAR_P1(load, v, p, at, step) ((realv)(v.s1, v##_right.s0))
#define EULERC_NEAR_P2(load, v, p, at, step) v##_right
#else
#define EULERC_NEAR_M2(load, v, p, at, step) EULERC_NEAR(load, p, at, -2, step)
#define EULERC_NEAR_M1(load, v, p, at, step) EULERC_NEAR(load, p, at, -1, step)
#define EULERC_NEAR_P1(load, v, p, at, step) EULERC_NEAR(load, p, at, 1, step)
#define EULERC_NEAR_P2(load, v, p, at, step) EULERC_NEAR(load, p, at, 2, step)
#endif
#endif

// Functions of the language applied to each lane.
#define EULERC_LANEWISE1(f)                                                                        \
  EULERC_INLINE realv eulerc_lanes_##f(const realv x) { return (realv)(EULERC_LANES1(f)); }
#define EULERC_LANEWISE2(f)                                                                        \
  EULERC_INLINE realv eulerc_lanes_##f(const realv x, const realv y) {                             \
    return (realv)(EULERC_LANES2(f));                                                              \
  }
#define EULERC_LANEWISE3(f)                                                                        \
  EULERC_INLINE realv eulerc_lanes_##f(const realv x, const realv y, const realv z) {              \
    return (realv)(EULERC_LANES3(f));                                                              \
  }
EULERC_INLINE longv eulerc_lanes_div(const longv x, const longv y) {
  return (longv)(EULERC_LANES2(eulerc_div));
}
EULERC_INLINE longv eulerc_lanes_rem(const longv x, const longv y) {
  return (longv)(EULERC_LANES2(eulerc_rem));
}
