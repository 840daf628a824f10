// atan, atan2, asin, acos.

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-58.4 of the result.
EULERC_INLINE V FN(atan_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.a8d42619345c2p-7), x,
      C(0x1.e4e323b44554ep-6)), x, C(-0x1.4c21b2946e08p-5)), x, C(0x1.8177537316825p-5)), x,
      C(-0x1.ae886c45f1bccp-5)), x, C(0x1.e1d28ef8f4a18p-5)), x, C(-0x1.11108c0211246p-4)), x,
      C(0x1.3b13aaede2d1cp-4)), x, C(-0x1.745d171209d2ep-4)), x, C(0x1.c71c71c60a629p-4)), x,
      C(-0x1.24924924909c9p-3)), x, C(0x1.999999999996fp-3)), x, C(-0x1.5555555555555p-2));
}
// Off by at most 2^-58.2 of the result.
EULERC_INLINE V FN(asin_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.1e3b7f1e2896ep-5), x,
      C(-0x1.045d354cbf26dp-5)), x, C(0x1.da8aab5d4ca2cp-6)), x, C(-0x1.699c9bf86846p-9)), x,
      C(0x1.417076c9b6001p-7)), x, C(0x1.03232ee3907fep-7)), x, C(0x1.42142f7f4ce7fp-7)), x,
      C(0x1.7a4de8af735b3p-7)), x, C(0x1.c99dd69d66dfdp-7)), x, C(0x1.1c4ea8a39c32ep-6)), x,
      C(0x1.6e8ba3eb8cf99p-6)), x, C(0x1.f1c71c6bc4525p-6)), x, C(0x1.6db6db6dc17bp-5)), x,
      C(0x1.333333333329bp-4)), x, C(0x1.5555555555556p-3));
}
#else
// Off by at most 2^-28.2 of the result.
EULERC_INLINE V FN(atan_series)(const V x) {
  return fma(fma(fma(fma(C(-0x1.f1bd66p-5f), x, C(0x1.b1e328p-4f)), x, C(-0x1.23b49p-3f)), x,
      C(0x1.99918ep-3f)), x, C(-0x1.55554ap-2f));
}
// Off by at most 2^-30.0 of the result.
EULERC_INLINE V FN(asin_series)(const V x) {
  return fma(fma(fma(fma(fma(C(0x1.3355p-5f), x, C(0x1.d922bcp-7f)), x, C(0x1.049156p-5f)), x,
      C(0x1.6caeep-5f)), x, C(0x1.33387cp-4f)), x, C(0x1.55554cp-3f));
}
#endif
// ----

// atan(a / b) for a, b >= 0, from atan(t) with t = a / b, -b / a or (a - b) / (a + b), whichever is
// small. 0 for a = b = 0, π/4 if both are infinite. Tests use b where possible, because atan passes
// b = 1.
EULERC_INLINE V FN(angle)(const V a, const V b) {
  const V by_b = C(eulerc_tan_of_eighth) * b, by_a = C(eulerc_tan_of_eighth) * a;
  const V most = C(eulerc_largest);
  const M is_flat = a <= SEL(by_b < most, by_b, most); // is finite
  const M is_steep = b <= SEL(by_a < most, by_a, most);
  const V unit = SEL(b > C(1), C(0.5f), C(1)); // a + b may be too large
  const V difference = SEL(b == C(INFINITY), C(0), unit * a - unit * b);
  const V above = SEL(is_flat, a, SEL(is_steep, -b, difference));
  const V below = SEL(is_flat, SEL(b == C(0), C(1), b), SEL(is_steep, a, unit * a + unit * b));
  const V t = FN(quotient)(above, below), z = t * t;
  const V eighths = SEL(is_flat, C(0), SEL(is_steep, C(2), C(1))); // of a circle: exact products
  const V sum = fma(eighths, C(eulerc_quarter_pi), t);
  const V lost = fma(eighths, C(eulerc_quarter_pi), -sum) + t;
  return sum + (lost + fma(t * z, FN(atan_series)(z), eighths * C(eulerc_quarter_pi_low)));
}

OF_FUNCTION V FN(atan)(const V x) {
  return FN(with_sign)(FN(angle)(FN(absolute)(x), C(1)), BITS(x) & IC(eulerc_sign));
}

OF_FUNCTION V FN(atan2)(const V y, const V x) {
  const V angle = FN(angle)(FN(absolute)(y), FN(absolute)(x));
  const V turned = SEL(BITS(x) < IC(0), C(eulerc_pi) - (angle - C(eulerc_pi_low)), angle);
  return FN(with_sign)(turned, BITS(y) & IC(eulerc_sign));
}

// asin(x) near 0. For other x, asin(x) = π/2 - 2 asin(s) with s = sqrt((1 - x) / 2). Returns s, and
// in `rest` asin(s) - s.
EULERC_INLINE V FN(arc_of_root)(const V x, V *rest) {
  const V z = C(0.5f) * (C(1) - x), s = sqrt(z);
  *rest = s * z * FN(asin_series)(z);
  return s;
}

OF_FUNCTION V FN(asin)(const V any) {
  const V x = FN(absolute)(any), z = x * x;
  const V near = fma(x * z, FN(asin_series)(z), x);
  V rest;
  const V s = FN(arc_of_root)(x, &rest);
  const V far = C(eulerc_half_pi) - (C(2) * s + (C(2) * rest - C(eulerc_half_pi_low)));
  return FN(with_sign)(SEL(x < C(0.5f), near, far), BITS(any) & IC(eulerc_sign));
}

OF_FUNCTION V FN(acos)(const V any) {
  const V x = FN(absolute)(any), z = x * x;
  const V near =
      C(eulerc_half_pi) - (any - (C(eulerc_half_pi_low) - any * z * FN(asin_series)(z)));
  V rest;
  const V s = FN(arc_of_root)(x, &rest);
  const V right = C(2) * (s + rest);
  const V left = C(eulerc_pi) - (C(2) * s + (C(2) * rest - C(eulerc_pi_low)));
  return SEL(x < C(0.5f), near, SEL(any < C(0), left, right));
}
