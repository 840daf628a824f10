// How far the elementary functions are from the true values, in units in the last place, and
// whether a vector of values gives the bits of one value.
//
//   accuracy exp 0 1          all floats (2^32 of them); all doubles whose bits are multiples of
//   ... accuracy exp 0.7 4099     every 4099th; fails if a result is off by more than 0.7 units
//
// The true value of a float is that of the C library in double, of a double that of libquadmath.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#if REAL_IS_DOUBLE
#include <quadmath.h>
#endif

#include "functions.h" // what follows is compiled for its level, too

#if REAL_IS_DOUBLE
typedef __float128 Exact;
#define EXACT(name) name##q
static Exact absolute(Exact x) { return fabsq(x); }
static int exponentOf(Exact x) { return ilogbq(x); }
static Exact power(int k) { return ldexpq(1, k); }
#else
typedef double Exact;
#define EXACT(name) std::name
static Exact absolute(Exact x) { return std::fabs(x); }
static int exponentOf(Exact x) { return std::ilogb(x); }
static Exact power(int k) { return std::ldexp(1.0, k); }
#endif

namespace {

struct Function {
  const char *name;
  double most; ///< units that it may be off
  void (*lanes)(const real *, const real *, real *);
  real (*value)(real, real);
  Exact (*exact)(Exact, Exact);
  bool isOfTwo;
};

/// Of zeros C leaves open which it is.
Exact least_of(Exact x, Exact y) {
  return x == 0 && y == 0 ? (1 / x < 0 ? x : y) : EXACT(fmin)(x, y);
}
Exact most_of(Exact x, Exact y) {
  return x == 0 && y == 0 ? (1 / x > 0 ? x : y) : EXACT(fmax)(x, y);
}

using vectors::eulerc_load, vectors::eulerc_store;

// No lambdas: GCC compiles what they convert to for another processor.
#define OF_ONE(fn, reference)                                                                      \
  void lanes_##fn(const real *x, const real *, real *out) {                                        \
    eulerc_store(out, vectors::eulerc_lanes_##fn(eulerc_load(x, 1)));                              \
  }                                                                                                \
  real value_##fn(real x, real) { return eulerc_##fn(x); }                                         \
  Exact exact_##fn(Exact x, Exact) { return reference(x); }
#define OF_TWO(fn, reference)                                                                      \
  void lanes_##fn(const real *x, const real *y, real *out) {                                       \
    eulerc_store(out, vectors::eulerc_lanes_##fn(eulerc_load(x, 1), eulerc_load(y, 1)));           \
  }                                                                                                \
  real value_##fn(real x, real y) { return eulerc_##fn(x, y); }                                    \
  Exact exact_##fn(Exact x, Exact y) { return reference(x, y); }

OF_ONE(exp, EXACT(exp))
OF_ONE(exp2, EXACT(exp2))
OF_ONE(expm1, EXACT(expm1))
OF_ONE(sinh, EXACT(sinh))
OF_ONE(cosh, EXACT(cosh))
OF_ONE(tanh, EXACT(tanh))
OF_ONE(log, EXACT(log))
OF_ONE(log2, EXACT(log2))
OF_ONE(log10, EXACT(log10))
OF_ONE(log1p, EXACT(log1p))
OF_TWO(pow, EXACT(pow))
OF_ONE(sin, EXACT(sin))
OF_ONE(cos, EXACT(cos))
OF_ONE(tan, EXACT(tan))
OF_ONE(atan, EXACT(atan))
OF_TWO(atan2, EXACT(atan2))
OF_ONE(asin, EXACT(asin))
OF_ONE(acos, EXACT(acos))
OF_ONE(cbrt, EXACT(cbrt))
OF_ONE(erf, EXACT(erf))
OF_TWO(fmin, least_of)
OF_TWO(fmax, most_of)
OF_TWO(fdim, EXACT(fdim))
OF_TWO(copysign, EXACT(copysign))
OF_ONE(round, EXACT(round))

#define ONE(fn, most) {#fn, most, lanes_##fn, value_##fn, exact_##fn, false}
#define TWO(fn, most) {#fn, most, lanes_##fn, value_##fn, exact_##fn, true}
constexpr double mostOfWave = REAL_IS_DOUBLE ? 1 : 1.5;
const Function functions[] = {
    ONE(exp, 1),   ONE(exp2, 2),         ONE(expm1, 2),        ONE(sinh, 2),     ONE(cosh, 2),
    ONE(tanh, 1),  ONE(log, 1),          ONE(log2, 2),         ONE(log10, 2),    ONE(log1p, 2),
    TWO(pow, 2),   ONE(sin, mostOfWave), ONE(cos, mostOfWave), ONE(tan, 2),      ONE(atan, 2),
    TWO(atan2, 2), ONE(asin, 2),         ONE(acos, 2),         ONE(cbrt, 2),     ONE(erf, 2),
    TWO(fmin, 0),  TWO(fmax, 0),         TWO(fdim, 0.5),       TWO(copysign, 0), ONE(round, 0)};

typedef std::conditional_t<REAL_IS_DOUBLE, std::uint64_t, std::uint32_t> Bits;
constexpr int mantissa = REAL_IS_DOUBLE ? 52 : 23, least = REAL_IS_DOUBLE ? -1022 : -126;

real ofBits(Bits bits) {
  real x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
Bits bitsOf(real x) {
  Bits bits;
  std::memcpy(&bits, &x, sizeof x);
  return bits;
}

/// In units in the last place of the true value; infinite where one is a number and the other none,
/// or zeros differ in sign.
double unitsOff(real got, Exact exact) {
  const bool isNumber = exact == exact;
  if ((got == got) != isNumber)
    return HUGE_VAL;
  if (!isNumber || (got == exact && std::signbit(got) == (exact < 0 || 1 / exact < 0)))
    return 0;
  if (exact == 0)
    return HUGE_VAL;
  const Exact largest = power(-least + 2);
  if (absolute(exact) >= largest)
    return std::isinf(got) && (got > 0) == (exact > 0) ? 0 : HUGE_VAL;
  const Exact reached = std::isinf(got) ? (got > 0 ? largest : -largest) : Exact(got);
  const int exponent = std::max(exponentOf(exact), least);
  return static_cast<double>(absolute(reached - exact) / power(exponent - mantissa));
}

struct Worst {
  double off = 0;
  real x = 0, y = 0, got = 0;
  long differ = 0;       ///< vectors from values
  std::uint64_t sum = 0; ///< of the bits of all results
};

constexpr int block = 16; // of the widest vectors: all levels look at the same arguments

void look(const Function &f, const real *x, const real *y, bool comparesValues, Worst &worst) {
  real got[block];
  for (int k = 0; k < block; k += EULERC_WIDTH)
    f.lanes(x + k, y + k, got + k);
  for (int k = 0; k < block; k++) {
    const double off = unitsOff(got[k], f.exact(x[k], y[k]));
    if (off > worst.off) {
      worst.off = off, worst.x = x[k], worst.y = y[k], worst.got = got[k];
    }
    if (got[k] == got[k])
      worst.sum = worst.sum * 31 + bitsOf(got[k]);
    if (comparesValues && got[k] == got[k])
      worst.differ += bitsOf(f.value(x[k], y[k])) != bitsOf(got[k]);
  }
}

/// Where functions have their special values, and two arguments near multiples of π/2 (J.-M.
/// Muller, "Elementary Functions", chapter 11).
const real specials[block] = {0,
                              -real(0),
                              INFINITY,
                              -INFINITY,
                              NAN,
                              1,
                              -1,
                              real(0.5),
                              std::ldexp(real(1), least),
                              ofBits(1),
                              -ofBits(1),
                              std::numeric_limits<real>::max(),
                              2,
                              -std::numeric_limits<real>::max(),
                              REAL_IS_DOUBLE ? real(0x1.6ac5b262ca1ffp+849) : real(0x1.f9cbe2p+7),
                              REAL_IS_DOUBLE ? real(0x1.921fb54442d18p+0) : real(0x1.921fb6p+0)};

/// Arguments where functions of two are interesting: all sizes, and numbers near 1 and small
/// wholes.
real argumentOf(std::mt19937_64 &random) {
  const std::uint64_t word = random();
  const int exponent = static_cast<int>(word >> 8 & 31);
  const real any = std::ldexp(static_cast<real>(static_cast<std::int64_t>(random())), -63);
  switch (word % 8) {
  case 0:
    return ofBits(static_cast<Bits>(word ^ word >> 5));
  case 1:
    return static_cast<real>(static_cast<int>(word >> 8 & 63) - 32);
  case 2:
    return 1 + std::ldexp(any, -exponent);
  case 3:
    return specials[(word >> 8) % block];
  default:
    return std::ldexp(any, exponent - 16);
  }
}

Worst pairs(const Function &f, long count) {
  Worst worst;
  std::mt19937_64 random(1);
  for (long done = 0; done < count; done += block) {
    real x[block], y[block];
    for (int k = 0; k < block; k++)
      x[k] = argumentOf(random), y[k] = argumentOf(random);
    look(f, x, y, true, worst);
  }
  return worst;
}

Worst every(const Function &f, Bits stride, int part, int parts) {
  Worst worst;
  if (part == 0)
    look(f, specials, specials, true, worst);
  const unsigned __int128 end = (unsigned __int128)1 << (8 * sizeof(Bits));
  const unsigned __int128 span = end / parts;
  real x[block];
  int filled = 0;
  for (unsigned __int128 bits = span * part; bits < span * (part + 1); bits += stride) {
    x[filled++] = ofBits(static_cast<Bits>(bits));
    if (filled < block)
      continue;
    filled = 0;
    look(f, x, x, stride > 1000, worst);
  }
  return worst;
}

bool passes(const Function &f, double stride) {
  std::vector<Worst> found;
  if (f.isOfTwo) {
    found.push_back(pairs(f, static_cast<long>((REAL_IS_DOUBLE ? 0x1p64 : 0x1p32) / stride)));
  } else {
    const int parts = stride == 1 ? 2 : 1;
    found.resize(parts);
    std::vector<std::thread> threads;
    for (int part = 0; part < parts; part++)
      threads.emplace_back(
          [&, part] { found[part] = every(f, static_cast<Bits>(stride), part, parts); });
    for (std::thread &thread : threads)
      thread.join();
  }
  Worst worst = found[0];
  for (const Worst &other : found)
    if (other.off > worst.off)
      worst = other;
  const bool passed = worst.differ == 0 && worst.off <= f.most;
  std::printf("%s: %s%.3f units at most, at %a %a: %a; %ld values unlike vectors; sum %016lx\n",
              f.name, passed ? "" : "FAILED: ", worst.off, worst.x, worst.y, worst.got,
              worst.differ, worst.sum);
  std::fflush(stdout);
  return passed;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  if (!eulerc_has_vectors(EULERC_LEVEL)) // this processor has no such vectors
    return 0;
  const std::string wanted = argv[1];
  int failed = 0;
  for (const Function &f : functions)
    if (wanted == "all" || wanted == f.name)
      failed += !passes(f, std::atof(argv[2]));
  return failed;
}

#if defined(__clang__) && defined(EULERC_STREAMING_LEVELS) && EULERC_LEVEL > 128
#pragma clang attribute pop // of level_begin.h
#endif
