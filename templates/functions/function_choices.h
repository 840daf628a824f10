// fmin, fmax, fdim, copysign, round: the result is an operand, or exact. For two zeros, fmin
// returns -0 if either is -0, and fmax returns +0 if either is +0.
EULERC_INLINE V FN(fmin)(const V x, const V y) {
  return SEL(x == y, REAL(BITS(x) | BITS(y)), SEL(y != y, x, SEL(x < y, x, y)));
}

EULERC_INLINE V FN(fmax)(const V x, const V y) {
  return SEL(x == y, REAL(BITS(x) & BITS(y)), SEL(y != y, x, SEL(x > y, x, y)));
}

EULERC_INLINE V FN(fdim)(const V x, const V y) { return SEL(x <= y, C(0), x - y); }

EULERC_INLINE V FN(copysign)(const V x, const V y) {
  return REAL((BITS(x) & IC(eulerc_no_sign)) | (BITS(y) & IC(eulerc_sign)));
}

EULERC_INLINE V FN(round)(const V x) {
  const V whole = trunc(x);
  return whole + FN(copysign)(SEL(FN(absolute)(x - whole) >= C(0.5f), C(1), C(0)), x);
}
