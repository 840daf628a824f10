// sin, cos, tan.

// ---- made by coefficients.py
#if EULERC_IS_DOUBLE
// Off by at most 2^-57.1 of the result.
EULERC_INLINE V FN(sin_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(C(-0x1.aa9d31d8c4affp-41), x, C(0x1.61208226ccb93p-33)), x,
      C(-0x1.ae64527dcb85p-26)), x, C(0x1.71de3a5324a72p-19)), x, C(-0x1.a01a01a0189dcp-13)), x,
      C(0x1.111111111110bp-7)), x, C(-0x1.5555555555555p-3));
}
// Off by at most 2^-60.0 of the result.
EULERC_INLINE V FN(cos_series)(const V x) {
  return fma(fma(fma(fma(fma(fma(C(0x1.aac0fd033f85ap-45), x, C(-0x1.93932df7be329p-37)), x,
      C(0x1.1eed8c9ab1057p-29)), x, C(-0x1.27e4fb75f595p-22)), x, C(0x1.a01a01a018d76p-16)), x,
      C(-0x1.6c16c16c16c1p-10)), x, C(0x1.5555555555555p-5));
}
#else
// Off by at most 2^-28.0 of the result.
EULERC_INLINE V FN(sin_series)(const V x) {
  return fma(fma(fma(C(0x1.6ccb6p-19f), x, C(-0x1.a00f64p-13f)), x, C(0x1.111108p-7f)), x,
      C(-0x1.555556p-3f));
}
// Off by at most 2^-31.2 of the result.
EULERC_INLINE V FN(cos_series)(const V x) {
  return fma(fma(C(0x1.99fab4p-16f), x, C(-0x1.6c0c72p-10f)), x, C(0x1.55554ap-5f));
}
EULERC_INLINE V FN(wave_series)(const V z, const M is_cos) {
  return fma(fma(fma(SEL(is_cos, C(0x1.99fab4p-16f), C(0x1.6ccb6p-19f)), z, SEL(is_cos,
      C(-0x1.6c0c72p-10f), C(-0x1.a00f64p-13f))), z, SEL(is_cos, C(0x1.55554ap-5f),
      C(0x1.111108p-7f))), z, SEL(is_cos, C(-0x1.0p-1f), C(-0x1.555556p-3f)));
}
#endif
// 2/π in words of 64 bits after the binary point.
#if !OF_LANES
EULERC_TABLE eulerc_ulong eulerc_two_over_pi_words[] = {0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul,
    0xdb6295993c439041ul, 0xfe5163abdebbc561ul, 0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul,
    0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul, 0xe99c7026b45f7e41ul, 0x3991d639835339f4ul,
    0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful, 0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul,
    0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul, 0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul,
    0x56033046fc7b6babul, 0xf0cfbc209af4361dul};
#endif
// ----

// |x| = n · π/2 + high + low with |high| <= π/4; only the last two bits of n count.
//
// Up to the limit with three parts of π/2 (W. J. Cody, W. Waite, "Software Manual for the
// Elementary Functions", 1980, with fma). Beyond it, number by number, with as many bits of 2/π as
// count (M. H. Payne, R. N. Hanek, "Radian reduction for trigonometric functions", SIGNUM
// Newsletter 18, 1983).
#if !OF_LANES
// 64 bits of 2/π from bit `from` after the point on; bits before the point are 0.
EULERC_INLINE eulerc_ulong eulerc_bits_of_two_over_pi(const int from) {
  if (from <= -64)
    return 0;
  if (from < 0)
    return eulerc_two_over_pi_words[0] >> -from;
  const int word = from / 64, bit = from % 64;
  const eulerc_ulong first = eulerc_two_over_pi_words[word] << bit;
  return bit == 0 ? first : first | eulerc_two_over_pi_words[word + 1] >> (64 - bit);
}

