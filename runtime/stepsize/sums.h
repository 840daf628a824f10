// Sums over many values, added in an order that depends on their number alone: the same bits for
// every number of threads.
//
//   sums<2>(n, threads, [&](begin, end) { return std::array{Σ v, Σ w of these}; })
//
// Blocks are added up one value after the other, and their sums in pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "host/parallel.h"

namespace eulerc {

template <std::size_t N, class OfBlock>
std::array<double, N> sums(std::int64_t count, int threads, OfBlock &&ofBlock) {
  constexpr std::int64_t blockSize = 1024;
  const std::int64_t blocks = (count + blockSize - 1) / blockSize;
  std::vector<std::array<double, N>> found(
      static_cast<std::size_t>(std::max<std::int64_t>(blocks, 1)));
  inParallel(threads, [&](int index) {
    const Range part = cutRange(blocks, 1, threads, index);
    for (std::int64_t block = part.begin; block < part.end; block++)
      found[static_cast<std::size_t>(block)] =
          ofBlock(block * blockSize, std::min((block + 1) * blockSize, count));
  });
  for (std::size_t left = found.size(); left > 1; left = (left + 1) / 2)
    for (std::size_t k = 0; k < (left + 1) / 2; k++)
      for (std::size_t i = 0; i < N; i++)
        found[k][i] = 2 * k + 1 < left ? found[2 * k][i] + found[2 * k + 1][i] : found[2 * k][i];
  return found[0];
}

} // namespace eulerc
