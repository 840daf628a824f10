// exp, exp2, expm1, sinh, cosh, tanh, erf.

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-59.4 of the result.
EULERC_INLINE V FN(exp_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.6127aab454614p-33), x,
      C(0x1.1f8dd4243781cp-29)), x, C(0x1.ae649c70f5afep-26)), x, C(0x1.27e4ca9a56b33p-22)), x,
      C(0x1.71de3a3be12c8p-19)), x, C(0x1.a01a01ae5f679p-16)), x, C(0x1.a01a01a021253p-13)), x,
      C(0x1.6c16c16c14bcap-10)), x, C(0x1.1111111111104p-7)), x, C(0x1.5555555555559p-5)), x,
      C(0x1.5555555555555p-3)), x, C(0x1.0p-1));
}
// Off by at most 2^-55.4 of the result.
EULERC_INLINE V FN(tanh_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.eff344b58f554p-28),
      x, C(0x1.62a8cd4e460cbp-24)), x, C(-0x1.f8be1631b50ccp-22)), x, C(0x1.e9d21d72447ep-20)), x,
      C(-0x1.79aaba8c1dc3fp-18)), x, C(0x1.ffc530fe41a22p-17)), x, C(-0x1.45fb123de9ed7p-15)), x,
      C(0x1.95a45d3db77bfp-14)), x, C(-0x1.f554f8e739d66p-13)), x, C(0x1.35554937a32e6p-11)), x,
      C(-0x1.7da317700a8dp-10)), x, C(0x1.d6d3cb0371043p-9)), x, C(-0x1.226e353669ca8p-7)), x,
      C(0x1.664f48815987fp-6)), x, C(-0x1.ba1ba1ba140c6p-5)), x, C(0x1.111111111106ap-3)), x,
      C(-0x1.5555555555555p-2));
}
// Off by at most 2^-56.8 of the result.
EULERC_INLINE V FN(sinh_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(C(0x1.9a793e7ca01e2p-49), x, C(0x1.ae756ea25ce65p-41)), x,
      C(0x1.61246afa1fd1cp-33)), x, C(0x1.ae6456741ba44p-26)), x, C(0x1.71de3a5573f78p-19)), x,
      C(0x1.a01a01a019fc1p-13)), x, C(0x1.1111111111111p-7)), x, C(0x1.5555555555555p-3));
}
// Off by at most 2^-56.3 of the result.
EULERC_INLINE V FN(erf_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.455b4ed699c08p-36), x,
      C(0x1.14e296a66ad18p-33)), x, C(-0x1.61f7e817fae48p-32)), x, C(-0x1.f8e014ec6e33fp-32)), x,
      C(0x1.dcbefc338f966p-27)), x, C(-0x1.5dc9e8fccd724p-23)), x, C(0x1.b9c7aa4e7c02ep-20)), x,
      C(-0x1.f4d0c22c60cebp-17)), x, C(0x1.f9a318418fae1p-14)), x, C(-0x1.c02db3a45ade8p-11)), x,
      C(0x1.565bcd0cf62bp-8)), x, C(-0x1.b82ce31281a49p-6)), x, C(0x1.ce2f21a042ac3p-4)), x,
      C(-0x1.812746b0379e6p-2)), x, C(0x1.06eba8214db69p-3));
}
// Off by at most 2^-59.0 of the result.
EULERC_INLINE V FN(erf_far_series)(const V x) {
  return
      fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.8ac116353b528p-56),
      x, C(0x1.12a8716fb6793p-50)), x, C(-0x1.6068578ff6b19p-46)), x, C(0x1.131c51c1755a6p-42)), x,
      C(-0x1.20b7c5d569c2fp-39)), x, C(0x1.a247e74f8738p-37)), x, C(-0x1.889575dc06eb8p-35)), x,
      C(0x1.1491cc991fbecp-34)), x, C(0x1.06e7d760e0e23p-31)), x, C(-0x1.32357fbbde97ep-28)), x,
      C(0x1.6f82ce754750cp-26)), x, C(-0x1.271e1b953fc0bp-24)), x, C(0x1.131a361eb3b1ep-23)), x,
      C(0x1.b3a40f23c0d3cp-24)), x, C(-0x1.0ecd3c32b95bbp-19)), x, C(0x1.4157c714f085ep-17)), x,
      C(-0x1.c759391484f5p-16)), x, C(0x1.b8be2311c3e2bp-16)), x, C(0x1.f1b4bd008dd09p-13)), x,
      C(-0x1.033f6997fa8cdp-9)), x, C(0x1.48c9d40c1e8a9p-7)), x, C(-0x1.5477f09ca99c2p-5)), x,
      C(-0x1.afabc11a28f36p-1)), x, C(-0x1.51c9b0006c23dp1)), x, C(-0x1.d97fbf27aa2a1p0));
}
#else
// Off by at most 2^-25.7 of the result.
EULERC_INLINE V FN(exp_series)(const V x) {
  return fma(fma(fma(fma(C(0x1.6bec04p-10f), x, C(0x1.122d02p-7f)), x, C(0x1.55567ep-5f)), x,
      C(0x1.5554aap-3f)), x, C(0x1.fffffep-2f));
}
// Off by at most 2^-27.6 of the result.
EULERC_INLINE V FN(tanh_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(C(0x1.fd7de4p-14f), x, C(-0x1.b90064p-11f)), x,
      C(0x1.9384d6p-9f)), x, C(-0x1.19a52p-7f)), x, C(0x1.64ebccp-6f)), x, C(-0x1.b9fbdap-5f)), x,
      C(0x1.11105ep-3f)), x, C(-0x1.555552p-2f));
}
// Off by at most 2^-27.5 of the result.
EULERC_INLINE V FN(sinh_series)(const V x) {
  return fma(fma(fma(C(0x1.7a15dp-19f), x, C(0x1.9ffe92p-13f)), x, C(0x1.111134p-7f)), x,
      C(0x1.555556p-3f));
}
// Off by at most 2^-27.1 of the result.
EULERC_INLINE V FN(erf_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(C(-0x1.43842cp-17f), x, C(0x1.d826a8p-14f)), x,
      C(-0x1.bcbe9ep-11f)), x, C(0x1.5628eep-8f)), x, C(-0x1.b829a8p-6f)), x, C(0x1.ce2f08p-4f)),
      x, C(-0x1.812746p-2f)), x, C(0x1.06eba8p-3f));
}
// Off by at most 2^-26.9 of the result.
EULERC_INLINE V FN(erf_far_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.0e61c4p-22f), x, C(-0x1.870648p-16f)), x,
      C(0x1.33e3e6p-12f)), x, C(-0x1.0865e2p-9f)), x, C(0x1.4951d8p-7f)), x, C(-0x1.547facp-5f)),
      x, C(-0x1.afabb4p-1f)), x, C(-0x1.51c9bp1f)), x, C(-0x1.d97fcp0f));
}
#endif
// ----
#if !OF_LANES
enum {
  eulerc_exp_most = EULERC_IS_DOUBLE ? 711 : 90, // for larger x, half of exp(x) is infinite
  eulerc_exp_least = EULERC_IS_DOUBLE ? -746 : -104,
  eulerc_tanh_most = EULERC_IS_DOUBLE ? 20 : 10, // for larger x, tanh(x) is 1
  eulerc_erf_most = EULERC_IS_DOUBLE ? 6 : 4, // for larger x, erf(x) is 1
  eulerc_expm1_most = EULERC_IS_DOUBLE ? 710 : 89,
  eulerc_expm1_least = EULERC_IS_DOUBLE ? -40 : -20 // for smaller x, expm1(x) is -1
};
#endif

