// log, log2, log10, log1p.

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-60.5 of the result.
EULERC_INLINE V FN(log_of_quotient_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(C(0x1.0f6272a9e807ep-3), x, C(0x1.0f5cd9b6b1da1p-3)), x,
      C(0x1.3b20aadd4a4fdp-3)), x, C(0x1.745cde3960632p-3)), x, C(0x1.c71c7258f2fb2p-3)), x,
      C(0x1.249249242b48ep-2)), x, C(0x1.9999999999dffp-2)), x, C(0x1.5555555555555p-1));
}
#else
// Off by at most 2^-28.3 of the result.
EULERC_INLINE V FN(log_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.14544cp-4f), x, C(-0x1.de39a8p-4f)), x,
      C(0x1.e6f08ep-4f)), x, C(-0x1.fc2278p-4f)), x, C(0x1.23377p-3f)), x, C(-0x1.555c4ap-3f)), x,
      C(0x1.99a4b4p-3f)), x, C(-0x1.000006p-2f)), x, C(0x1.555548p-2f));
}
#endif
// ----

// log(1 + f) - f, for √½ <= 1 + f < √2.
EULERC_INLINE V FN(log_rest)(const V f) {
#if EULERC_IS_DOUBLE // by s = f / (2 + f): 2 atanh(s) converges faster
  const V s = f / (C(2) + f), z = s * s, halved = C(0.5) * f * f;
  return fma(s, fma(z, FN(log_of_quotient_series)(z), halved), -halved);
#else
  const V square = f * f;
  return fma(f * square, FN(log_series)(f), C(-0.5f) * square);
#endif
}

// Returns `result` where x > 0 is a number, else the value that C defines.
EULERC_INLINE V FN(log_of_any)(const V x, const V result) {
  const V beyond = SEL(x > C(0), x, SEL(x == C(0), C(-INFINITY), C(NAN)));
  return SEL((x > C(0)) & (x < C(INFINITY)), result, beyond);
}

// k · (step + step_low) + a + b. k · step has no error, and is 0 or larger than a.
EULERC_INLINE V FN(log_sum)(const V k, const V step, const V step_low, const V a, const V b) {
  const V whole = k * step, sum = whole + a;
  return sum + ((whole - sum) + a + fma(k, step_low, b));
}

// log(x / 2^powers) of a normal number x.
EULERC_INLINE V FN(normal_log)(const V x, const int powers) {
  const I bits = BITS(x), own = (bits - IC(eulerc_root_half)) >> (int)eulerc_mantissa;
  const V f = REAL(bits - (own << (int)eulerc_mantissa)) - C(1), k = FN(of_int)(own - IC(powers));
  return fma(k, C(eulerc_ln2), f + fma(k, C(eulerc_ln2_low), FN(log_rest)(f)));
}

#if !OF_LANES
// log(x) of other numbers. It is a function call, so that the code of rare numbers is not repeated
// wherever log is used. Calls for lanes pass a kind, which log does not need.
EULERC_CALLED real eulerc_odd_log(const real x, const int unused) {
  return eulerc_log_of_any(x, eulerc_normal_log(x * eulerc_to_normal, eulerc_normal_bits));
}
#else
FAR_LANES(odd_log)
#endif

#if OF_LANES && defined(EULERC_ONCE)
EULERC_INLINE V eulerc_near_log(const V x, eulerc_arguments *near) {
  near->least = min(near->least, BITS(x));
  near->most = max(near->most, BITS(x));
  return FN(normal_log)(x, 0);
}
#endif

OF_FUNCTION V FN(log)(const V x) {
  const M is_normal = (x >= C(eulerc_least_normal)) & (x <= C(eulerc_largest));
#if OF_LANES
  const V result = FN(normal_log)(x, 0);
  if (EULERC_ANY(is_normal == IC(0)))
    return SEL(x == x, FN(far_odd_log)(SEL(is_normal, C(NAN), x), 0, result), x);
  return result;
#else
  return is_normal ? eulerc_normal_log(x, 0) : eulerc_odd_log(x, 0);
#endif
}

// Logarithms of base b: multiplied by 1 / ln b, in two parts.
EULERC_INLINE V FN(log_of_base)(const V x, const V scale, const V scale_low, const V step,
                                const V step_low) {
  V m;
  const V k = FN(split)(x, &m);
  const V f = m - C(1);
  const V high = f * scale;
  const V low = fma(f, scale, -high) + fma(FN(log_rest)(f), scale, f * scale_low);
  return FN(log_of_any)(x, FN(log_sum)(k, step, step_low, high, low));
}

OF_FUNCTION V FN(log2)(const V x) {
  return FN(log_of_base)(x, C(eulerc_log2e), C(eulerc_log2e_low), C(1), C(0));
}

OF_FUNCTION V FN(log10)(const V x) {
  return FN(log_of_base)(x, C(eulerc_log10e), C(eulerc_log10e_low), C(eulerc_log10_2),
                         C(eulerc_log10_2_low));
}

OF_FUNCTION V FN(log1p)(const V x) {
  const M near = (x > C(-0.29f)) & (x < C(0.41f)); // f is x itself
  const V y = SEL(near, C(1), C(1) + x);
  // The rounding error of 1 + x.
  const V lost = SEL(x < C(1), x - (y - C(1)), C(1) - (y - x));
  V m;
  const V k = FN(split)(y, &m);
  const V f = SEL(near, x, m - C(1));
  // lost / y, to some bits: only the leading bits of it count.
  const V rest = SEL(near, C(0), FN(quotient)(lost, y));
  const V result = FN(log_sum)(k, C(eulerc_ln2), C(eulerc_ln2_low), f, FN(log_rest)(f) + rest);
  const V sure = SEL(near, result, FN(log_of_any)(y, result));
  return SEL(x == C(0), x, sure); // also for -0
}
