// What the elementary functions share: the parts of a real, and powers of two.
#ifndef EULERC_MANTISSA
#if EULERC_IS_DOUBLE
#define EULERC_MANTISSA 52 // bits of a real behind the point
#define EULERC_BIAS 1023
#define EULERC_TO_NORMAL 0x1p54 // makes the least numbers normal ones
#define EULERC_NORMAL_BITS 54
#define EULERC_LEAST_NORMAL 0x1p-1022
#define EULERC_ROOT_HALF 0x3fe6a09e667f3bcd // its bits
#else
#define EULERC_MANTISSA 23
#define EULERC_BIAS 127
#define EULERC_TO_NORMAL 0x1p25f
#define EULERC_NORMAL_BITS 25
#define EULERC_LEAST_NORMAL 0x1p-126f
#define EULERC_ROOT_HALF 0x3f3504f4
#endif
#define EULERC_SIGN ((eulerc_int)((eulerc_int)1 << (sizeof(real) * 8 - 1)))
#define EULERC_NO_SIGN (~EULERC_SIGN)
// Added to a number, and subtracted, it rounds it to a whole one; the bits of the sum count it.
#define EULERC_SHIFTER ((real)1.5 * (real)((eulerc_int)1 << EULERC_MANTISSA))
#define EULERC_SHIFTER_BITS                                                                        \
  (((eulerc_int)(EULERC_BIAS + EULERC_MANTISSA) << EULERC_MANTISSA) +                              \
   ((eulerc_int)1 << (EULERC_MANTISSA - 1)))
#define EULERC_POWER_SHIFTER (EULERC_SHIFTER + 2 * EULERC_BIAS)
#endif

#ifndef EULERC_TAKE_NEAR
#define EULERC_OF_NEAR 0
#define EULERC_TAKE_NEAR
#define EULERC_PASS_NEAR
#endif

// As a real; |k| < 2^22.
EULERC_INLINE V FN(of_int)(const I k) {
  return REAL(k + IC(EULERC_SHIFTER_BITS)) - C(EULERC_SHIFTER);
}

EULERC_INLINE V FN(absolute)(const V x) { return REAL(BITS(x) & IC(EULERC_NO_SIGN)); }
EULERC_INLINE V FN(with_sign)(const V x, const I sign) { return REAL(BITS(x) ^ sign); }

// x · 2^k, rounded once: x is near 1, and 2^k may be none of the reals. `shifted` has the bits of k +
// EULERC_POWER_SHIFTER, of which the last ones are the exponents of both halves' powers together.
EULERC_INLINE V FN(scaled)(const V x, const I shifted) {
  const I first = shifted >> 1;
  return x * REAL(first << EULERC_MANTISSA) * REAL((shifted - first) << EULERC_MANTISSA);
}

// x = m · 2^k with √½ <= m < √2, of a positive number. Returns k.
EULERC_INLINE V FN(split)(const V x, V *m) {
  const M small = x < C(EULERC_LEAST_NORMAL);
  const I bits = BITS(SEL(small, x * C(EULERC_TO_NORMAL), x));
  const I k = (bits - IC(EULERC_ROOT_HALF)) >> EULERC_MANTISSA;
  *m = REAL(bits - (k << EULERC_MANTISSA));
  return FN(of_int)(k) - SEL(small, C(EULERC_NORMAL_BITS), C(0));
}