// x = k · ln 2 + rest. Returns k, shifted.
EULERC_INLINE V FN(halvings)(const V x, const V shifter, V *rest) {
  const V shifted = fma(x, C(eulerc_log2e), shifter);
  const V k = shifted - shifter;
  *rest = fma(k, C(-eulerc_ln2_low), fma(k, C(-eulerc_ln2), x));
  return shifted;
}

// exp(x) · 2^doublings.
EULERC_INLINE V FN(exp_doubled)(const V any, const int doublings) {
  const V low =
      SEL(any < C(eulerc_exp_least), C(eulerc_exp_least), any); // NaN stays NaN
  const V x = SEL(low > C(eulerc_exp_most), C(eulerc_exp_most), low);
  V r;
  const V shifted = FN(halvings)(x, C(eulerc_power_shifter), &r);
  const V power = fma(fma(FN(exp_series)(r), r, C(1)), r, C(1));
  return FN(scaled)(power, BITS(shifted) + IC(doublings));
}

// exp(x) where |x| <= eulerc_exp_near: it is a normal number.
EULERC_INLINE V FN(normal_exp)(const V x) {
  V r;
  const V shifted = FN(halvings)(x, C(eulerc_shifter), &r);
  const V power = fma(fma(FN(exp_series)(r), r, C(1)), r, C(1));
  return REAL(BITS(power) + (BITS(shifted) << (int)eulerc_mantissa));
}

#if OF_LANES
FAR_LANES(exp_doubled)
#endif