// Returns the number of quarters n. |x| = mantissa · 2^e, and whole circles drop out.
EULERC_ROUTINE real eulerc_far_quarters(const real x, real *high, real *low) {
  const eulerc_int bits = EULERC_BITS(x);
  const int e = (int)(bits >> eulerc_mantissa) - eulerc_bias - eulerc_mantissa;
  const eulerc_ulong one = (eulerc_ulong)1 << eulerc_mantissa;
  const eulerc_ulong mantissa = ((eulerc_ulong)bits & (one - 1)) | one;
  // The product's bits from the bit of value 2 on: 2 before the point, and 190 after it.
  const int from = e - 2;
  const eulerc_ulong a = eulerc_bits_of_two_over_pi(from);
  const eulerc_ulong b = eulerc_bits_of_two_over_pi(from + 64);
  const eulerc_ulong c = eulerc_bits_of_two_over_pi(from + 128);
  const eulerc_ulong middle = b * mantissa, carry = EULERC_MUL_HIGH(c, mantissa);
  const eulerc_ulong second = middle + carry;
  const eulerc_ulong first = a * mantissa + EULERC_MUL_HIGH(b, mantissa) + (second < middle);
  // Rounded to the nearest quarter; the rest has either sign, in units of 2^-62 and 2^-126.
  const eulerc_ulong quarters = (first + ((eulerc_ulong)1 << 61)) >> 62;
  const long rest = (long)(first - (quarters << 62));
  const long rest_middle = (long)(second >> 1);
  const real rest_high = (real)rest;
  const long remainder = rest - (long)rest_high;
  const real rest_low = (real)remainder + (real)rest_middle * (real)0x1p-63f;
  // times π/2
  const real sum = rest_high + rest_low, sum_low = (rest_high - sum) + rest_low;
  const real product = sum * (real)eulerc_half_pi;
  const real product_low = fma(sum, (real)eulerc_half_pi, -product) +
                           fma(sum, (real)eulerc_half_pi_low, sum_low * (real)eulerc_half_pi);
  *high = product * (real)0x1p-62f;
  *low = product_low * (real)0x1p-62f;
  return (real)(int)(quarters & 3);
}
#endif

// |x| = n · π/2 + high + low as above, with the bits of n; returns whether x is up to the limit.
// Beyond it, the rest of a function computes an unused value.
EULERC_INLINE M FN(quarters)(const V x, I *n, V *high, V *low) {
  const V shifted = fma(x, C(eulerc_two_over_pi), C(eulerc_shifter));
  const V count = shifted - C(eulerc_shifter);
  const V u = fma(count, C(-eulerc_half_pi_parts), x); // has no error
  const V h = fma(count, C(-eulerc_half_pi_parts_low), u);
  // Has no error if it is no larger than h: both are multiples of h's last bit.
  const V taken = u - h;
  *low =
      fma(count, C(-eulerc_half_pi_parts_lower), fma(count, C(-eulerc_half_pi_parts_low), taken));
  *high = h;
  *n = BITS(shifted);
  return (x <= C(eulerc_quarters_limit)) & (FN(absolute)(taken) <= FN(absolute)(h));
}

// sin(x + low) and cos(x + low), with their rounding error in `lost`.
EULERC_INLINE V FN(sin_near)(const V x, const V low, V *lost) {
  const V z = x * x;
  const V rest = fma(x * z, FN(sin_series)(z), fma(C(-0.5f) * z, low, low)), result = x + rest;
  *lost = (x - result) + rest;
  return result;
}
EULERC_INLINE V FN(cos_near)(const V x, const V low, V *lost) {
  const V z = x * x, halved = C(0.5f) * z, first = C(1) - halved;
  const V rest = fma(z * z, FN(cos_series)(z), fma(-x, low, (C(1) - first) - halved));
  const V result = first + rest;
  *lost = (first - result) + rest;
  return result;
}

// sin(high + low + `n` quarters), negated if `sign` has the sign bit. For float, `low` is left out:
// the error is 1.5 units in the last place instead of 0.7, in two thirds of the time.
EULERC_INLINE V FN(wave_of)(const I n, const V high, const V low, const I sign) {
  const M is_cos = (n & IC(1)) != IC(0);
#if EULERC_IS_DOUBLE
  V lost;
  const V sine = FN(sin_near)(high, low, &lost), cosine = FN(cos_near)(high, low, &lost);
  const V result = SEL(is_cos, cosine, sine);
#else
  const V z = high * high, first = SEL(is_cos, C(1), high);
  const V result = fma(first * z, FN(wave_series)(z, is_cos), first);
#endif
  return FN(with_sign)(result, sign ^ ((n & IC(2)) << (sizeof(real) * 8 - 2)));
}

// sin(x + `n` quarters) of a number >= 0, and whether it is up to the limit.
EULERC_INLINE V FN(near_wave)(const V x, const int n, const I sign, M *is_near) {
  I quarters;
  V high, low;
#if EULERC_IS_DOUBLE
  *is_near = FN(quarters)(x, &quarters, &high, &low);
#else
  const V shifted = fma(x, C(eulerc_two_over_pi), C(eulerc_shifter));
  const V count = shifted - C(eulerc_shifter);
  const V rest = fma(count, C(-eulerc_half_pi_parts), x); // has no error
  const V second = fma(count, C(-eulerc_half_pi_parts_low), rest);
  high = fma(count, C(-eulerc_half_pi_parts_lower), second);
  low = C(0);
  quarters = BITS(shifted);
  *is_near = x <= C(eulerc_quarters_limit);
#endif
  return FN(wave_of)(quarters + IC(n), high, low, sign);
}

