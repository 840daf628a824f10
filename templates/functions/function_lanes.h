// The macros of function_values.h, for vectors.
#define OF_LANES 1
#define OF_FUNCTION EULERC_FUNCTION
#define V realv
#define I intv
#define M maskv
#define U ulongv
#define LIN longv_in
#define AS_U(i) EULERC_AS_ULONG(i)
#define UC(i) EULERC_SPLAT_ULONG((eulerc_ulong)(i))
#define REAL_OF_U(u) EULERC_TO_REAL(u)
#define FN(name) eulerc_lanes_##name
#define C(x) EULERC_SPLAT((real)(x))
#define IC(i) EULERC_SPLAT_INT((eulerc_int)(i))
#define BITS(x) EULERC_LANES_BITS(x)
#define REAL(i) EULERC_LANES_OF_BITS(i)
#define SEL(c, a, b) EULERC_SELECT(c, a, b)
// eulerc_near_exp(x, &near) treats x as an ordinary argument, and notes where it is none. Kernels
// first compute a step with several functions in this way, without a branch. If an argument was not
// ordinary they compute the step again for all arguments.
#ifdef EULERC_ONCE
typedef struct { // as bits, whose extremes are found fastest
  intv exp, wave;   // the largest arguments of exp, and of sin and cos, without their signs
  intv exp_below;   // largest argument of exp
  intv least, most; // arguments of log and pow
  maskv others;     // lanes in which all other arguments are ordinary
} eulerc_arguments;
EULERC_INLINE eulerc_arguments eulerc_all_near(void) {
  const eulerc_arguments near = {IC(0), IC(0), IC(0), BITS(C(1)), IC(0), EULERC_ALL(true)};
  return near;
}
EULERC_INLINE bool eulerc_is_near(const eulerc_arguments near) {
  return !EULERC_ANY((near.exp > BITS(C(eulerc_exp_near))) | (near.exp_below > BITS(C(eulerc_exp_near / 2))) |
                     (near.wave > BITS(C(eulerc_quarters_limit))) |
                     (near.least < BITS(C(eulerc_least_normal))) | (near.most > BITS(C(eulerc_largest))) |
                     (near.others == IC(0)));
}
#endif
// FAR_LANES(f) makes eulerc_lanes_far_f(x, kind, near): lane by lane eulerc_f(x, kind) where x is a
// number, else `near`. Kernels contain the scalar function only once for each call: in a loop over
// the lanes that rotates the vector, so that each lane is the first one once.
#ifndef FAR_LANES
#ifdef EULERC_ONCE
#define FAR_LANES(name)                                                                            \
  EULERC_ROUTINE realv eulerc_lanes_far_##name(const realv x, const int kind, const realv near) {  \
    realv xs = x, results = near;                                                                  \
    EULERC_ONCE                                                                                    \
    for (int k = 0; k < EULERC_WIDTH; k++) {                                                       \
      const real first = EULERC_LANE(xs, 0);                                                       \
      if (first == first)                                                                          \
        EULERC_LANE(results, 0) = eulerc_##name(first, kind);                                      \
      xs = EULERC_FROM(1, xs, xs);                                                                 \
      results = EULERC_FROM(1, results, results);                                                  \
    }                                                                                              \
    return results;                                                                                \
  }
#else
#define FAR_LANES(name)                                                                            \
  EULERC_ROUTINE realv eulerc_lanes_far_##name(const realv x, const int kind, const realv near) {  \
    real xs[EULERC_WIDTH], results[EULERC_WIDTH];                                                  \
    EULERC_STORE_LANES(x, xs);                                                                     \
    EULERC_STORE_LANES(near, results);                                                             \
    for (int k = 0; k < EULERC_WIDTH; k++)                                                         \
      if (xs[k] == xs[k])                                                                          \
        results[k] = eulerc_##name(xs[k], kind);                                                   \
    return EULERC_VECTOR_OF(results);                                                              \
  }
#endif
#endif
