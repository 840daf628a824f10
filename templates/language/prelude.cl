// Prelude of the emitted OpenCL C. It precedes the step functions; `real` is already defined.
//
// eulerc decides which products and sums are contracted to fma, and writes fma explicitly. The
// OpenCL compiler must not contract: every scheme then gives the same bits.
#pragma OPENCL FP_CONTRACT OFF

#define EULERC_GLOBAL global
#define EULERC_NEXT global real * // the type of pointers to new values
#define EULERC_KERNEL kernel __attribute__((reqd_work_group_size(EULERC_GROUP, 1, 1))) void
// A kernel that computes a level of all points.
#define EULERC_LEVEL_KERNEL(name)                                                                  \
  EULERC_KERNEL                                                                                    \
  name(global const real *restrict y, global real *restrict next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,       \
       const eulerc_constants c, const eulerc_times t, const real h, const long level)
// The parameters of a kernel of tiles that describe its launch, after the pointers to the state
// (eulerc_launch).
#define EULERC_LAUNCH                                                                              \
  const eulerc_constants c, global const real *restrict times, const real h, const real last_h,    \
      const eulerc_tiling tiling, const long launch
// The first work-group of a launch that takes only some work-groups or tiles.
static inline long eulerc_first_group(void) {
  return (long)(get_global_offset(0) / EULERC_GROUP);
}
// A plan launches the kernel of one form, and other kernels take time to build. -DEULERC_ONE omits
// the kernels whose names are not defined as 1.
#define EULERC_BUILDS(name) (!EULERC_ONE || EULERC_BUILDS_##name)
#define EULERC_INLINE static inline
// The index in the whole grid of a point of a slab, along the slowest axis.
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
// Elementary functions of one value, which the ends of rows call for each read. A function call
// there halves the work of a GPU's compiler; PoCL does not build faster with calls.
#ifdef EULERC_SHIFTS
#define EULERC_CALLED static __attribute__((noinline))
// Functions of indices that several reads at the edge share: equal calls are computed once ("Text
// of kernels" in bench/notes.md).
#define EULERC_OF_INDEX static __attribute__((noinline, const))
#else
#define EULERC_CALLED EULERC_INLINE
#define EULERC_OF_INDEX EULERC_INLINE
#endif
#define EULERC_ROUTINE EULERC_INLINE
#define EULERC_LIKELY(condition) (condition)
#define EULERC_HUGE EULERC_INLINE
#ifdef EULERC_UNROLLS // before a loop over many points: the number of passes to unroll
#define EULERC_PRAGMA(text) _Pragma(#text)
#define EULERC_PASSES(turns) EULERC_PRAGMA(unroll turns)
#else
#define EULERC_PASSES(turns)
#endif

// For functions whose arguments unroll loops or point to local memory. LLVM would move a kernel's
// array into a function that is not inlined, and PoCL 3.1 then makes a second array.
#define EULERC_IN_PLACE static inline __attribute__((always_inline))

#define EULERC_TABLE constant
#define EULERC_UNROLL _Pragma("unroll")
// A loop over k = 0, 1, … count - 1 that is unrolled, so that arrays indexed by k stay in
// registers.
#define EULERC_FOR(k, count) EULERC_UNROLL for (int k = 0; k < (count); k++)
#define EULERC_UNROLL_TURNS _Pragma("unroll(2)")
#define EULERC_ONCE _Pragma("unroll(1)") // before a long loop that rarely runs
#ifndef EULERC_STEP
#define EULERC_STEP 1
#endif

// The integer type of the size of a real, and conversions of the bits.
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

// The integer part of a real; 0 for NaN or if it does not fit.
EULERC_INLINE long eulerc_to_long(const real x) {
  return x >= -0x1p63f && x < 0x1p63f ? (long)x : 0;
}

EULERC_INLINE long eulerc_min(const long a, const long b) { return min(a, b); }
EULERC_INLINE long eulerc_max(const long a, const long b) { return max(a, b); }
EULERC_INLINE long eulerc_clamp(const long value, const long low, const long high) {
  return clamp(value, low, high);
}
EULERC_INLINE long eulerc_floor_div(const long a, const long b) { return a / b - (a % b < 0); }
