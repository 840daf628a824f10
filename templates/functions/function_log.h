// log, log2, log10, log1p.

// log(1 + f) - f, for √½ <= 1 + f < √2.
EULERC_INLINE V FN(log_rest)(const V f) {
#if EULERC_IS_DOUBLE // by s = f / (2 + f): 2 atanh(s) converges faster
  const V s = f / (C(2) + f), z = s * s, halved = C(0.5) * f * f;
  return fma(s, fma(z, EULERC_LOG_OF_QUOTIENT_SERIES(z), halved), -halved);
#else
  const V square = f * f;
  return fma(f * square, EULERC_LOG_SERIES(f), C(-0.5f) * square);
#endif
}

// The result where x > 0 is a number; else what C says.
EULERC_INLINE V FN(log_of_any)(const V x, const V result) {
  const V beyond = SEL(x > C(0), x, SEL(x == C(0), C(-INFINITY), C(NAN)));
  return SEL((x > C(0)) & (x < C(INFINITY)), result, beyond);
}

// k · (step + step_low) + a + b: k · step has no error, and is 0 or larger than a.
EULERC_INLINE V FN(log_sum)(const V k, const V step, const V step_low, const V a, const V b) {
  const V whole = k * step, sum = whole + a;
  return sum + ((whole - sum) + a + fma(k, step_low, b));
}

EULERC_FUNCTION V FN(log)(const V x) {
  V m;
  const V k = FN(split)(x, &m);
  const V f = m - C(1);
  const V result = FN(log_sum)(k, C(EULERC_LN2), C(EULERC_LN2_LOW), f, FN(log_rest)(f));
  return FN(log_of_any)(x, result);
}

// Logarithms of base b: by 1 / ln b, in two parts.
EULERC_INLINE V FN(log_of_base)(const V x, const V scale, const V scale_low, const V step,
                                const V step_low) {
  V m;
  const V k = FN(split)(x, &m);
  const V f = m - C(1);
  const V high = f * scale;
  const V low = fma(f, scale, -high) + fma(FN(log_rest)(f), scale, f * scale_low);
  return FN(log_of_any)(x, FN(log_sum)(k, step, step_low, high, low));
}

EULERC_FUNCTION V FN(log2)(const V x) {
  return FN(log_of_base)(x, C(EULERC_LOG2E), C(EULERC_LOG2E_LOW), C(1), C(0));
}

EULERC_FUNCTION V FN(log10)(const V x) {
  return FN(log_of_base)(x, C(EULERC_LOG10E), C(EULERC_LOG10E_LOW), C(EULERC_LOG10_2),
                         C(EULERC_LOG10_2_LOW));
}

EULERC_FUNCTION V FN(log1p)(const V x) {
  const M near = (x > C(-0.29f)) & (x < C(0.41f)); // f is x itself
  const V y = SEL(near, C(1), C(1) + x);
  // What the sum lost.
  const V lost = SEL(x < C(1), x - (y - C(1)), C(1) - (y - x));
  V m;
  const V k = FN(split)(y, &m);
  const V f = SEL(near, x, m - C(1));
  // lost / y, to some bits: of it only those count.
  const V rest = SEL(near, C(0), lost / y);
  const V result = FN(log_sum)(k, C(EULERC_LN2), C(EULERC_LN2_LOW), f, FN(log_rest)(f) + rest);
  const V sure = SEL(near, result, FN(log_of_any)(y, result));
  return SEL(x == C(0), x, sure); // of -0, too
}
