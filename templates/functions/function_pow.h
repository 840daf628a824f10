// pow.

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-66.6 of the result.
EULERC_INLINE V FN(log_tail_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.c31acc80615dbp-5), x, C(0x1.aaec16a186061p-5)), x,
      C(0x1.e20b7cf2938efp-5)), x, C(0x1.11109462844f3p-4)), x, C(0x1.3b13b3114f829p-4)), x,
      C(0x1.745d1741803ddp-4)), x, C(0x1.c71c71c72274fp-4)), x, C(0x1.249249249246fp-3)), x,
      C(0x1.999999999999ap-3));
}
#else
// Off by at most 2^-38.6 of the result.
EULERC_INLINE V FN(log_tail_series)(const V x) {
  return fma(fma(fma(C(0x1.8eb3f4p-4f), x, C(0x1.c65958p-4f)), x, C(0x1.249374p-3f)), x,
      C(0x1.999998p-3f));
}
#endif
// ----

// log2(m · 2^k), √½ <= m < √2, as a sum of two reals. With s = (m - 1) / (m + 1), atanh(s) is s +
// s³ (1/3 + s² · series). Terms that count more than a bit of the result are computed with their
// error.
EULERC_INLINE V FN(log2_in_two)(const V m, const V k, V *low) {
  const V f = m - C(1), d = m + C(1), d_low = m - (d - C(1));
  const V inverse = FN(inverse)(d);
  const V s = f * inverse, s_low = (fma(-s, d, f) - s * d_low) * inverse;
  const V z = s * s, z_low = fma(s, s, -z) + (s + s) * s_low;
  const V t = z * FN(log_tail_series)(z);
  const V w = C(eulerc_third) + t, w_low = ((C(eulerc_third) - w) + t) + C(eulerc_third_low);
  const V p = z * w, p_low = fma(z, w, -p) + fma(z, w_low, z_low * w);
  const V u = s * p, u_low = fma(s, p, -u) + fma(s, p_low, s_low * p);
  const V v = s + u, v_low = ((s - v) + u) + (u_low + s_low);
  const V h = v * C(eulerc_log2_scale);
  const V h_low = fma(v, C(eulerc_log2_scale), -h) +
                  fma(v, C(eulerc_log2_scale_low), v_low * C(eulerc_log2_scale));
  const V sum = k + h, sum_low = ((k - sum) + h) + h_low;
  const V result = sum + sum_low;
  *low = (sum - result) + sum_low;
  return result;
}

// x^y for x >= 0.
EULERC_INLINE V FN(pow_of_positive)(const V x, const V y) {
  V m, low;
  const V k = FN(split)(x, &m), high = FN(log2_in_two)(m, k, &low);
  const V log2 = SEL(x == C(0), C(-INFINITY), SEL(x == C(INFINITY), x, high));
  const V product = y * log2;
  const V most = C(eulerc_bias + 60);
  const M is_near = FN(absolute)(product) < most; // false for NaN
  const V bounded = SEL(product > most, most, SEL(product < -most, -most, product));
  const V rest = SEL(is_near, fma(y, low, fma(y, log2, -product)), C(0));
  const V shifted = bounded + C(eulerc_power_shifter);
  const V r = (bounded - (shifted - C(eulerc_power_shifter))) + rest;
  return FN(scaled)(fma(r, FN(exp2_series)(r), C(1)), BITS(shifted));
}

#if OF_LANES && defined(EULERC_ONCE)
// For a positive normal number x, or for 0 where the result is 0. The result may underflow, and is
// then no normal number, but must not overflow.
EULERC_INLINE V eulerc_near_pow(const V any, const V y, eulerc_arguments *near) {
  // Powers of two, for subnormal numbers. Their sum with the bias is even, so that halves are
  // rounded as pow does.
  enum { spare = 65 };
  const M is_zero = (BITS(any) == IC(0)) & (y > C(0));
  const V x = SEL(is_zero, C(1), any);
  const I bits = BITS(x), own = (bits - IC(eulerc_root_half)) >> (int)eulerc_mantissa;
  V low;
  const V high = FN(log2_in_two)(REAL(bits - (own << (int)eulerc_mantissa)), FN(of_int)(own), &low);
  const V product = y * high;
  near->least = min(near->least, bits);
  near->most = max(near->most, bits);
  near->exp_below = max(near->exp_below, BITS(product * C(0.69f)));
  near->others &= product == product;
  const M is_least = product < C(-eulerc_bias - 60);
  const V shifted = product + (C(eulerc_shifter) + C(spare + eulerc_bias));
  const V whole = shifted - (C(eulerc_shifter) + C(spare + eulerc_bias));
  const V r = (product - whole) + fma(y, low, fma(y, high, -product));
  const V power = fma(r, FN(exp2_series)(r), C(1)) * REAL(BITS(shifted) << (int)eulerc_mantissa) *
                  REAL(IC((eulerc_int)(eulerc_bias - spare) << (int)eulerc_mantissa));
  return SEL(is_zero | is_least, C(0), power);
}
#endif

OF_FUNCTION V FN(pow)(const V x, const V y) {
  const V positive = FN(absolute)(x), size = FN(absolute)(y);
  const V result = FN(pow_of_positive)(positive, y);
  // Whether y is an integer, and odd: after adding a number this large, the last bit counts ones.
  const V ones = C((eulerc_int)1 << eulerc_mantissa);
  const M is_large = size >= ones;
  const V counted = SEL(is_large, size, size + ones);
  const M is_whole = is_large | (counted - ones == size);
  const M is_odd = is_whole & (size < ones + ones) & ((BITS(counted) & IC(1)) != IC(0));
  const V signed_result = SEL(is_odd, FN(with_sign)(result, BITS(x) & IC(eulerc_sign)), result);
  const M is_defined = is_whole | (x >= C(0)) | (positive == C(INFINITY));
  const V known = SEL(is_defined, signed_result, C(NAN));
  const V defined = SEL((x != x) | (y != y), x + y, known);
  return SEL((x == C(1)) | (y == C(0)) | ((x == C(-1)) & (size == C(INFINITY))), C(1), defined);
}
