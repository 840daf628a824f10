// Integers and conditions of lanes: conversions from reals, quotients and remainders, choices
// between conditions. In the common subset of OpenCL C and C++, after vectors.cl or within
// vectors.h.
//
//   eulerc_lanes_to_long of 1.7, 1e30  →  1, 0: NaN, or a real that does not fit, gives 0
EULERC_INLINE longv eulerc_lanes_to_long(const realv x) {
  maskv fits = (x >= EULERC_SPLAT((real)-0x1p63f)) & (x < EULERC_SPLAT((real)0x1p63f));
#if defined(__GNUC__) && !defined(__clang__) // prelude.h says why
  fits &= x * x >= EULERC_SPLAT((real)1);
#endif
  return EULERC_TO_LONG(EULERC_SELECT(fits, x, EULERC_SPLAT((real)0)));
}
EULERC_INLINE longv eulerc_lanes_div(longv_in x, longv_in y) {
  return EULERC_MAKE(longv, EULERC_EACH(EULERC_APPLY2, eulerc_div));
}
EULERC_INLINE longv eulerc_lanes_rem(longv_in x, longv_in y) {
  return EULERC_MAKE(longv, EULERC_EACH(EULERC_APPLY2, eulerc_rem));
}
EULERC_INLINE maskv eulerc_lanes_choose(const maskv c, const maskv a, const maskv b) {
  return (c & a) | ((c == 0) & b);
}
