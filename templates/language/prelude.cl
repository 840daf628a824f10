// Prelude of the emitted OpenCL C. Emitted before the step functions; `real` is defined already.
//
// Contraction to fma is decided by eulerc and written out, never left to the OpenCL compiler:
// every scheme then gives bitwise the same result.
#pragma OPENCL FP_CONTRACT OFF

#define EULERC_GLOBAL global
#define EULERC_NEXT global real * // what new values are stored to
#define EULERC_KERNEL kernel __attribute__((reqd_work_group_size(EULERC_GROUP, 1, 1))) void
// One that computes a level of all points.
#define EULERC_LEVEL_KERNEL(name)                                                                  \
  EULERC_KERNEL                                                                                    \
  name(global const real *restrict y, global real *restrict next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,       \
       const eulerc_constants c, const eulerc_times t, const real h, const long level)
// What one of tiles is told of its launch, behind where the state lies (eulerc_launch).
#define EULERC_LAUNCH                                                                              \
  const eulerc_constants c, global const real *restrict times, const real h, const real last_h,    \
      const eulerc_tiling tiling, const long launch
// A launch of some work-groups begins at another one than the first, or of tiles at another tile.
static inline long eulerc_first_group(void) {
  return (long)(get_global_offset(0) / EULERC_GROUP);
}
// A plan launches one form's kernel, and the others cost time to build: -DEULERC_ONE leaves out
// those whose names are not defined as 1.
#define EULERC_BUILDS(name) (!EULERC_ONE || EULERC_BUILDS_##name)
#define EULERC_INLINE static inline
// An index along the slowest axis in the whole grid, of a point of a slab.
#ifdef EULERC_SLAB
#define EULERC_ORIGIN(c) ((c)->origin)
#define EULERC_ON_RING(i, c) eulerc_wrap((i) + (c)->origin, (c)->whole)
#else
#define EULERC_ORIGIN(c) 0L
#define EULERC_ON_RING(i, c) (i)
#endif
#define EULERC_LARGE EULERC_INLINE
#define EULERC_ANYWHERE EULERC_INLINE
#define EULERC_FUNCTION EULERC_INLINE
// Elementary functions of one value: ends of rows take them, in each place where they read. A call
// there halves what a GPU's compiler has to do; PoCL builds calls no sooner.
#ifdef EULERC_SHIFTS
#define EULERC_CALLED static __attribute__((noinline))
// Functions of indices, which reads at the edge have in common: a call of the same is computed once
// ("Text of kernels" in bench/notes.md).
#define EULERC_OF_INDEX static __attribute__((noinline, const))
#else
#define EULERC_CALLED EULERC_INLINE
#define EULERC_OF_INDEX EULERC_INLINE
#endif
#define EULERC_ROUTINE EULERC_INLINE
#define EULERC_LIKELY(condition) (condition)
#define EULERC_HUGE EULERC_INLINE
#ifdef EULERC_UNROLLS // before a loop over many points: so many passes at a time
#define EULERC_PRAGMA(text) _Pragma(#text)
#define EULERC_PASSES(turns) EULERC_PRAGMA(unroll turns)
#else
#define EULERC_PASSES(turns)
#endif

// Where arguments unroll loops, and where local memory is given: LLVM makes a kernel's array part
// of a function that it does not inline, and PoCL 3.1 then takes it for a second array.
#define EULERC_IN_PLACE static inline __attribute__((always_inline))

#define EULERC_TABLE constant
#define EULERC_UNROLL _Pragma("unroll")
// A loop over k = 0, 1, … count - 1 that is written out: what k numbers stays in registers.
#define EULERC_FOR(k, count) EULERC_UNROLL for (int k = 0; k < (count); k++)
#define EULERC_UNROLL_TURNS _Pragma("unroll(2)")
#define EULERC_ONCE _Pragma("unroll(1)") // before a loop of much text that hardly runs
#ifndef EULERC_STEP
#define EULERC_STEP 1
#endif

// The integer of the size of a real, and the bits of one as the other.
#if EULERC_IS_DOUBLE
typedef long eulerc_int;
#define EULERC_BITS(x) as_long(x)
#define EULERC_OF_BITS(i) as_double(i)
#else
typedef int eulerc_int;
#define EULERC_BITS(x) as_int(x)
#define EULERC_OF_BITS(i) as_float(i)
#endif
typedef ulong eulerc_ulong;
#define EULERC_MUL_HIGH(a, b) mul_hi(a, b)

// The integer part of a real; 0 of what is no number, or does not fit.
EULERC_INLINE long eulerc_to_long(const real x) {
  return x >= -0x1p63f && x < 0x1p63f ? (long)x : 0;
}

EULERC_INLINE long eulerc_min(const long a, const long b) { return min(a, b); }
EULERC_INLINE long eulerc_max(const long a, const long b) { return max(a, b); }
EULERC_INLINE long eulerc_clamp(const long value, const long low, const long high) {
  return clamp(value, low, high);
}
EULERC_INLINE long eulerc_floor_div(const long a, const long b) { return a / b - (a % b < 0); }
