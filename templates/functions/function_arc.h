// atan, atan2, asin, acos.

// atan(a / b) for a, b >= 0, by that of t = a / b, -b / a or (a - b) / (a + b), whichever is small;
// 0 for a = b = 0, π/4 if both are infinite.
EULERC_INLINE V FN(angle)(const V a, const V b) {
  const V tangent = C(EULERC_TAN_OF_EIGHTH);
  const M is_flat = (a <= tangent * b) & (a < C(INFINITY));
  const M is_steep = (b <= tangent * a) & (b < C(INFINITY));
  const V unit = SEL(a > C(1), C(0.5f), C(1)); // a + b may be too large
  const V difference = SEL(a == b, C(0), unit * a - unit * b);
  const V above = SEL(is_flat, a, SEL(is_steep, -b, difference));
  const V below = SEL(is_flat, b, SEL(is_steep, a, unit * a + unit * b));
  const V t = above / SEL(below == C(0), C(1), below);
  const V base = SEL(is_flat, C(0), SEL(is_steep, C(EULERC_HALF_PI), C(EULERC_QUARTER_PI)));
  const V base_low =
      SEL(is_flat, C(0), SEL(is_steep, C(EULERC_HALF_PI_LOW), C(EULERC_QUARTER_PI_LOW)));
  const V z = t * t, sum = base + t, lost = (base - sum) + t;
  return sum + (lost + fma(t * z, EULERC_ATAN_SERIES(z), base_low));
}

EULERC_FUNCTION V FN(atan)(const V x) {
  return FN(with_sign)(FN(angle)(FN(absolute)(x), C(1)), BITS(x) & IC(EULERC_SIGN));
}

EULERC_FUNCTION V FN(atan2)(const V y, const V x) {
  const V angle = FN(angle)(FN(absolute)(y), FN(absolute)(x));
  const V turned = SEL(BITS(x) < IC(0), C(EULERC_PI) - (angle - C(EULERC_PI_LOW)), angle);
  return FN(with_sign)(turned, BITS(y) & IC(EULERC_SIGN));
}

// asin(x) near 0. Else asin(x) = π/2 - 2 asin(s) with s = sqrt((1 - x) / 2): returns s, and in
// `rest` asin(s) - s.
EULERC_INLINE V FN(arc_of_root)(const V x, V *rest) {
  const V z = C(0.5f) * (C(1) - x), s = sqrt(z);
  *rest = s * z * EULERC_ASIN_SERIES(z);
  return s;
}

EULERC_FUNCTION V FN(asin)(const V any) {
  const V x = FN(absolute)(any), z = x * x;
  const V near = fma(x * z, EULERC_ASIN_SERIES(z), x);
  V rest;
  const V s = FN(arc_of_root)(x, &rest);
  const V far = C(EULERC_HALF_PI) - (C(2) * s + (C(2) * rest - C(EULERC_HALF_PI_LOW)));
  return FN(with_sign)(SEL(x < C(0.5f), near, far), BITS(any) & IC(EULERC_SIGN));
}

EULERC_FUNCTION V FN(acos)(const V any) {
  const V x = FN(absolute)(any), z = x * x;
  const V near =
      C(EULERC_HALF_PI) - (any - (C(EULERC_HALF_PI_LOW) - any * z * EULERC_ASIN_SERIES(z)));
  V rest;
  const V s = FN(arc_of_root)(x, &rest);
  const V right = C(2) * (s + rest);
  const V left = C(EULERC_PI) - (C(2) * s + (C(2) * rest - C(EULERC_PI_LOW)));
  return SEL(x < C(0.5f), near, SEL(any < C(0), left, right));
}
