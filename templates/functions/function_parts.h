// Parts that the elementary functions share: the bits of a real, and powers of two.
#if !OF_LANES
#if EULERC_IS_DOUBLE
enum {
  eulerc_mantissa = 52, // bits of a real after the binary point
  eulerc_bias = 1023,
  eulerc_normal_bits = 54
};
EULERC_TABLE real eulerc_to_normal = 0x1p54; // makes subnormal numbers normal
EULERC_TABLE real eulerc_least_normal = 0x1p-1022, eulerc_largest = 0x1.fffffffffffffp1023;
EULERC_TABLE eulerc_int eulerc_root_half = 0x3fe6a09e667f3bcd; // its bits
EULERC_TABLE eulerc_int eulerc_inverse_bits = 0x7fde24fd40000000;
#else
enum { eulerc_mantissa = 23, eulerc_bias = 127, eulerc_normal_bits = 25 };
EULERC_TABLE real eulerc_to_normal = 0x1p25f;
EULERC_TABLE real eulerc_least_normal = 0x1p-126f, eulerc_largest = 0x1.fffffep127f;
EULERC_TABLE eulerc_int eulerc_root_half = 0x3f3504f4;
EULERC_TABLE eulerc_int eulerc_inverse_bits = 0x7ef127ea;
#endif
enum { eulerc_exp_near = EULERC_IS_DOUBLE ? 708 : 87 }; // up to it, exp(x) is a normal number
EULERC_TABLE real eulerc_quarters_limit = EULERC_IS_DOUBLE ? 0x1p20f : 0x1p16f; // of sin: function_sin.h
EULERC_TABLE eulerc_int eulerc_sign = (eulerc_int)1 << (sizeof(real) * 8 - 1);
EULERC_TABLE eulerc_int eulerc_no_sign = ~((eulerc_int)1 << (sizeof(real) * 8 - 1));
// Adding this to a number and subtracting it rounds the number to an integer; the last bits of the
// sum hold the integer.
EULERC_TABLE real eulerc_shifter = (real)1.5 * (real)((eulerc_int)1 << eulerc_mantissa);
EULERC_TABLE eulerc_int eulerc_shifter_bits =
    ((eulerc_int)(eulerc_bias + eulerc_mantissa) << eulerc_mantissa) +
    ((eulerc_int)1 << (eulerc_mantissa - 1));
EULERC_TABLE real eulerc_power_shifter =
    (real)1.5 * (real)((eulerc_int)1 << eulerc_mantissa) + 2 * eulerc_bias;
EULERC_INLINE real eulerc_quotient(const real a, const real b) { return a / b; }
#endif

// The integer k as a real; |k| < 2^22.
EULERC_INLINE V FN(of_int)(const I k) {
  return REAL(k + IC(eulerc_shifter_bits)) - C(eulerc_shifter);
}

EULERC_INLINE V FN(absolute)(const V x) { return REAL(BITS(x) & IC(eulerc_no_sign)); }
EULERC_INLINE V FN(with_sign)(const V x, const I sign) { return REAL(BITS(x) ^ sign); }

// x · 2^k, rounded once; x is near 1, and 2^k may not be a real. `shifted` has the bits of k +
// eulerc_power_shifter; its last bits are the sum of the exponents of two powers, each of half of
// k.
EULERC_INLINE V FN(scaled)(const V x, const I shifted) {
  const I first = shifted >> 1;
  return x * REAL(first << (int)eulerc_mantissa) * REAL((shifted - first) << (int)eulerc_mantissa);
}

// For a positive number x = m · 2^k with √½ <= m < √2. Returns k.
EULERC_INLINE V FN(split)(const V x, V *m) {
  const M small = x < C(eulerc_least_normal);
  const I bits = BITS(SEL(small, x * C(eulerc_to_normal), x));
  const I k = (bits - IC(eulerc_root_half)) >> (int)eulerc_mantissa;
  *m = REAL(bits - (k << (int)eulerc_mantissa));
  return FN(of_int)(k) - SEL(small, C(eulerc_normal_bits), C(0));
}

// 1 / x, except for the last bit or two, of a positive normal number with a normal inverse. The
// difference of bits is off by 6 %, and each step cubes the error.
EULERC_INLINE V FN(inverse)(const V x) {
  V y = REAL(IC(eulerc_inverse_bits) - BITS(x));
  EULERC_FOR (k, 2 + EULERC_IS_DOUBLE) {
    const V e = fma(-x, y, C(1));
    y = fma(y, fma(e, e, e), y);
  }
  return y;
}

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-56.0 of the result.
EULERC_INLINE V FN(exp2_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.82424e1a3d4e8p-40), x,
      C(0x1.c4c677be5b284p-36)), x, C(0x1.e8ca6d8ac4a02p-32)), x, C(0x1.e4cef76b81408p-28)), x,
      C(0x1.b5253d4b9d8b7p-24)), x, C(0x1.62c022495da0ap-20)), x, C(0x1.ffcbfc5887132p-17)), x,
      C(0x1.430912f869f08p-13)), x, C(0x1.5d87fe78a6738p-10)), x, C(0x1.3b2ab6fba4e7dp-7)), x,
      C(0x1.c6b08d704a0cp-5)), x, C(0x1.ebfbdff82c58fp-3)), x, C(0x1.62e42fefa39efp-1));
}
#else
// Off by at most 2^-29.0 of the result.
EULERC_INLINE V FN(exp2_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(C(0x1.00f282p-16f), x, C(0x1.445fc8p-13f)), x,
      C(0x1.5d8722p-10f)), x, C(0x1.3b29fp-7f)), x, C(0x1.c6b08ep-5f)), x, C(0x1.ebfbep-3f)), x,
      C(0x1.62e43p-1f));
}
#endif
// ----
