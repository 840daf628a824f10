// Vectors of EULERC_WIDTH neighbouring points of a row on the host: the functions of vectors.cl,
// with the vector extensions of GCC and Clang. Emitted once for each width, in a separate namespace
// and for processors with such vectors (level_begin.h).
//
//   EULERC_WIDTH 16, float, x86-64-v4:  eulerc_load(p, 1) + EULERC_SPLAT(h)  →  one vaddps
#include "lanes.h"
#undef EULERC_FROM        // differs for each width
#define EULERC_COLLECTS 1 // passes of loops (ir/Passes.h)
#define EULERC_LANE(x, k) x[0x##k]
#define EULERC_MAKE(type, list)                                                                    \
  type { list }
#define EULERC_COUNT EULERC_MAKE(longv, EULERC_EACH(EULERC_NUMBER, 0))
#define EULERC_SPLAT(x) eulerc_splat(x)
#define EULERC_SPLAT_LONG(x) eulerc_splat_long(x)
#define EULERC_AS_ULONG(x) ((ulongv)(x))
#define EULERC_SPLAT_ULONG(x) (ulongv{} + (x))
#define EULERC_SAME(value, k) value
#define EULERC_TO_REAL(x) __builtin_convertvector(x, realv)
#define EULERC_TO_LONG(x) __builtin_convertvector(x, longv)
#define EULERC_MASK(comparison) __builtin_convertvector(comparison, maskv)
#if EULERC_IS_DOUBLE
#define EULERC_INDEX_IS(index, i) EULERC_MASK((index) == EULERC_SPLAT_LONG(i))
#else // the two halves of the index are made once, before a loop
#define EULERC_INDEX_IS(index, i)                                                                  \
  ((__builtin_convertvector(index, maskv) == EULERC_SPLAT_INT((int)(i))) &                         \
   (__builtin_convertvector((index) >> 32, maskv) == EULERC_SPLAT_INT((int)((long)(i) >> 32))))
#endif
#define EULERC_ALL(condition) ((condition) ? ~maskv{} : maskv{})
#define EULERC_SPLAT_INT(i) eulerc_splat_int(i)
#define EULERC_LANES_BITS(x) ((intv)(x))
#define EULERC_LANES_OF_BITS(i) ((realv)(i))
#define EULERC_ANY(condition) eulerc_any(condition)
#define EULERC_SELECT(c, a, b) ((c) ? (a) : (b))
#define EULERC_SELECT_LONG(c, a, b) eulerc_select_long(EULERC_TO_LONG(c), a, b)
#define EULERC_STORE_LANES(v, values) eulerc_store(values, v)
#define EULERC_VECTOR_OF(values) eulerc_load(values, 1)
#define EULERC_BESIDE(load, v, p, at, step)
#define EULERC_NEAR(load, v, p, at, step, k) load##_any((p) + (at) + (k) * (step), step)
// GCC does not use the shift of two vectors: it keeps an index in a register, and overwrites a
// vector.
#if defined(__clang__)
#define EULERC_FROM(n, a, b) __builtin_shufflevector(a, b, EULERC_EACH(EULERC_NUMBER, n))
#elif defined(__x86_64__) && !EULERC_IS_DOUBLE && EULERC_WIDTH == 16
typedef int eulerc_words __attribute__((vector_size(64)));
#define EULERC_FROM(n, a, b)                                                                       \
  (realv) __builtin_ia32_alignd512_mask((eulerc_words)(b), (eulerc_words)(a), n, eulerc_words{}, -1)
#elif defined(__x86_64__) && EULERC_IS_DOUBLE && EULERC_WIDTH == 8
typedef long long eulerc_words __attribute__((vector_size(64)));
#define EULERC_FROM(n, a, b)                                                                       \
  (realv) __builtin_ia32_alignq512_mask((eulerc_words)(b), (eulerc_words)(a), n, eulerc_words{}, -1)
#else
#define EULERC_FROM(n, a, b)                                                                       \
  __builtin_shuffle(a, b, EULERC_MAKE(maskv, EULERC_EACH(EULERC_NUMBER, n)))
#endif

