// Helpers of the conversions: copies of values with non-temporal stores, and checks for finite
// ones.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace eulerc {

template <class Real> bool isFiniteRun(const Real *values, std::int64_t step, std::int64_t count) {
  int bad = 0; // without branches, so that the loop is vectorised
  if (step == 1)
    for (std::int64_t k = 0; k < count; k++)
      bad |= !(std::abs(values[k]) <= std::numeric_limits<Real>::max());
  else
    for (std::int64_t k = 0; k < count; k++)
      bad |= !(std::abs(values[k * step]) <= std::numeric_limits<Real>::max());
  return !bad;
}

/// Copies values that are not read soon: whole cache lines go to memory without being read first.
/// Returns whether all values are finite.
template <class Real> bool copyNonTemporal(Real *to, const Real *from, std::int64_t count) {
  const auto copy = [&](std::int64_t begin, std::int64_t end) {
    std::memcpy(to + begin, from + begin, static_cast<std::size_t>(end - begin) * sizeof(Real));
    return isFiniteRun(from + begin, 1, end - begin);
  };
#if defined(__SSE2__)
  using Vector [[gnu::vector_size(16)]] = Real;
  constexpr std::int64_t width = sizeof(Vector) / sizeof(Real), line = 64 / sizeof(Real);
  const auto aside = -reinterpret_cast<std::uintptr_t>(to) % 64 / sizeof(Real);
  const std::int64_t before = std::min(count, static_cast<std::int64_t>(aside));
  bool isFinite = copy(0, before);
  Vector nothing = {}; // sum of x - x, which is 0 or NaN
  std::int64_t at = before;
  for (; at + line <= count; at += line)
    for (std::int64_t part = at; part < at + line; part += width) {
      Vector values;
      std::memcpy(&values, from + part, sizeof values);
      nothing += values - values;
      _mm_stream_si128(reinterpret_cast<__m128i *>(to + part), std::bit_cast<__m128i>(values));
    }
  for (std::int64_t lane = 0; lane < width; lane++)
    isFinite = isFinite && nothing[lane] == 0;
  isFinite = copy(at, count) && isFinite;
  _mm_sfence();
  return isFinite;
#else
  return copy(0, count);
#endif
}

} // namespace eulerc
