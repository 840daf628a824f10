/* The words of the .ode language, as C. eulerc includes this file by itself; a program may include
 * it too, so that an editor with clangd understands it (docs/language.md). EULERC_COMPILES is
 * defined for eulerc only: an editor gets substitutes for words that eulerc reads itself.
 */
#ifndef EULERC_ODE_H
#define EULERC_ODE_H

/* The type of all real values while parsing. The solver's precision is chosen with --real. */
typedef double real;

/* Annotations pass the words to eulerc; other C compilers may ignore them. */
#define EULERC_WORD(text) __attribute__((annotate(text)))

/* An editor reads programs as C++, where the default of a param may call a function. */
#if defined __cplusplus && !defined EULERC_COMPILES
#define EULERC_CONSTANT static const
bool eulerc_assert(bool, const char * = "");
#define EULERC_ASSERT(number, ...)                                                                 \
  static const bool eulerc_assert_##number = eulerc_assert(__VA_ARGS__);
#define EULERC_ASSERTS(number, ...) EULERC_ASSERT(number, __VA_ARGS__)
#define static_assert(...) EULERC_ASSERTS(__COUNTER__, __VA_ARGS__)
#else
#define EULERC_CONSTANT static constexpr
#endif

#define param EULERC_CONSTANT EULERC_WORD("eulerc.param")
#define state extern EULERC_WORD("eulerc.state")
#define field extern EULERC_WORD("eulerc.field")
#define data extern EULERC_WORD("eulerc.data")
#define table EULERC_CONSTANT EULERC_WORD("eulerc.table")

/* series real wind[NY][NX];   a field that changes in time */
#ifdef EULERC_COMPILES /* s$ries stands for `series` where it begins a declaration */
#define s$ries extern EULERC_WORD("eulerc.series")
#else
#define series extern EULERC_WORD("eulerc.series")
#endif