// Lanes of the sequence of a and b: every second one from `first` on, or one of each in turn.
#define EULERC_TWICE(first, k) (first) + 2 * 0x##k
#define EULERC_BY_TURNS(first, k) (first) + 0x##k / 2 + 0x##k % 2 * EULERC_WIDTH
#if defined(__clang__)
#define EULERC_LANES_OF(a, b, m, first) __builtin_shufflevector(a, b, EULERC_EACH(m, first))
#else
#define EULERC_LANES_OF(a, b, m, first)                                                            \
  __builtin_shuffle(a, b, EULERC_MAKE(maskv, EULERC_EACH(m, first)))
#endif
typedef real realv __attribute__((vector_size(EULERC_WIDTH * sizeof(real))));
typedef long longv __attribute__((vector_size(EULERC_WIDTH * sizeof(long))));
typedef eulerc_ulong ulongv __attribute__((vector_size(EULERC_WIDTH * sizeof(long))));
typedef const longv &longv_in; // as an argument: compilers warn about the ABI of some longv
typedef decltype(realv{} < realv{}) maskv;
typedef maskv intv; // integers of the size of a real
typedef long eulerc_words_of_mask __attribute__((vector_size(EULERC_WIDTH * sizeof(real))));
typedef realv eulerc_aligned __attribute__((may_alias)); // in memory
typedef realv eulerc_unaligned __attribute__((may_alias, aligned(sizeof(real))));
typedef int intsv __attribute__((vector_size(EULERC_WIDTH * sizeof(int))));
typedef intsv eulerc_unaligned_ints __attribute__((may_alias, aligned(sizeof(int))));

EULERC_INLINE realv eulerc_splat(const real x) {
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_SAME, x));
}
EULERC_INLINE longv eulerc_splat_long(const long x) {
  return EULERC_MAKE(longv, EULERC_EACH(EULERC_SAME, x));
}
EULERC_INLINE intv eulerc_splat_int(const eulerc_int x) {
  return EULERC_MAKE(intv, EULERC_EACH(EULERC_SAME, x));
}

// The values at even and at odd places of the sequence of a and b; and the inverse: the first and
// the second half of the sequence with even places e and odd places o.
EULERC_INLINE realv eulerc_evens(const realv a, const realv b) {
  return EULERC_LANES_OF(a, b, EULERC_TWICE, 0);
}
EULERC_INLINE realv eulerc_odds(const realv a, const realv b) {
  return EULERC_LANES_OF(a, b, EULERC_TWICE, 1);
}
EULERC_INLINE realv eulerc_first_half(const realv e, const realv o) {
  return EULERC_LANES_OF(e, o, EULERC_BY_TURNS, 0);
}
EULERC_INLINE realv eulerc_second_half(const realv e, const realv o) {
  return EULERC_LANES_OF(e, o, EULERC_BY_TURNS, EULERC_WIDTH / 2);
}

// GCC would store the mask and load its words again.
EULERC_INLINE bool eulerc_any(const maskv condition) {
#if defined(__x86_64__) && !defined(__clang__) && EULERC_LEVEL == 512
  typedef int words __attribute__((vector_size(64)));
  return __builtin_ia32_cvtd2mask512((words)condition) != 0;
#elif defined(__x86_64__) && !defined(__clang__) && EULERC_LEVEL == 256
  typedef long long words __attribute__((vector_size(32)));
  return !__builtin_ia32_ptestz256((words)condition, (words)condition);
#elif defined(__x86_64__) && !defined(__clang__)
  typedef char words __attribute__((vector_size(16)));
  return __builtin_ia32_pmovmskb128((words)condition) != 0;
#else
  const eulerc_words_of_mask words = (eulerc_words_of_mask)condition;
  long any = 0;
  for (unsigned k = 0; k < sizeof words / sizeof any; k++)
    any |= words[k];
  return any != 0;
#endif
}

#include "event_lanes.h"