EULERC_INLINE V FN(tan_of)(const I n, const V high, const V low, const I sign) {
  V sine_low, cosine_low;
  const V sine = FN(sin_near)(high, low, &sine_low);
  const V cosine = FN(cos_near)(high, low, &cosine_low);
  const M is_odd = (n & IC(1)) != IC(0);
  const V a = SEL(is_odd, -cosine, sine), a_low = SEL(is_odd, -cosine_low, sine_low);
  const V b = SEL(is_odd, sine, cosine), b_low = SEL(is_odd, sine_low, cosine_low);
  const V quotient = a / b;
  const V rest = (fma(-quotient, b, a) + (a_low - quotient * b_low)) / b;
  return FN(with_sign)(quotient + rest, sign);
}

#if !OF_LANES
enum { eulerc_of_sin, eulerc_of_cos, eulerc_of_tan };
// A function of a number beyond the limit. It is a call, so that the code of near numbers has no
// branch and functions of one argument share their common parts.
EULERC_CALLED real eulerc_turned(const real x, const int kind) {
  const real size = eulerc_absolute(x);
  real high = NAN, low = 0, n = 0;
  if (size < INFINITY)
    n = eulerc_far_quarters(size, &high, &low);
  const eulerc_int bits = (eulerc_int)n, sign = EULERC_BITS(x) & eulerc_sign;
  const real rest = EULERC_IS_DOUBLE ? high : high + low;
  return kind == eulerc_of_tan   ? eulerc_tan_of(bits, high, low, sign)
         : kind == eulerc_of_cos ? eulerc_wave_of(bits + 1, rest, low, 0)
                                 : eulerc_wave_of(bits, rest, low, sign);
}
#else
FAR_LANES(turned)
#endif

// `result` for numbers up to the limit; other numbers are computed one by one.
EULERC_INLINE V FN(or_beyond)(const V x, const int kind, const M is_near, const V result) {
#if OF_LANES
  return EULERC_ANY(is_near == IC(0)) ? FN(far_turned)(SEL(is_near, C(NAN), x), kind, result)
                                      : result;
#else
  return is_near ? result : eulerc_turned(x, kind);
#endif
}

// The functions up to the limit, and whether the argument is.
EULERC_INLINE V FN(sin_up_to)(const V x, M *is_near) {
  return FN(near_wave)(FN(absolute)(x), 0, BITS(x) & IC(eulerc_sign), is_near);
}
EULERC_INLINE V FN(cos_up_to)(const V x, M *is_near) {
  return FN(near_wave)(FN(absolute)(x), 1, IC(0), is_near);
}
EULERC_INLINE V FN(tan_up_to)(const V x, M *is_near) {
  I n;
  V high, low;
  *is_near = FN(quarters)(FN(absolute)(x), &n, &high, &low);
  return FN(tan_of)(n, high, low, BITS(x) & IC(eulerc_sign));
}

// For loops over many points, in which a call would cost a fifth of the time.
EULERC_INLINE V FN(sin_in_place)(const V x) {
  M is_near;
  const V result = FN(sin_up_to)(x, &is_near);
  return FN(or_beyond)(x, eulerc_of_sin, is_near, result);
}
EULERC_INLINE V FN(cos_in_place)(const V x) {
  M is_near;
  const V result = FN(cos_up_to)(x, &is_near);
  return FN(or_beyond)(x, eulerc_of_cos, is_near, result);
}
OF_FUNCTION V FN(sin)(const V x) { return FN(sin_in_place)(x); }
OF_FUNCTION V FN(cos)(const V x) { return FN(cos_in_place)(x); }
OF_FUNCTION V FN(tan)(const V x) {
  M is_near;
  const V result = FN(tan_up_to)(x, &is_near);
  return FN(or_beyond)(x, eulerc_of_tan, is_near, result);
}

#if OF_LANES && defined(EULERC_ONCE)
// In float, the size of an argument shows whether it is near.
EULERC_INLINE void eulerc_note_wave(const V x, const M is_near, eulerc_arguments *near) {
  if (EULERC_IS_DOUBLE)
    near->others &= is_near;
  else
    near->wave = max(near->wave, BITS(x) & IC(eulerc_no_sign));
}
EULERC_INLINE V eulerc_near_sin(const V x, eulerc_arguments *near) {
  M is_near;
  const V result = FN(sin_up_to)(x, &is_near);
  eulerc_note_wave(x, is_near, near);
  return result;
}
EULERC_INLINE V eulerc_near_cos(const V x, eulerc_arguments *near) {
  M is_near;
  const V result = FN(cos_up_to)(x, &is_near);
  eulerc_note_wave(x, is_near, near);
  return result;
}
EULERC_INLINE V eulerc_near_tan(const V x, eulerc_arguments *near) {
  M is_near;
  const V result = FN(tan_up_to)(x, &is_near);
  near->others &= is_near;
  return result;
}
#endif