/* Two macros each, so that a macro in place of the name is expanded first. */
#define EULERC_DDT(name) real eulerc_ddt_##name
#define EULERC_INITIAL(name) real eulerc_initial_##name
#define ddt(name) EULERC_DDT(name)
#define EULERC_NEXT(name) real eulerc_next_##name
#define next(name) EULERC_NEXT(name)
#define EULERC_LET(name) real eulerc_let_##name
#ifdef EULERC_COMPILES
#define l$t extern EULERC_WORD("eulerc.let") /* stands for `let` where no bracket follows */
#define let(name) EULERC_LET(name)
/* stands for `method = NAME;` */
#define m$thod(name) EULERC_METHOD(name)
#define EULERC_METHOD(name)                                                                        \
  static constexpr EULERC_WORD("eulerc.method " #name) int eulerc_method = 0;
#else /* an editor: __volatile__, a keyword allowed in both places, is a macro before a bracket */
#define __volatile__(name) EULERC_LET(name)
#define let extern __volatile__
#endif
#define initial(name) EULERC_INITIAL(name)

/* monitor(sum) energy(int i, real t) { ... }   stop(energy < 1e-3); */
#define monitor(how) EULERC_WORD("eulerc.monitor " #how) real
#ifdef EULERC_COMPILES /* st$p stands for `stop` where it begins a declaration */
#define EULERC_STOP(number, ...)                                                                   \
  static bool eulerc_stop_##number([[maybe_unused]] real t) { return (__VA_ARGS__); }
#define EULERC_STOPS(number, ...) EULERC_STOP(number, __VA_ARGS__)
#define st$p(...) EULERC_STOPS(__COUNTER__, __VA_ARGS__)
#else /* an editor, which reads the name of a monitor as the name of its function */
#define stop(...) struct eulerc_stop
#endif

struct eulerc_timespan {
  real from, to, dt;
};
#define timespan EULERC_CONSTANT struct eulerc_timespan eulerc_timespan

/* output real speed(int j, int i, real t) { ... } */
#ifdef EULERC_COMPILES
#define o$tput EULERC_WORD("eulerc.output")
#else
#define output EULERC_WORD("eulerc.output")
#endif

/* event spike(int i, real t) = v[i] - threshold;   when (v[i] >= threshold) { v[i] = reset; } */
#ifdef EULERC_COMPILES /* the name is a macro, which makes a function of this (monitors.h) */
#define ev$nt EULERC_WORD("eulerc.event")
#define EULERC_EVENT(...)                                                                          \
  {                                                                                                \
    return (__VA_ARGS__);                                                                          \
  }
#define EULERC_WHEN(number, ...)                                                                   \
  static bool eulerc_when_##number(void) { return (__VA_ARGS__); }                                 \
  static void eulerc_then_##number(void)
#define EULERC_WHENS(number, ...) EULERC_WHEN(number, __VA_ARGS__)
#define w$en(...) EULERC_WHENS(__COUNTER__, __VA_ARGS__)
#else /* an editor: the indices of an event and a `when` have their usual names. C++ has nothing   \
         like an event: of this function with a value .clangd leaves two errors out (Editor.cpp)   \
       */
#define event template <int i, int j, int k, real t> real
#define EULERC_WHEN(number) static void eulerc_when_##number(int i, int j, int k, real t)
#define EULERC_WHENS(number) EULERC_WHEN(number)
#define when(...) EULERC_WHENS(__COUNTER__)
#endif

/* global real mean_u = mean(u); */
#ifdef EULERC_COMPILES /* as gl$bal(mean_u, mean, u) (MethodWords.h) */
#define gl$bal(name, how, of) extern EULERC_WORD("eulerc.global " #how " " #of) const real name;
#else
#define global static const
#ifdef __cplusplus
template <class State> real sum(const State &);
template <class State> real mean(const State &);
template <class State> real min(const State &);
template <class State> real max(const State &);
template <class State> real norm2(const State &);
template <class State> real norminf(const State &);
#endif
#endif

/* axis x = { .from = 0, .step = dx };   axis y = { .at = ys }; with data real ys[NY] */
struct eulerc_axis {
  real from, step;
  const real *at;
#if defined __cplusplus && !defined EULERC_COMPILES /* x(i) */
  real operator()(int) const;
#endif
};
#ifdef EULERC_COMPILES /* ax$s stands for `axis` where it begins a declaration */
#define ax$s static const EULERC_WORD("eulerc.axis") struct eulerc_axis
#else
#define axis static const struct eulerc_axis
#endif

#ifndef EULERC_COMPILES /* eulerc finds these itself */
enum eulerc_method { euler, symplectic, heun, ssprk3, rk4, rk4ls, ab2, rkl2, bs32, dopri5 };
#define method static constexpr enum eulerc_method eulerc_method
extern const real dt; /* the length of the step */
#endif

/* A boundary rule. */
struct eulerc_rule {
  int kind;
  real value, factor, slope;
};
#ifndef EULERC_COMPILES /* an editor does not know the time and the indices that they may depend   \
                           on */
#define dirichlet(value) {1, 0, 0, 0}
#define neumann(slope) {2, 0, 1, 0}
#define robin(factor, value) {2, 0, 1, 0}
static constexpr struct eulerc_rule mirror = neumann(0);
#define mirror(factor) {2, 0, 1, 0}
#define clamp {3, 0, 1, 0}
#define periodic {4, 0, 1, 0}
#endif

/* boundary(u), boundary(u, axis), boundary(u, axis, side) */
#define EULERC_BOUNDARY1(u)                                                                        \
  EULERC_WORD("eulerc.boundary " #u) EULERC_CONSTANT struct eulerc_rule eulerc_boundary_##u
#define EULERC_BOUNDARY2(u, axis)                                                                  \
  EULERC_WORD("eulerc.boundary " #u " " #axis)                                                     \
  EULERC_CONSTANT struct eulerc_rule eulerc_boundary_##u##_##axis
#define EULERC_BOUNDARY3(u, axis, side)                                                            \
  EULERC_WORD("eulerc.boundary " #u " " #axis " " #side)                                           \
  EULERC_CONSTANT struct eulerc_rule eulerc_boundary_##u##_##axis##_##side
#define EULERC_FOURTH(a, b, c, d, ...) d
#define boundary(...)                                                                              \
  EULERC_FOURTH(__VA_ARGS__, EULERC_BOUNDARY3, EULERC_BOUNDARY2, EULERC_BOUNDARY1, )(__VA_ARGS__)

#ifdef EULERC_COMPILES /* param int N = size(row);, size(K, 1): C reads it as a number */
#define s$ze(name, ...)                                                                            \
  ((int)__builtin_strlen(#name "                " __VA_OPT__(" ") #__VA_ARGS__))
#else
#define size(...) 16
#endif

#ifndef EULERC_COMPILES /* eulerc knows them by itself, and lets a program have its own            \
                           (Builtins.h) */
/* The real-valued functions of OpenCL C. */
real acos(real), acosh(real), asin(real), asinh(real), atan(real), atan2(real, real), atanh(real);
real cbrt(real), ceil(real), copysign(real, real), cos(real), cosh(real), erf(real), erfc(real);
real exp(real), exp2(real), expm1(real), fabs(real), fdim(real, real), floor(real);
real fmax(real, real), fmin(real, real), fmod(real, real), hypot(real, real), lgamma(real);
real log(real), log10(real), log1p(real), log2(real), pow(real, real), rint(real), round(real);
real sin(real), sinh(real), sqrt(real), tan(real), tanh(real), tgamma(real), trunc(real);

/* Random numbers of a stream, at this point and step. */
real uniform(int), normal(int);

#ifdef __cplusplus /* in C++ a program may overload it */
/* Data over time, at a time. */
real at(const real *, real);
#endif

#define M_E 2.71828182845904523536
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

#endif
