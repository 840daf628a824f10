// The code after this file is compiled for processors of the level EULERC_LEVEL: vectors of 512,
// 256 or 128 bits, and on x86-64 the instructions of v4, v3 or the baseline. GCC splits vectors
// into pieces that a function's own target has before it inlines anything. Therefore all code with
// vectors is compiled once for each level, up to level_end.h.
//
//   EULERC_LEVEL 512, float  →  EULERC_WIDTH 16, EULERC_VECTORS vectors_512
//
// A host compiler with a given processor (-march) compiles for that processor only, with its widest
// vectors.
#define EULERC_VECTORS EULERC_PASTE(vectors_, EULERC_LEVEL)
#if EULERC_LEVEL == 512 && !EULERC_IS_DOUBLE
#define EULERC_WIDTH 16
#elif EULERC_LEVEL == (EULERC_IS_DOUBLE ? 512 : 256)
#define EULERC_WIDTH 8
#elif EULERC_LEVEL == (EULERC_IS_DOUBLE ? 256 : 128)
#define EULERC_WIDTH 4
#else
#define EULERC_WIDTH 2
#endif

// GCC does not set its own macros for its target pragma.
#if defined(__FMA__) || (defined(EULERC_LEVELS) && EULERC_LEVEL > 128)
#define EULERC_FMA
#endif

#if defined(EULERC_LEVELS) && EULERC_LEVEL > 128
#if defined(__clang__)
#if EULERC_LEVEL == 512
#pragma clang attribute push(__attribute__((target("arch=x86-64-v4"))), apply_to = function)
#else
#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#endif
#else
#pragma GCC push_options
#if EULERC_LEVEL == 512
#pragma GCC target("arch=x86-64-v4")
#else
#pragma GCC target("arch=x86-64-v3")
#endif
#endif
#endif

#undef EULERC_LARGE
#define EULERC_LARGE static __attribute__((noinline))

// A large step is a function call whose components lie in memory. Unrolling loops over them and
// inlining tiles would take compilers long and gain nothing.
#ifdef EULERC_LARGE_STEP
#undef EULERC_UNROLL
#define EULERC_UNROLL
#undef EULERC_IN_PLACE
#define EULERC_IN_PLACE EULERC_LARGE
#endif

#undef EULERC_ROUTINE // and with it EULERC_FUNCTION
#define EULERC_ROUTINE EULERC_LARGE
