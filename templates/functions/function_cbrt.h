// cbrt.

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-16.7 of the result.
EULERC_INLINE V FN(cbrt_series)(const V x) {
  return fma(fma(fma(fma(C(-0x1.356bbf30f08a1p-5), x, C(0x1.bc30f88845018p-3)), x,
      C(-0x1.1239a12df322ap-1)), x, C(0x1.cf44c2914dcb5p-1)), x, C(0x1.ce7fda5bc5316p-2));
}
#else
// Off by at most 2^-13.7 of the result.
EULERC_INLINE V FN(cbrt_series)(const V x) {
  return fma(fma(fma(C(0x1.dcc92cp-5f), x, C(-0x1.295052p-2f)), x, C(0x1.7abb94p-1f)), x,
      C(0x1.f8526p-2f));
}
#endif
// ----

// y³ - x.
EULERC_INLINE V FN(beyond_cube)(const V y, const V x) {
  const V square = y * y, square_low = fma(y, y, -square);
  return fma(square, y, -x) + square_low * y;
}

OF_FUNCTION V FN(cbrt)(const V any) {
  const V positive = FN(absolute)(any);
  V m;
  const V k = FN(split)(positive, &m);
  // k = 3 q + j with 0 <= j <= 2
  const V shifted = fma(k - C(1), C((real)1 / 3), C(eulerc_shifter));
  const V j = fma(shifted - C(eulerc_shifter), C(-3), k);
  const V x = m * SEL(j == C(0), C(1), SEL(j == C(1), C(2), C(4)));
  const V root = SEL(j == C(0), C(1), SEL(j == C(1), C(eulerc_cbrt_2), C(eulerc_cbrt_4)));
  V y = FN(cbrt_series)(m) * root; // to 13 bits, or 16; each Newton step doubles them
#if EULERC_IS_DOUBLE
  y = y - (y * y * y - x) / (C(3) * y * y);
#endif
  y = y - FN(quotient)(FN(beyond_cube)(y, x), C(3) * y * y);
  const I q = BITS(shifted) - IC(eulerc_shifter_bits);
  const V result = y * REAL((q + IC(eulerc_bias)) << (int)eulerc_mantissa);
  const V sure = SEL((positive > C(0)) & (positive < C(INFINITY)), result, positive);
  return FN(with_sign)(sure, BITS(any) & IC(eulerc_sign));
}
