// pow.

// log2 of a positive number, as a sum of two reals: by s = (m - 1) / (m + 1), of which atanh(s) is
// s + s³ (1/3 + s² · series). What counts more than a bit of the result is computed with its error.
EULERC_INLINE V FN(log2_in_two)(const V x, V *low) {
  V m;
  const V k = FN(split)(x, &m);
  const V f = m - C(1), d = m + C(1), d_low = m - (d - C(1));
  const V inverse = C(1) / d;
  const V s = f * inverse, s_low = (fma(-s, d, f) - s * d_low) * inverse;
  const V z = s * s, z_low = fma(s, s, -z) + (s + s) * s_low;
  const V t = z * EULERC_LOG_TAIL_SERIES(z);
  const V w = C(EULERC_THIRD) + t, w_low = ((C(EULERC_THIRD) - w) + t) + C(EULERC_THIRD_LOW);
  const V p = z * w, p_low = fma(z, w, -p) + fma(z, w_low, z_low * w);
  const V u = s * p, u_low = fma(s, p, -u) + fma(s, p_low, s_low * p);
  const V v = s + u, v_low = ((s - v) + u) + (u_low + s_low);
  const V h = v * C(EULERC_LOG2_SCALE);
  const V h_low = fma(v, C(EULERC_LOG2_SCALE), -h) +
                  fma(v, C(EULERC_LOG2_SCALE_LOW), v_low * C(EULERC_LOG2_SCALE));
  const V sum = k + h, sum_low = ((k - sum) + h) + h_low;
  const V result = sum + sum_low;
  *low = (sum - result) + sum_low;
  return result;
}

// x^y for x >= 0.
EULERC_INLINE V FN(pow_of_positive)(const V x, const V y) {
  V low;
  const V high = FN(log2_in_two)(x, &low);
  const V log2 = SEL(x == C(0), C(-INFINITY), SEL(x == C(INFINITY), x, high));
  const V product = y * log2;
  const V most = C(EULERC_BIAS + 60);
  const M is_near = FN(absolute)(product) < most; // not where it is no number
  const V bounded = SEL(product > most, most, SEL(product < -most, -most, product));
  const V rest = SEL(is_near, fma(y, low, fma(y, log2, -product)), C(0));
  const V shifted = bounded + C(EULERC_POWER_SHIFTER);
  const V r = (bounded - (shifted - C(EULERC_POWER_SHIFTER))) + rest;
  return FN(scaled)(fma(r, EULERC_EXP2_SERIES(r), C(1)), BITS(shifted));
}

EULERC_FUNCTION V FN(pow)(const V x, const V y) {
  const V positive = FN(absolute)(x), size = FN(absolute)(y);
  const V result = FN(pow_of_positive)(positive, y);
  // Whether y is whole, and odd: with so large a number added its last bit counts ones.
  const V ones = C((eulerc_int)1 << EULERC_MANTISSA);
  const M is_large = size >= ones;
  const V counted = SEL(is_large, size, size + ones);
  const M is_whole = is_large | (counted - ones == size);
  const M is_odd = is_whole & (size < ones + ones) & ((BITS(counted) & IC(1)) != IC(0));
  const V signed_result = SEL(is_odd, FN(with_sign)(result, BITS(x) & IC(EULERC_SIGN)), result);
  const M is_defined = is_whole | (x >= C(0)) | (positive == C(INFINITY));
  const V known = SEL(is_defined, signed_result, C(NAN));
  const V defined = SEL((x != x) | (y != y), x + y, known);
  return SEL((x == C(1)) | (y == C(0)) | ((x == C(-1)) & (size == C(INFINITY))), C(1), defined);
}
