// Events of the points of a vector, on the host. Behind vectors.h, at each width.
//
//   where x_before < 0 && x_now >= 0, as bits   →   noted: {place, time} of each such lane

// A bit for each lane. GCC would make vectors of what processors have as bits.
constexpr unsigned eulerc_all_bits = (1U << EULERC_WIDTH) - 1;
EULERC_INLINE unsigned eulerc_bits(const maskv condition) {
#if defined(__x86_64__) && !defined(__clang__) && EULERC_LEVEL == 256
  typedef float floats __attribute__((vector_size(32)));
  typedef double doubles __attribute__((vector_size(32)));
  return sizeof(real) == sizeof(float) ? __builtin_ia32_movmskps256((floats)condition)
                                       : __builtin_ia32_movmskpd256((doubles)condition);
#elif defined(__clang__)
  typedef bool bools __attribute__((ext_vector_type(EULERC_WIDTH)));
  const bools lanes = __builtin_convertvector(condition, bools);
  unsigned bits = 0;
  __builtin_memcpy(&bits, &lanes, sizeof lanes);
  return bits & eulerc_all_bits;
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
EULERC_INLINE unsigned eulerc_bits_less(const realv a, const realv b) {
  return sizeof(real) == sizeof(float)
             ? __builtin_ia32_cmpps512_mask((eulerc_floats)a, (eulerc_floats)b, 1, 0xffff, 4)
             : __builtin_ia32_cmppd512_mask((eulerc_doubles)a, (eulerc_doubles)b, 1, 0xff, 4);
}
EULERC_INLINE unsigned eulerc_bits_at_most(const realv a, const realv b) {
  return sizeof(real) == sizeof(float)
             ? __builtin_ia32_cmpps512_mask((eulerc_floats)a, (eulerc_floats)b, 2, 0xffff, 4)
             : __builtin_ia32_cmppd512_mask((eulerc_doubles)a, (eulerc_doubles)b, 2, 0xff, 4);
}
#else
EULERC_INLINE unsigned eulerc_bits_less(const realv a, const realv b) { return eulerc_bits(a < b); }
EULERC_INLINE unsigned eulerc_bits_at_most(const realv a, const realv b) {
  return eulerc_bits(a <= b);
}
#endif

// Of points at + first … the times of events, where they happen.
EULERC_LARGE void eulerc_note_events(const long at, const realv &times, const unsigned where,
                                     const long first, const long last) {
  eulerc::EventHit hits[EULERC_WIDTH];
  int count = 0;
  for (unsigned rest = where; rest != 0; rest &= rest - 1) {
    const int k = __builtin_ctz(rest);
    if (k >= first && k < last)
      hits[count++] = {at + k, times[k]};
  }
  eulerc::noteHits(hits, count);
}
