// uniform and normal: random numbers of a stream at a point and a step, the same on all devices.
//
// Philox 4×32 with ten rounds (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011). The counter is the point's number in the file's order
// (words 0 and 1), the step's (word 2, and the upper half of word 3) and the sequence: twice the
// stream, and one more for normal (the lower half of word 3). The key is the seed.
//
// A word of 32 bits is stored in an integer of 64.
#if !OF_LANES
EULERC_TABLE eulerc_ulong eulerc_word = 0xffffffffUL;
#endif

EULERC_INLINE void FN(philox)(U *words, const eulerc_ulong seed) {
  eulerc_ulong key_a = seed & eulerc_word, key_b = seed >> 32;
  EULERC_FOR(round, 10) {
    const U first = words[0] * UC(0xD2511F53UL), second = words[2] * UC(0xCD9E8D57UL);
    words[0] = (second >> 32) ^ words[1] ^ UC(key_a);
    words[1] = second & UC(eulerc_word);
    words[2] = (first >> 32) ^ words[3] ^ UC(key_b);
    words[3] = first & UC(eulerc_word);
    key_a = (key_a + 0x9E3779B9UL) & eulerc_word;
    key_b = (key_b + 0xBB67AE85UL) & eulerc_word;
  }
}

// The four words for a point, a step (-1: the initial values) and a sequence.
EULERC_INLINE void FN(random_words)(LIN point, const long step, const long seed,
                                    const long sequence, U *words) {
  const eulerc_ulong moment = (eulerc_ulong)(step + 1);
  const U at = AS_U(point);
  words[0] = at & UC(eulerc_word);
  words[1] = at >> 32;
  words[2] = UC(moment & eulerc_word);
  words[3] = UC(((moment >> 32 << 16) & eulerc_word) | (eulerc_ulong)sequence);
  FN(philox)(words, (eulerc_ulong)seed);
}

// A number in [0, 1] from two words: the middle of one of 2^23 (double: 2^52) equal parts.
EULERC_INLINE V FN(unit)(const U high, const U low) {
#if EULERC_IS_DOUBLE
  return (REAL_OF_U((high << 20) | (low >> 12)) + C(0.5)) * C(0x1p-52);
#else
  return (REAL_OF_U(high >> 9) + C(0.5f)) * C(0x1p-23f);
#endif
}

EULERC_ROUTINE V FN(uniform)(LIN point, const long step, const long seed, const long stream) {
  U words[4];
  FN(random_words)(point, step, seed, 2 * stream, words);
  return FN(unit)(words[0], words[1]);
}

// By G. E. P. Box, M. E. Muller, "A note on the generation of random normal deviates", Annals of
// Mathematical Statistics 29, 1958.
EULERC_ROUTINE V FN(normal)(LIN point, const long step, const long seed, const long stream) {
  U words[4];
  FN(random_words)(point, step, seed, 2 * stream + 1, words);
  const V angle = FN(unit)(words[2], words[3]) * C(eulerc_pi * 2);
  return sqrt(C(-2) * FN(log)(FN(unit)(words[0], words[1]))) * FN(cos)(angle);
}

#if OF_LANES && defined(__cplusplus)
// The numbers of points first, first + period …. Equations of a point that make the same call share
// it.
OF_FUNCTION V FN(uniform_of_run)(const long first, const long period, const long step,
                                     const long seed, const long stream) {
  return FN(uniform)(EULERC_INDICES(first, period), step, seed, stream);
}
OF_FUNCTION V FN(normal_of_run)(const long first, const long period, const long step,
                                    const long seed, const long stream) {
  return FN(normal)(EULERC_INDICES(first, period), step, seed, stream);
}
#endif

#if !OF_LANES && defined(__cplusplus)
// For initial values, which are computed in double.
static double eulerc_unit_in_double(const U high, const U low) {
  return (static_cast<double>((high << 20) | (low >> 12)) + 0.5) * 0x1p-52;
}
static double uniform(const long point, const long step, const long seed, const long stream) {
  U words[4];
  eulerc_random_words(point, step, seed, 2 * stream, words);
  return eulerc_unit_in_double(words[0], words[1]);
}
static double normal(const long point, const long step, const long seed, const long stream) {
  U words[4];
  eulerc_random_words(point, step, seed, 2 * stream + 1, words);
  const double angle = eulerc_unit_in_double(words[2], words[3]) * (2 * eulerc_pi);
  return sqrt(-2 * log(eulerc_unit_in_double(words[0], words[1]))) * cos(angle);
}
#endif