// Loads and stores to the caches need not be aligned: in aligned memory they cost the same.
EULERC_INLINE realv eulerc_load(const real *p, const long) { return *(const eulerc_unaligned *)p; }
EULERC_INLINE realv eulerc_load_any(const real *p, const long step) { return eulerc_load(p, step); }
EULERC_INLINE realv eulerc_load_beside(const real *p, const long beside) {
  return eulerc_load(p + beside, 1);
}
EULERC_INLINE realv eulerc_load_reals(const real *p) { return eulerc_load(p, 1); }
EULERC_INLINE longv eulerc_load_ints(const int *p) {
  return EULERC_TO_LONG(*(const eulerc_unaligned_ints *)p);
}
EULERC_INLINE void eulerc_store(real *p, const realv v) { *(eulerc_unaligned *)p = v; }
EULERC_INLINE void eulerc_store(const eulerc_non_temporal to, const realv v) {
#if defined(__clang__)
  __builtin_nontemporal_store(v, (eulerc_aligned *)to.p);
#elif !defined(__x86_64__)
  eulerc_store(to.p, v);
#elif EULERC_LEVEL == 512 && EULERC_IS_DOUBLE
  __builtin_ia32_movntpd512(to.p, v);
#elif EULERC_LEVEL == 512
  __builtin_ia32_movntps512(to.p, v);
#elif EULERC_LEVEL == 256 && EULERC_IS_DOUBLE
  __builtin_ia32_movntpd256(to.p, v);
#elif EULERC_LEVEL == 256
  __builtin_ia32_movntps256(to.p, v);
#elif EULERC_IS_DOUBLE
  __builtin_ia32_movntpd(to.p, v);
#else
  __builtin_ia32_movntps(to.p, v);
#endif
}

#define EULERC_SCRATCH // memory of a thread
// Stores values that are not read soon (skewed.h). Whether the stores are non-temporal
// (eulerc_goes_past) is tested before a loop.
EULERC_INLINE void eulerc_store_once(const bool goes_past, real *p, const realv v) {
  if (goes_past)
    eulerc_store(eulerc_non_temporal{p}, v);
  else
    eulerc_store(p, v);
}
// Stores components 0 and 1 of the same points.
EULERC_INLINE void eulerc_store_pair(auto first, auto second, const realv a, const realv b) {
  eulerc_store(first, a);
  eulerc_store(second, b);
}
EULERC_INLINE realv eulerc_load_in_tile(const real *p, const long) {
  return *(const eulerc_aligned *)p;
}
EULERC_INLINE void eulerc_store_in_tile(real *p, const realv v) { *(eulerc_aligned *)p = v; }
EULERC_INLINE void eulerc_prefetch(const void *p) { __builtin_prefetch(p); }
// Tiles of grids: whether they are compiled for each stage of a method; and the number of layers of
// short steps (forms/wavefront.cpp) that they compute together, which needs the registers of
// vectors of 64 bytes.
#define EULERC_WAVEFRONT_STAGE_ALONE 1
#define EULERC_WAVEFRONT_LAYERS (EULERC_WIDTH * (EULERC_IS_DOUBLE ? 8 : 4) == 64 ? 2 : 1)

// Stores the first `count` lanes.
EULERC_INLINE void eulerc_store_part(real *p, const realv v, const long count) {
  for (long k = 0; k < count; k++)
    p[k] = v[k];
}
EULERC_INLINE void eulerc_store_part(const eulerc_non_temporal to, const realv v,
                                     const long count) {
  eulerc_store_part(to.p, v, count);
}

// Stores some lanes; and the mask of lanes with a number below k.
EULERC_INLINE void eulerc_store_lanes(real *p, const realv v, const long first, const long last) {
  if (last - first == EULERC_WIDTH)
    return eulerc_store(p, v);
  for (long k = first; k < last; k++)
    p[k] = v[k];
}
EULERC_INLINE maskv eulerc_lanes_below(const long k) {
  const maskv lanes = EULERC_MAKE(maskv, EULERC_EACH(EULERC_NUMBER, 0));
  return lanes < eulerc_splat_int((eulerc_int)eulerc_clamp(k, 0, EULERC_WIDTH));
}

// Functions whose result is exact or correctly rounded have the same name for vectors.
using EULERC_PROGRAM::fma, EULERC_PROGRAM::fabs, EULERC_PROGRAM::sqrt, EULERC_PROGRAM::floor,
    EULERC_PROGRAM::ceil, EULERC_PROGRAM::trunc, EULERC_PROGRAM::rint;
#define EULERC_EXACT(fn)                                                                           \
  EULERC_INLINE realv fn(const realv x) {                                                          \
    return EULERC_MAKE(realv, EULERC_EACH(EULERC_APPLY1, EULERC_PROGRAM::fn));                     \
  }
EULERC_EXACT(fabs)
EULERC_EXACT(sqrt)
EULERC_EXACT(floor)
EULERC_EXACT(ceil)
EULERC_EXACT(trunc)
EULERC_EXACT(rint)

