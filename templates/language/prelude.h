// Prelude of the emitted host code: makes the step functions, written in the common subset of
// OpenCL C and C++, valid C++. It precedes them; `real` is already defined.
#pragma GCC diagnostic ignored "-Wpsabi" // no function that takes vectors is ever called

#define EULERC_GLOBAL
#define EULERC_NEXT auto // the type of pointers to new values: real *, or eulerc_non_temporal
#define EULERC_INLINE static inline __attribute__((always_inline))
// The index in the whole grid of a point of a slab, along the slowest axis.
#define EULERC_ORIGIN(c) ((c)->origin)
#define EULERC_ON_RING(i, c) eulerc_wrap((i) + (c)->origin, (c)->whole)
#define EULERC_LIKELY(condition) __builtin_expect(condition, 1)
#define EULERC_IN_PLACE EULERC_INLINE
#define EULERC_TABLE static const
#define EULERC_STEP 1                     // components are apart on the host
#define EULERC_QUOTIENT(a, b) ((a) / (b)) // of --math=fast
#if defined(__clang__)
#define EULERC_UNROLL _Pragma("unroll")
#define EULERC_UNROLL_TURNS _Pragma("unroll(2)")
#else
#define EULERC_UNROLL _Pragma("GCC unroll 64")
#define EULERC_UNROLL_TURNS _Pragma("GCC unroll 2")
#endif
#define EULERC_FOR(k, count) EULERC_UNROLL for (int k = 0; k < (count); k++)
#define EULERC_PASSES(turns) EULERC_UNROLL_TURNS
#define restrict __restrict

// Notes the time of an event at a point, if it is new.
EULERC_INLINE void eulerc_note_event(const real *y, const long at, const real time,
                                     const long step) {
  if (time != y[at]) [[unlikely]] {
    const eulerc::EventHit hit = {at, step, time};
    eulerc::noteHits(&hit, 1);
  }
}

// eulerc decides which products and sums are contracted to fma, and writes fma explicitly.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

// Code that computes is compiled once for each vector width of x86-64, and selected when the solver
// runs. It is compiled only once when the host compiler is given a processor (-march).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX__) &&                               \
    (defined(__clang__) || defined(__k8__))
#define EULERC_LEVELS
#endif
// Routines compute one point, for which vector widths make no difference.
#if defined(EULERC_LEVELS) && !defined(__clang__)
#define EULERC_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define EULERC_ROUTINE static __attribute__((noinline, target_clones("arch=x86-64-v3", "default")))
#else
#define EULERC_CLONES
#define EULERC_ROUTINE static __attribute__((noinline))
#endif

// Loops over points one by one are vectorised at -O2 as well, without the other expensive passes of
// -O3.
#if defined(__clang__) || !defined(__GNUC__)
#define EULERC_IN_VECTORS
#else
#define EULERC_IN_VECTORS                                                                          \
  __attribute__((optimize("tree-vectorize", "vect-cost-model=dynamic", "fp-contract=off")))
#endif

// The file that eulerc makes is one translation unit, or several that compilers process in
// parallel. EULERC_PART names one of these: 0 is the model with steps point by point; 512, 256 or
// 128 is a level. Levels narrower than those of the given processor are for tests
// (EULERC_EVERY_LEVEL).
#ifndef EULERC_PART
#define EULERC_PART -1
#endif
#define EULERC_COMPILES_MODEL (EULERC_PART <= 0)
#if defined(EULERC_LEVELS) || defined(__AVX512F__)
#define EULERC_WIDEST 512
#elif defined(__AVX__)
#define EULERC_WIDEST 256
#else
#define EULERC_WIDEST 128
#endif
#if defined(EULERC_LEVELS) || defined(EULERC_EVERY_LEVEL)
#define EULERC_NARROWEST 128
#else
#define EULERC_NARROWEST EULERC_WIDEST
#endif
#define EULERC_HAS_LEVEL(bits) (EULERC_NARROWEST <= (bits) && (bits) <= EULERC_WIDEST)
#define EULERC_COMPILES_LEVEL(bits)                                                                \
  (EULERC_HAS_LEVEL(bits) && (EULERC_PART < 0 || EULERC_PART == (bits)))

// The file includes itself once for each level.
#ifdef __FILE_NAME__
#define EULERC_THIS_FILE __FILE_NAME__
#else
#define EULERC_THIS_FILE __FILE__
#endif

