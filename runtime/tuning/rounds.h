// Measures the seconds of one piece: runs many pieces a round and takes the best of a few rounds.
//
//   secondsOfOne(measurer, 0.02, 8192, [&](std::int64_t n) { measurer.run(n); }) → 3.1e-6
//
// A quarter of the time warms up, in rounds of doubling size; then come three rounds of about a
// quarter each. If the first piece alone takes half of the time, it is not repeated: cold caches
// matter little then. So measuring takes no longer than the given time, or than one piece.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tuning/measure_candidates.h"

namespace eulerc {

/// Seconds of one piece. `run(count)` runs `count` pieces, at most `most`, and waits for them.
template <class Run>
double secondsOfOne(Measurer &measurer, double atMost, std::int64_t most, Run &&run) {
  constexpr double shortest = 1e-9; // should the clock not have moved
  const double start = measurer.now();
  const auto spent = [&] { return measurer.now() - start; };
  const auto secondsOf = [&](std::int64_t count) {
    const double before = measurer.now();
    run(count);
    return std::max(measurer.now() - before, shortest) / static_cast<double>(count);
  };
  std::int64_t count = 1;
  double each = secondsOf(count);
  if (2 * each > atMost)
    return each;
  while (count < most && spent() + 2 * static_cast<double>(count) * each < atMost / 4) {
    count = std::min(2 * count, most);
    each = secondsOf(count);
  }
  count = static_cast<std::int64_t>(std::clamp(atMost / 4 / each, 1.0, static_cast<double>(most)));
  double best = secondsOf(count);
  for (int round = 1; round < 3 && spent() + static_cast<double>(count) * best <= atMost; round++)
    best = std::min(best, secondsOf(count));
  return best;
}

} // namespace eulerc
