// The 2-norm of a state, as summaries and sweeps print it.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "results/reduce.h"

namespace eulerc {

/// Σ (v / 2^power)², summed in pieces so that 10⁹ small values do not drown in the sum.
template <class Real> double sumOfSquares(std::span<const Real> values, int power) {
  constexpr std::size_t most = 4096;
  const double by = std::ldexp(1.0, -power / 2), rest = std::ldexp(1.0, power / 2 - power);
  double total = 0;
  for (std::size_t from = 0; from < values.size(); from += most) {
    double piece = 0;
    for (const Real v : values.subspan(from, std::min(most, values.size() - from))) {
      const double scaled = static_cast<double>(v) * by * rest; // each may be of any size
      piece += scaled * scaled;
    }
    total += piece;
  }
  return total;
}

/// √Σv², also where the squares are beyond all doubles.
template <class Real> double norm2(std::span<const Real> values) {
  const double squares = sumOfSquares(values, 0);
  if (!isBeyondSquares(squares))
    return std::sqrt(squares);
  double largest = 0;
  for (const Real v : values)
    largest = std::max(largest, std::abs(static_cast<double>(v)));
  if (largest == 0 || std::isinf(largest))
    return largest;
  const int power = std::ilogb(largest);
  return std::ldexp(std::sqrt(sumOfSquares(values, power)), power);
}

} // namespace eulerc