// Without an instruction this is a function call for each lane, and not worth a copy for each use.
#if defined(EULERC_FMA)
EULERC_INLINE
#else
EULERC_LARGE
#endif
realv fma(const realv x, const realv y, const realv z) {
#if defined(__clang__) && __has_builtin(__builtin_elementwise_fma)
  return __builtin_elementwise_fma(x, y, z);
#elif defined(__clang__) || !defined(EULERC_FMA)
  return EULERC_MAKE(realv, EULERC_EACH(EULERC_APPLY3, EULERC_PROGRAM::fma));
#elif EULERC_LEVEL == 512 && EULERC_IS_DOUBLE
  return __builtin_ia32_vfmaddpd512_mask(x, y, z, 0xff, 4);
#elif EULERC_LEVEL == 512
  return __builtin_ia32_vfmaddps512_mask(x, y, z, 0xffff, 4);
#elif EULERC_LEVEL == 256 && EULERC_IS_DOUBLE
  return __builtin_ia32_vfmaddpd256(x, y, z);
#elif EULERC_LEVEL == 256
  return __builtin_ia32_vfmaddps256(x, y, z);
#elif EULERC_IS_DOUBLE
  return __builtin_ia32_vfmaddpd(x, y, z);
#else
  return __builtin_ia32_vfmaddps(x, y, z);
#endif
}

// The indices of lanes along a row: first, first + period …. On a ring of n points (n = 0: no
// ring), lanes beyond an end have indices of the other end.
struct indexv {
  long first, period, n;
};
#define EULERC_ALONG(i, period) (indexv{i, period, 0})
EULERC_INLINE indexv eulerc_indices_round(const long i, const long period, const long n) {
  return {i, period, n};
}
#define EULERC_MOVED(i, by) (indexv{(i).first + (by), (i).period, (i).n})
#define EULERC_FIRST(i) ((i).first)
#define EULERC_LAST(i) ((i).first + (EULERC_WIDTH - 1) * (i).period)
EULERC_INLINE bool eulerc_is_straight(const indexv i) {
  return i.n == 0 || (i.first >= 0 && EULERC_LAST(i) < i.n);
}
EULERC_INLINE bool eulerc_is_run(const indexv i) { return i.period == 1 && eulerc_is_straight(i); }
EULERC_LARGE longv eulerc_lanes_round(const indexv i) {
  longv lanes;
  for (long k = 0; k < EULERC_WIDTH; k++)
    lanes[k] = eulerc_wrap(i.first + k * i.period, i.n);
  return lanes;
}
EULERC_INLINE longv eulerc_lanes(const indexv i) {
  return eulerc_is_straight(i) ? EULERC_INDICES(i.first, i.period) : eulerc_lanes_round(i);
}

// Integers that grow with the index from lane to lane: as reals, and compared with a number that is
// the same for all lanes. `each` is used if the lanes are no run or do not fit 32 bits, or if
// comparisons of the first and the last lane differ.
#define EULERC_REALS(i, first, each)                                                               \
  (EULERC_LIKELY(eulerc_is_straight(i) && (unsigned long)((first) + 0x40000000) < 0x80000000)       \
       ? eulerc_reals_from((int)(first), (int)(i).period)                                          \
       : (each))
#define EULERC_ORDERED(i, at_first, at_last, each)                                                 \
  (EULERC_LIKELY(eulerc_is_straight(i) && (at_first) == (at_last)) ? EULERC_ALL(at_first) : (each))
