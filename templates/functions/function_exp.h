// exp, exp2, expm1, sinh, cosh, tanh, erf.
#ifndef EULERC_EXP_MOST
#if EULERC_IS_DOUBLE
#define EULERC_EXP_MOST 711 // beyond, half of exp(x) is infinite
#define EULERC_EXP_LEAST -746
#define EULERC_ERF_MOST 6 // beyond, erf(x) is 1
#define EULERC_EXPM1_MOST 710
#define EULERC_EXPM1_LEAST -40 // before, expm1(x) is -1
#else
#define EULERC_EXP_MOST 90
#define EULERC_EXP_LEAST -104
#define EULERC_ERF_MOST 4
#define EULERC_EXPM1_MOST 89
#define EULERC_EXPM1_LEAST -20
#endif
#endif

// x = k · ln 2 + rest. Returns k, shifted.
EULERC_INLINE V FN(halvings)(const V x, V *rest) {
  const V shifted = fma(x, C(EULERC_LOG2E), C(EULERC_POWER_SHIFTER));
  const V k = shifted - C(EULERC_POWER_SHIFTER);
  *rest = fma(k, C(-EULERC_LN2_LOW), fma(k, C(-EULERC_LN2), x));
  return shifted;
}

// exp(x) · 2^doublings.
EULERC_INLINE V FN(exp_doubled)(const V any, const int doublings) {
  const V low =
      SEL(any < C(EULERC_EXP_LEAST), C(EULERC_EXP_LEAST), any); // stays no number if it is
  const V x = SEL(low > C(EULERC_EXP_MOST), C(EULERC_EXP_MOST), low);
  V r;
  const V shifted = FN(halvings)(x, &r);
  const V power = fma(r * r, EULERC_EXP_SERIES(r), r) + C(1);
  return FN(scaled)(power, BITS(shifted) + IC(doublings));
}

EULERC_FUNCTION V FN(exp)(const V x) { return FN(exp_doubled)(x, 0); }

EULERC_FUNCTION V FN(exp2)(const V any) {
  const V low = SEL(any < C(-EULERC_BIAS - 60), C(-EULERC_BIAS - 60), any);
  const V x = SEL(low > C(EULERC_BIAS + 2), C(EULERC_BIAS + 2), low);
  const V shifted = x + C(EULERC_POWER_SHIFTER);
  const V r = x - (shifted - C(EULERC_POWER_SHIFTER));
  return FN(scaled)(fma(r, EULERC_EXP2_SERIES(r), C(1)), BITS(shifted));
}

EULERC_FUNCTION V FN(expm1)(const V any) {
  const V low = SEL(any < C(EULERC_EXPM1_LEAST), C(EULERC_EXPM1_LEAST), any);
  const V x = SEL(low > C(EULERC_EXPM1_MOST), C(EULERC_EXPM1_MOST), low);
  V r;
  const V shifted = FN(halvings)(x, &r);
  const V power = fma(r * r, EULERC_EXP_SERIES(r), r);
  // 2^k (power + 1) - 1, in halves: 2^k may be too large.
  const I k = BITS(shifted) - IC(EULERC_SHIFTER_BITS + 2 * EULERC_BIAS);
  const V halved = REAL((k + IC(EULERC_BIAS - 1)) << EULERC_MANTISSA);
  const V result = C(2) * fma(halved, power, halved - C(0.5f));
  return SEL(any == C(0), any, SEL(k == IC(0), power, result)); // of -0, too
}

EULERC_FUNCTION V FN(tanh)(const V any) {
  const V x = FN(absolute)(any);
  const V z = x * x;
  const V near = fma(x * z, EULERC_TANH_SERIES(z), x);
  const V far = C(1) - C(2) / (FN(exp_doubled)(x + x, 0) + C(1));
  return FN(with_sign)(SEL(x < C(1), near, far), BITS(any) & IC(EULERC_SIGN));
}

EULERC_FUNCTION V FN(sinh)(const V any) {
  const V x = FN(absolute)(any);
  const V z = x * x;
  const V near = fma(x * z, EULERC_SINH_SERIES(z), x);
  const V halved = FN(exp_doubled)(x, -1);
  return FN(with_sign)(SEL(x < C(1), near, halved - C(0.25f) / halved),
                       BITS(any) & IC(EULERC_SIGN));
}

EULERC_FUNCTION V FN(cosh)(const V x) {
  const V halved = FN(exp_doubled)(FN(absolute)(x), -1);
  return halved + C(0.25f) / halved;
}

EULERC_FUNCTION V FN(erf)(const V any) {
  const V x = FN(absolute)(any);
  const V z = x * x;
  const V near = fma(x, EULERC_ERF_SERIES(z), x);
  const V u = SEL(x > C(EULERC_ERF_MOST), C(EULERC_ERF_MOST), x) - C(1);
  const V far = C(1) - FN(exp_doubled)(EULERC_ERF_FAR_SERIES(u), 0);
  return FN(with_sign)(SEL(x < C(1), near, far), BITS(any) & IC(EULERC_SIGN));
}
