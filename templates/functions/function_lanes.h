// What function_values.h says, over vectors.
#define OF_LANES 1
#define V realv
#define I intv
#define M maskv
#define U ulongv
#define LIN longv_in
#define AS_U(i) EULERC_AS_ULONG(i)
#define UC(i) EULERC_SPLAT_ULONG((eulerc_ulong)(i))
#define REAL_OF_U(u) EULERC_TO_REAL(u)
#ifndef FN // function_near.h
#define FN(name) eulerc_lanes_##name
#endif
#define C(x) EULERC_SPLAT((real)(x))
#define IC(i) EULERC_SPLAT_INT((eulerc_int)(i))
#define BITS(x) EULERC_LANES_BITS(x)
#define REAL(i) EULERC_LANES_OF_BITS(i)
#define SEL(c, a, b) EULERC_SELECT(c, a, b)
