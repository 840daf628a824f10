// cbrt.

// y³ - x.
EULERC_INLINE V FN(beyond_cube)(const V y, const V x) {
  const V square = y * y, square_low = fma(y, y, -square);
  return fma(square, y, -x) + square_low * y;
}

EULERC_FUNCTION V FN(cbrt)(const V any) {
  const V positive = FN(absolute)(any);
  V m;
  const V k = FN(split)(positive, &m);
  // k = 3 q + j with 0 <= j <= 2
  const V shifted = fma(k - C(1), C((real)1 / 3), C(EULERC_SHIFTER));
  const V j = fma(shifted - C(EULERC_SHIFTER), C(-3), k);
  const V x = m * SEL(j == C(0), C(1), SEL(j == C(1), C(2), C(4)));
  const V root = SEL(j == C(0), C(1), SEL(j == C(1), C(EULERC_CBRT_2), C(EULERC_CBRT_4)));
  V y = EULERC_CBRT_SERIES(m) * root; // to 13 bits, or 16; each step of Newton doubles them
#if EULERC_IS_DOUBLE
  y = y - (y * y * y - x) / (C(3) * y * y);
#endif
  y = y - FN(beyond_cube)(y, x) / (C(3) * y * y);
  const I q = BITS(shifted) - IC(EULERC_SHIFTER_BITS);
  const V result = y * REAL((q + IC(EULERC_BIAS)) << EULERC_MANTISSA);
  const V sure = SEL((positive > C(0)) & (positive < C(INFINITY)), result, positive);
  return FN(with_sign)(sure, BITS(any) & IC(EULERC_SIGN));
}
