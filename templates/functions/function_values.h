// The elementary functions of the language, function_*.h, are written once in the common subset of
// OpenCL C and C++. They are included twice: after this file for values, after function_lanes.h for
// vectors.
//
//   V, I        real, and the integer of the same size; or vectors of them
//   M           the result of comparisons of V
//   FN(exp)     eulerc_exp, or eulerc_lanes_exp
//   C(x), IC(i) x and i as V and I
//   BITS, REAL  the bits of a real as an integer, and back
//   U, LIN      an unsigned integer of 64 bits, a signed one as an argument; AS_U(i), UC(i), and
//   REAL_OF_U(u) convert
//   SEL(c, a, b)  a where c holds, else b
//
// The functions give the same bits on every device and at every width, because they use only
// operations that do: + - * and fma, correctly rounded quotients and roots, comparisons and
// integers. Special values are as in Annex F of the C standard.
#define OF_LANES 0
#define OF_FUNCTION EULERC_CALLED
#define V real
#define I eulerc_int
#define M int
#define U eulerc_ulong
#define LIN const long
#define AS_U(i) ((eulerc_ulong)(i))
#define UC(i) ((eulerc_ulong)(i))
#define REAL_OF_U(u) ((real)(u))
#define FN(name) eulerc_##name
#define C(x) ((real)(x))
#define IC(i) ((eulerc_int)(i))
#define BITS(x) EULERC_BITS(x)
#define REAL(i) EULERC_OF_BITS(i)
#define SEL(c, a, b) ((c) ? (a) : (b))