#if OF_LANES && defined(EULERC_ONCE)
EULERC_INLINE V eulerc_near_exp(const V x, eulerc_arguments *near) {
  near->exp = max(near->exp, BITS(x) & IC(eulerc_no_sign));
  return FN(normal_exp)(x);
}
// For arguments that may be far below 0, such as minus squares of distances: the result may be 0.
EULERC_INLINE V eulerc_near_exp_below(const V any, eulerc_arguments *near) {
  enum { spare = 65 }; // powers of two, for subnormal numbers
  near->exp_below = max(near->exp_below, BITS(any));
  const V x = SEL(any < C(eulerc_exp_least), C(eulerc_exp_least), any); // NaN stays NaN
  V r;
  const V shifted = FN(halvings)(x, C(eulerc_shifter) + C(spare + eulerc_bias), &r);
  const V power = fma(fma(FN(exp_series)(r), r, C(1)), r, C(1));
  return power * REAL(BITS(shifted) << (int)eulerc_mantissa) *
         REAL(IC((eulerc_int)(eulerc_bias - spare) << (int)eulerc_mantissa));
}
#endif

OF_FUNCTION V FN(exp)(const V x) {
  const M is_near = FN(absolute)(x) <= C(eulerc_exp_near);
#if OF_LANES
  V result = FN(normal_exp)(x);
  if (EULERC_ANY(is_near == IC(0))) {
    result = FN(far_exp_doubled)(SEL(is_near, C(NAN), x), 0, result);
    result = SEL(x == x, result, x);
  }
  return result;
#else
  return is_near ? eulerc_normal_exp(x) : eulerc_exp_doubled(x, 0);
#endif
}

OF_FUNCTION V FN(exp2)(const V any) {
  const V low = SEL(any < C(-eulerc_bias - 60), C(-eulerc_bias - 60), any);
  const V x = SEL(low > C(eulerc_bias + 2), C(eulerc_bias + 2), low);
  const V shifted = x + C(eulerc_power_shifter);
  const V r = x - (shifted - C(eulerc_power_shifter));
  return FN(scaled)(fma(r, FN(exp2_series)(r), C(1)), BITS(shifted));
}

OF_FUNCTION V FN(expm1)(const V any) {
  const V low = SEL(any < C(eulerc_expm1_least), C(eulerc_expm1_least), any);
  const V x = SEL(low > C(eulerc_expm1_most), C(eulerc_expm1_most), low);
  V r;
  const V shifted = FN(halvings)(x, C(eulerc_power_shifter), &r);
  const V power = fma(r * r, FN(exp_series)(r), r);
  // 2^k (power + 1) - 1, in halves: 2^k may be too large.
  const I k = BITS(shifted) - IC(eulerc_shifter_bits + 2 * eulerc_bias);
  const V halved = REAL((k + IC(eulerc_bias - 1)) << (int)eulerc_mantissa);
  const V result = C(2) * fma(halved, power, halved - C(0.5f));
  return SEL(any == C(0), any, SEL(k == IC(0), power, result)); // also for -0
}

OF_FUNCTION V FN(tanh)(const V any) {
  const V x = FN(absolute)(any);
  const V z = x * x;
  const V near = fma(x * z, FN(tanh_series)(z), x);
  const V most = SEL(x > C(eulerc_tanh_most), C(eulerc_tanh_most), x);
  const V far = fma(C(-2), FN(inverse)(FN(normal_exp)(most + most) + C(1)), C(1));
  return FN(with_sign)(SEL(x >= C(1), far, near), BITS(any) & IC(eulerc_sign));
}

OF_FUNCTION V FN(sinh)(const V any) {
  const V x = FN(absolute)(any);
  const V z = x * x;
  const V near = fma(x * z, FN(sinh_series)(z), x);
  const V halved = FN(exp_doubled)(x, -1);
  return FN(with_sign)(SEL(x < C(1), near, halved - C(0.25f) / halved),
                       BITS(any) & IC(eulerc_sign));
}

OF_FUNCTION V FN(cosh)(const V x) {
  const V halved = FN(exp_doubled)(FN(absolute)(x), -1);
  return halved + C(0.25f) / halved;
}

OF_FUNCTION V FN(erf)(const V any) {
  const V x = FN(absolute)(any);
  const V z = x * x;
  const V near = fma(x, FN(erf_series)(z), x);
  const V u = SEL(x > C(eulerc_erf_most), C(eulerc_erf_most), x) - C(1);
  const V far = C(1) - FN(normal_exp)(FN(erf_far_series)(u));
  return FN(with_sign)(SEL(x >= C(1), far, near), BITS(any) & IC(eulerc_sign));
}
