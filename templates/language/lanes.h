// Lists of lanes, for vectors of EULERC_WIDTH values. In the common subset of OpenCL C and C++:
// vectors.cl and vectors.h define EULERC_LANE, a lane, and EULERC_MAKE, a vector of a list.
//
//   EULERC_EACH(EULERC_APPLY1, sin)  at width 2  →  sin(x lane 0), sin(x lane 1)
//
// Only macros: their meaning follows EULERC_WIDTH, which the host sets for each width.
#define EULERC_PASTE_(a, b) a##b
#define EULERC_PASTE(a, b) EULERC_PASTE_(a, b)

// m(fn, k) for each lane k. Lanes are numbered in hexadecimal, as in OpenCL. The macro differs for
// each width: vectors.h includes this file again.
#undef EULERC_EACH
#if EULERC_WIDTH == 16
#define EULERC_EACH(m, fn)                                                                         \
  m(fn, 0), m(fn, 1), m(fn, 2), m(fn, 3), m(fn, 4), m(fn, 5), m(fn, 6), m(fn, 7), m(fn, 8),        \
      m(fn, 9), m(fn, a), m(fn, b), m(fn, c), m(fn, d), m(fn, e), m(fn, f)
#elif EULERC_WIDTH == 8
#define EULERC_EACH(m, fn)                                                                         \
  m(fn, 0), m(fn, 1), m(fn, 2), m(fn, 3), m(fn, 4), m(fn, 5), m(fn, 6), m(fn, 7)
#elif EULERC_WIDTH == 4
#define EULERC_EACH(m, fn) m(fn, 0), m(fn, 1), m(fn, 2), m(fn, 3)
#elif EULERC_WIDTH == 2
#define EULERC_EACH(m, fn) m(fn, 0), m(fn, 1)
#else
#define EULERC_EACH(m, fn) m(fn, 0)
#endif

#define EULERC_APPLY1(fn, k) fn(EULERC_LANE(x, k))
#define EULERC_APPLY2(fn, k) fn(EULERC_LANE(x, k), EULERC_LANE(y, k))
#define EULERC_APPLY3(fn, k) fn(EULERC_LANE(x, k), EULERC_LANE(y, k), EULERC_LANE(z, k))
#define EULERC_NUMBER(first, k) (first) + 0x##k
#define EULERC_VALUE(p, k) (p)[0x##k * step]

// Entries first … of `count` of a type at p: one load if lanes take consecutive entries, else
// `each`.
#define EULERC_RUN(type, p, count, i, first, each)                                                 \
  (EULERC_LIKELY(eulerc_is_run(i) && (first) >= 0 && (first) + EULERC_WIDTH <= (count))            \
       ? eulerc_load_##type##s((p) + (first))                                                      \
       : (each))

// The vector n points before or behind v, made with its neighbours. Forms do not use vectors
// narrower than n.
#define EULERC_BEFORE(n, v)                                                                        \
  EULERC_FROM((n) < EULERC_WIDTH ? EULERC_WIDTH - (n) : 0, v##_left, v)
#define EULERC_BEHIND(n, v)                                                                        \
  ((n) < EULERC_WIDTH ? EULERC_FROM((n) < EULERC_WIDTH ? (n) : 0, v, v##_right) : v##_right)

#define EULERC_INDICES(i, period) (EULERC_SPLAT_LONG(i) + EULERC_COUNT * EULERC_SPLAT_LONG(period))

// Functions of the language applied to each lane.
#define EULERC_LANEWISE1(fn)                                                                       \
  EULERC_LARGE realv eulerc_lanes_##fn(const realv x) {                                           \
    return EULERC_MAKE(realv, EULERC_EACH(EULERC_APPLY1, fn));                                     \
  }
#define EULERC_LANEWISE2(fn)                                                                       \
  EULERC_LARGE realv eulerc_lanes_##fn(const realv x, const realv y) {                            \
    return EULERC_MAKE(realv, EULERC_EACH(EULERC_APPLY2, fn));                                     \
  }
#define EULERC_LANEWISE3(fn)                                                                       \
  EULERC_LARGE realv eulerc_lanes_##fn(const realv x, const realv y, const realv z) {             \
    return EULERC_MAKE(realv, EULERC_EACH(EULERC_APPLY3, fn));                                     \
  }
