// Events of the points of a vector, on the host. Included after vectors.h, for each vector width.
//
//   where x_before < 0 && x_now >= 0, as bits   →   noted: {place, time} of each such lane

// A bit for each lane. Given masks, GCC would use vectors where processors have bits.
typedef unsigned eulerc_hits;
#define eulerc_any_hit(hits) ((hits) != 0)
constexpr eulerc_hits eulerc_all_hits = (1U << EULERC_WIDTH) - 1;
EULERC_INLINE eulerc_hits eulerc_hits_of(const maskv condition) {
#if defined(__x86_64__) && !defined(__clang__) && EULERC_LEVEL == 512
  typedef int ints __attribute__((vector_size(64)));
  typedef long long longs __attribute__((vector_size(64)));
  return sizeof(real) == sizeof(float) ? __builtin_ia32_cvtd2mask512((ints)condition)
                                       : __builtin_ia32_cvtq2mask512((longs)condition);
#elif defined(__x86_64__) && !defined(__clang__) && EULERC_LEVEL == 256
  typedef float floats __attribute__((vector_size(32)));
  typedef double doubles __attribute__((vector_size(32)));
  return sizeof(real) == sizeof(float) ? __builtin_ia32_movmskps256((floats)condition)
                                       : __builtin_ia32_movmskpd256((doubles)condition);
#elif defined(__clang__) && __clang_major__ >= 15
  typedef bool bools __attribute__((ext_vector_type(EULERC_WIDTH)));
  const bools lanes = __builtin_convertvector(condition, bools);
  unsigned bits = 0;
  __builtin_memcpy(&bits, &lanes, sizeof lanes);
  return bits & eulerc_all_hits;
#else
  unsigned bits = 0;
  for (int k = 0; k < EULERC_WIDTH; k++)
    bits |= (condition[k] != 0 ? 1U : 0U) << k;
  return bits;
#endif
}
#if defined(__x86_64__) && !defined(__clang__) && EULERC_LEVEL == 512
typedef float eulerc_floats __attribute__((vector_size(64)));
typedef double eulerc_doubles __attribute__((vector_size(64)));
#define EULERC_COMPARED(a, b, sign, number)                                                        \
  (sizeof(real) == sizeof(float)                                                                   \
       ? __builtin_ia32_cmpps512_mask((eulerc_floats)(a), (eulerc_floats)(b), number, 0xffff, 4)   \
       : __builtin_ia32_cmppd512_mask((eulerc_doubles)(a), (eulerc_doubles)(b), number, 0xff, 4))
#else
#define EULERC_COMPARED(a, b, sign, number) eulerc_hits_of((a)sign(b))
#endif
EULERC_INLINE eulerc_hits eulerc_hits_less(const realv a, const realv b) {
  return EULERC_COMPARED(a, b, <, 1);
}
EULERC_INLINE eulerc_hits eulerc_hits_at_most(const realv a, const realv b) {
  return EULERC_COMPARED(a, b, <=, 2);
}
EULERC_INLINE eulerc_hits eulerc_hits_differ(const realv a, const realv b) {
  return EULERC_COMPARED(a, b, !=, 4);
}
#undef EULERC_COMPARED

// Notes the times of events at points at + first … at + last - 1 in a step, for lanes in `where`.
// Lane k is the point at + k * apart.
EULERC_LARGE void eulerc_note_events(const long at, const realv &times, const eulerc_hits where,
                                     const long step, const long first, const long last,
                                     const long apart) {
  eulerc::EventHit hits[EULERC_WIDTH];
  int count = 0;
  for (eulerc_hits rest = where; rest != 0; rest &= rest - 1) {
    const int k = __builtin_ctz(rest);
    const long point = k * apart;
    if (point >= first && point < last)
      hits[count++] = {at + point, step, times[k]};
  }
  eulerc::noteHits(hits, count);
}