// Whether this processor has vectors of that many bits; the host compiler may know.
EULERC_INLINE bool eulerc_has_vectors(const int bits) {
#ifdef EULERC_LEVELS
  if (bits >= 256 && !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")))
    return false;
  if (bits >= 512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
  return true;
}

// Functions too large to be inlined; within levels (level_begin.h) they have no clones.
#if EULERC_COMPILES_MODEL
#define EULERC_LARGE EULERC_ROUTINE
#else
#define EULERC_LARGE static __attribute__((noinline))
#endif

// Functions that compute or read a point: not inlined where a step is large.
#ifdef EULERC_LARGE_STEP
#define EULERC_ANYWHERE EULERC_LARGE
#else
#define EULERC_ANYWHERE EULERC_INLINE
#endif

// Elementary functions (function_*.h). Without clones, each fma would be a function call, and the
// ends of rows use them in each part. A function depends on its arguments alone, so equations of a
// point that make the same call share it; a routine returns more than its value.
#define EULERC_FUNCTION __attribute__((const)) EULERC_ROUTINE
#define EULERC_CALLED EULERC_FUNCTION
#define EULERC_OF_INDEX EULERC_INLINE

// Functions of thousands of operations: compiled once, without the passes of GCC that take seconds
// for them.
#ifdef __clang__
#define EULERC_HUGE static __attribute__((noinline))
#else
#define EULERC_HUGE static __attribute__((noinline, optimize("no-thread-jumps", "no-tree-fre")))
#endif

// The real-valued functions of the language, overloaded for float and double. They use the
// compiler's own names for the functions of the C library: <cmath>, which also overloads them,
// takes four times as long to parse as everything else.
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define EULERC_OF_ONE(fn)                                                                          \
  EULERC_INLINE float fn(const float x) { return __builtin_##fn##f(x); }                           \
  EULERC_INLINE double fn(const double x) { return __builtin_##fn(x); }
#define EULERC_OF_TWO(fn)                                                                          \
  EULERC_INLINE float fn(const float x, const float y) { return __builtin_##fn##f(x, y); }         \
  EULERC_INLINE double fn(const double x, const double y) { return __builtin_##fn(x, y); }
EULERC_OF_ONE(acos) EULERC_OF_ONE(acosh) EULERC_OF_ONE(asin) EULERC_OF_ONE(asinh)
EULERC_OF_ONE(atan) EULERC_OF_ONE(atanh) EULERC_OF_ONE(cbrt) EULERC_OF_ONE(ceil) EULERC_OF_ONE(cos)
EULERC_OF_ONE(cosh) EULERC_OF_ONE(erf) EULERC_OF_ONE(erfc) EULERC_OF_ONE(exp) EULERC_OF_ONE(exp2)
EULERC_OF_ONE(expm1) EULERC_OF_ONE(fabs) EULERC_OF_ONE(floor) EULERC_OF_ONE(lgamma)
EULERC_OF_ONE(log) EULERC_OF_ONE(log10) EULERC_OF_ONE(log1p) EULERC_OF_ONE(log2)
EULERC_OF_ONE(rint) EULERC_OF_ONE(round) EULERC_OF_ONE(sin) EULERC_OF_ONE(sinh) EULERC_OF_ONE(sqrt)
EULERC_OF_ONE(tan) EULERC_OF_ONE(tanh) EULERC_OF_ONE(tgamma) EULERC_OF_ONE(trunc)
EULERC_OF_TWO(atan2) EULERC_OF_TWO(copysign) EULERC_OF_TWO(fdim) EULERC_OF_TWO(fmax)
EULERC_OF_TWO(fmin) EULERC_OF_TWO(fmod) EULERC_OF_TWO(hypot) EULERC_OF_TWO(pow)
EULERC_INLINE float fma(const float x, const float y, const float z) {
  return __builtin_fmaf(x, y, z);
}
EULERC_INLINE double fma(const double x, const double y, const double z) {
  return __builtin_fma(x, y, z);
}

// The integer type of the size of a real, and conversions of the bits.
#if EULERC_IS_DOUBLE
typedef long eulerc_int;
#else
typedef int eulerc_int;
#endif
typedef unsigned long eulerc_ulong;
#define EULERC_BITS(x) __builtin_bit_cast(eulerc_int, x)
#define EULERC_OF_BITS(i) __builtin_bit_cast(real, i)
#define EULERC_MUL_HIGH(a, b) ((eulerc_ulong)((unsigned __int128)(a) * (b) >> 64))

#include "indices.h"

// The integer part of a real; 0 for NaN or if it does not fit. Values between −1 and 1 are tested,
// because GCC merges a conversion to integers and back into one truncation, which makes −0 of −0.5.
EULERC_INLINE long eulerc_to_long(const double x) {
  return (x >= 1 && x < 0x1p63f) || (x <= -1 && x >= -0x1p63f) ? (long)x : 0;
}

static long eulerc_clamp(long value, long low, long high) {
  return value < low ? low : value > high ? high : value;
}
static long eulerc_max(long a, long b) { return a > b ? a : b; }
static long eulerc_min(long a, long b) { return a < b ? a : b; }
static long eulerc_abs(long a) { return a < 0 ? -a : a; }
static long eulerc_floor_div(long a, long b) { // b > 0
  return a / b - (a % b < 0);
}
static long eulerc_ceil_div(long a, long b) { return -eulerc_floor_div(-a, b); }

// The first number in low, low + 1, … that is ≡ residue (mod period).
static long eulerc_first(long low, long residue, long period) {
  return low + eulerc_wrap(residue - low, period);
}

// Least and greatest value of a sum over the points of a box; `empty` if the box is empty.
struct eulerc_span {
  long least, most;
  bool empty;
};
// Adds factor·i for low <= i <= high, i ≡ residue (mod period).
static void eulerc_span_add(eulerc_span *span, long factor, long low, long high, long residue,
                            long period) {
  low = eulerc_first(low, residue, period);
  high -= high - residue - period * eulerc_floor_div(high - residue, period);
  span->empty = span->empty || low > high;
  span->least += eulerc_min(factor * low, factor * high);
  span->most += eulerc_max(factor * low, factor * high);
}

// Entry k of a table, in double.
static double eulerc_entry(std::initializer_list<double> table, long k) {
  return k >= 0 && k < static_cast<long>(table.size()) ? table.begin()[k] : 0;
}
