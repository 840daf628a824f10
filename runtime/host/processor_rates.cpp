// Measures copies and arithmetic on all cores.

#include "host/processor_rates.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "base/array.h"
#include "base/parallel.h"

namespace eulerc {
namespace {

constexpr int chains = 6; ///< independent sums, and as many products: they fill the pipelines

/// A function that alternates sums and products of vectors of BYTES bytes, since processors with
/// pipelines for both compute them at once.
#define EULERC_TURNS(NAME, TARGET, BYTES)                                                          \
  template <class Real> TARGET void NAME(std::int64_t rounds) {                                    \
    typedef Real Vector __attribute__((vector_size(BYTES)));                                       \
    Vector sums[chains], products[chains];                                                         \
    _Pragma("GCC unroll 6") for (int k = 0; k < chains; k++) {                                     \
      sums[k] = Vector{} + static_cast<Real>(k);                                                   \
      products[k] = sums[k] + static_cast<Real>(1);                                                \
    }                                                                                              \
    const Vector change = Vector{} + static_cast<Real>(rounds % 7);                                \
    for (std::int64_t round = 0; round < rounds; round++)                                          \
      _Pragma("GCC unroll 6") for (int k = 0; k < chains; k++) {                                   \
        sums[k] += change;                                                                         \
        products[k] *= change;                                                                     \
      }                                                                                            \
    _Pragma("GCC unroll 6") for (int k = 0; k < chains; k++) sums[0] += sums[k] * products[k];     \
    asm volatile("" : : "m"(sums[0])); /* somebody looks at it */                                  \
  }
EULERC_TURNS(turnsOf16, , 16)
#if defined(__x86_64__)
EULERC_TURNS(turnsOf32, [[gnu::target("avx2")]], 32)
EULERC_TURNS(turnsOf64, [[gnu::target("avx512f")]], 64)
#endif
#undef EULERC_TURNS

struct Code {
  int bytes;
  void (*run)(std::int64_t rounds);
};

template <class Real> Code widestCode() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return {64, turnsOf64<Real>};
  if (__builtin_cpu_supports("avx2"))
    return {32, turnsOf32<Real>};
#endif
  return {16, turnsOf16<Real>};
}

/// The processor time of this thread: time that the core spends on other threads does not count.
double processorSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Runs each(core) on all cores at once, a few times. The seconds of the fastest time.
double secondsOfBest(const std::function<void(int)> &each) {
  constexpr int times = 3;
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < times; k++) {
    std::vector<double> seconds(static_cast<std::size_t>(coresOfMachine()));
    inParallel(coresOfMachine(), [&](int core) {
      const double before = processorSeconds();
      each(core);
      seconds[static_cast<std::size_t>(core)] = processorSeconds() - before;
    });
    best = std::min(best, *std::ranges::max_element(seconds));
  }
  return best;
}

template <class Real> double operations() {
  constexpr std::int64_t rounds = 1 << 19; // some milliseconds
  const Code code = widestCode<Real>();
  const double seconds = secondsOfBest([&](int) { code.run(rounds); });
  return 2.0 * chains * rounds * coresOfMachine() *
         (code.bytes / static_cast<double>(sizeof(Real))) / seconds;
}

constexpr std::int64_t copied = 64 << 20; // bytes: more than most caches hold

/// Copies with stores that bypass the caches, as linear steps do.
void copyPart(const std::byte *from, std::byte *to, std::int64_t bytes) {
#if defined(__x86_64__)
  for (std::int64_t at = 0; at < bytes; at += 16)
    _mm_stream_si128(reinterpret_cast<__m128i *>(to + at),
                     _mm_load_si128(reinterpret_cast<const __m128i *>(from + at)));
  _mm_sfence();
#else
  std::copy(from, from + bytes, to);
#endif
}

double bytesCopied() {
  HostArray from, to;
  from.allocate(copied);
  to.allocate(copied);
  std::memset(from.data(), 1, static_cast<std::size_t>(copied)); // unwritten pages would all be one
  const double seconds = secondsOfBest([&](int core) {
    const Range part = cutRange(copied, 4096, coresOfMachine(), core);
    copyPart(static_cast<const std::byte *>(from.data()) + part.begin,
             static_cast<std::byte *>(to.data()) + part.begin, part.end - part.begin);
  });
  return 2.0 * static_cast<double>(copied) / seconds;
}

} // namespace

const DeviceRates &processorRates() {
  static const DeviceRates rates = {
      .bytes = bytesCopied(), .flops = operations<float>(), .doubleFlops = operations<double>()};
  return rates;
}

} // namespace eulerc
