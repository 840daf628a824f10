// In kernels alone: programs compiled with --math=fast take on GPUs the device's functions in place of our own.
#if defined(EULERC_NATIVE) && !EULERC_IS_DOUBLE
#define EULERC_QUOTIENT(a, b) native_divide(a, b)
#define eulerc_exp(x) native_exp(x)
#define eulerc_lanes_exp(x) native_exp(x)
#define eulerc_exp2(x) native_exp2(x)
#define eulerc_lanes_exp2(x) native_exp2(x)
#define eulerc_log(x) native_log(x)
#define eulerc_lanes_log(x) native_log(x)
#define eulerc_log2(x) native_log2(x)
#define eulerc_lanes_log2(x) native_log2(x)
#define eulerc_log10(x) native_log10(x)
#define eulerc_lanes_log10(x) native_log10(x)
#define eulerc_sin(x) native_sin(x)
#define eulerc_lanes_sin(x) native_sin(x)
#define eulerc_cos(x) native_cos(x)
#define eulerc_lanes_cos(x) native_cos(x)
#define eulerc_tan(x) native_tan(x)
#define eulerc_lanes_tan(x) native_tan(x)
#define eulerc_rsqrt(x) native_rsqrt(x)
#define eulerc_lanes_rsqrt(x) native_rsqrt(x)
#else
#define EULERC_QUOTIENT(a, b) ((a) / (b))
#endif