// The random numbers of lanes whose points are a run beginning with point `first`; else `each`.
#define EULERC_OF_RUN(fn, i, first, each, ...)                                                     \
  (eulerc_is_straight(i) ? eulerc_lanes_##fn##_of_run(first, (i).period, __VA_ARGS__)              \
                         : eulerc_lanes_##fn(each, __VA_ARGS__))
EULERC_INLINE bool eulerc_meets(const indexv i, const long first, const long last,
                                const long value) {
  return !eulerc_is_straight(i) || (first <= value && value <= last);
}
#define EULERC_MEET_EQUAL(i, first, last, value, each)                                             \
  (eulerc_meets(i, first, last, value) ? (each) : maskv{})
#define EULERC_MEET_DIFFERENT(i, first, last, value, each)                                         \
  (eulerc_meets(i, first, last, value) ? (each) : ~maskv{})
EULERC_INLINE realv eulerc_reals_from(const int first, const int period) {
  const intsv count = EULERC_MAKE(intsv, EULERC_EACH(EULERC_NUMBER, 0));
  return EULERC_TO_REAL((intsv{} + first) + count * period);
}

// For an a or x that is often 0, which is slow only on GPUs.
#define eulerc_lanes_quotient(a, b) ((a) / (b))
#define eulerc_lanes_sqrt(x) sqrt(x)

// GCC splits comparisons and choices of vectors of more longs than a register holds into lanes, but
// not sums, shifts and halves. A difference has the wrong sign if it overflows, that is if x and y
// have different signs and the difference has another sign than x.
#if EULERC_IS_DOUBLE || defined(__clang__)
EULERC_INLINE longv eulerc_select_long(longv_in c, longv_in a, longv_in b) { return c ? a : b; }
EULERC_ANYWHERE maskv eulerc_lanes_less(longv_in x, longv_in y) { return EULERC_MASK(x < y); }
EULERC_ANYWHERE maskv eulerc_lanes_equal(longv_in x, longv_in y) { return EULERC_MASK(x == y); }
#else
EULERC_INLINE longv eulerc_select_long(longv_in c, longv_in a, longv_in b) {
  return (c & a) | (~c & b);
}
EULERC_INLINE maskv eulerc_upper(longv_in x) { return __builtin_convertvector(x >> 32, maskv); }
EULERC_INLINE maskv eulerc_lower(longv_in x) { return __builtin_convertvector(x, maskv); }
EULERC_ANYWHERE maskv eulerc_lanes_less(longv_in x, longv_in y) {
  const longv rest = (longv)((ulongv)x - (ulongv)y);
  return eulerc_upper(rest ^ ((x ^ y) & (rest ^ x))) < 0;
}
EULERC_ANYWHERE maskv eulerc_lanes_equal(longv_in x, longv_in y) {
  const longv differing = x ^ y; // bits
  return eulerc_lower(differing | differing >> 32) == 0;
}
#endif
EULERC_INLINE maskv eulerc_lanes_greater(longv_in x, longv_in y) { return eulerc_lanes_less(y, x); }
EULERC_INLINE maskv eulerc_lanes_less_equal(longv_in x, longv_in y) {
  return ~eulerc_lanes_less(y, x);
}
EULERC_INLINE maskv eulerc_lanes_greater_equal(longv_in x, longv_in y) {
  return ~eulerc_lanes_less(x, y);
}
EULERC_INLINE maskv eulerc_lanes_not_equal(longv_in x, longv_in y) {
  return ~eulerc_lanes_equal(x, y);
}

// Values of entries first … of integer data, if one load takes the entries: compared with one
// number, or looked up in a table.
#define EULERC_RUN_LOOKED_UP(count, i, first, few, each)                                           \
  (EULERC_LIKELY(eulerc_is_run(i) && (first) >= 0 && (first) + EULERC_WIDTH <= (count)) ? (few)    \
                                                                                        : (each))
#define EULERC_RUN_COMPARED(count, i, first, p, sign, number, each)                                \
  (EULERC_LIKELY(eulerc_is_run(i) && (first) >= 0 && (first) + EULERC_WIDTH <= (count) &&          \
                 (number) == (int)(number))                                                        \
       ? eulerc_load_masks(p) sign(maskv{} + (int)(number))                                        \
       : (each))
EULERC_INLINE maskv eulerc_load_masks(const int *p) {
  return __builtin_convertvector(*(const eulerc_unaligned_ints *)p, maskv);
}

// Entries of a small table: in a vector, if one holds them.
#define EULERC_LOOKS_UP 1
enum { eulerc_few = 16 };
EULERC_INLINE realv eulerc_look_up(const real *few, const int count, const maskv x) {
#if !defined(__clang__) // clang has no shuffle by variable lanes
  if (count <= EULERC_WIDTH)
    return __builtin_shuffle(eulerc_load(few, 1), x);
#endif
  realv found;
  EULERC_FOR(k, EULERC_WIDTH)
    found[k] = few[x[k] & (eulerc_few - 1)];
  return found;
}

#include "lane_integers.h"
