// What copies of runs of values are made of: whether all are finite, and stores past the caches.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace eulerc {

template <class Real> bool isFiniteRun(const Real *values, std::int64_t step, std::int64_t count) {
  int bad = 0; // without a branch, so that it is done in vectors
  if (step == 1)
    for (std::int64_t k = 0; k < count; k++)
      bad |= !(std::abs(values[k]) <= std::numeric_limits<Real>::max());
  else
    for (std::int64_t k = 0; k < count; k++)
      bad |= !(std::abs(values[k * step]) <= std::numeric_limits<Real>::max());
  return !bad;
}

/// For what is not read soon: whole cache lines go to memory, which need not be read for that.
inline void copyPastCaches(void *to, const void *from, std::size_t bytes) {
#if defined(__SSE2__)
  constexpr std::size_t line = 64;
  auto *out = static_cast<char *>(to);
  const auto *in = static_cast<const char *>(from);
  const std::size_t before = std::min(bytes, -reinterpret_cast<std::uintptr_t>(out) % line);
  std::memcpy(out, in, before);
  std::size_t at = before;
  for (; at + line <= bytes; at += line)
    for (std::size_t part = at; part < at + line; part += sizeof(__m128i))
      _mm_stream_si128(reinterpret_cast<__m128i *>(out + part),
                       _mm_loadu_si128(reinterpret_cast<const __m128i *>(in + part)));
  std::memcpy(out + at, in + at, bytes - at);
  _mm_sfence();
#else
  std::memcpy(to, from, bytes);
#endif
}

} // namespace eulerc
