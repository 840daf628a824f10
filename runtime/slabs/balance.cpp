// Computes shares of rows and the interval of exchanges from measured steps (balance.h).

#include "slabs/balance.h"

#include <algorithm>
#include <cmath>

namespace eulerc {
namespace {

/// Rows that a slab computes in a second, with its ghost zones.
double rowsPerSecond(const MeasuredSlabs &measured, std::size_t slab) {
  return static_cast<double>(measured.domains[slab].held() * measured.steps) /
         measured.each[slab].steps;
}

bool isMeasured(const MeasuredSlabs &measured) {
  return measured.steps > 0 && measured.each.size() == measured.domains.size() &&
         std::ranges::all_of(measured.each, [](const auto &one) { return one.steps > 0; });
}

} // namespace

std::vector<double> sharesOf(const MeasuredSlabs &measured) {
  constexpr double noise = 0.05;
  std::vector<double> shares(measured.domains.size(), 1);
  if (!isMeasured(measured))
    return shares;
  for (std::size_t k = 0; k < shares.size(); k++)
    shares[k] = rowsPerSecond(measured, k);
  const auto [least, most] = std::ranges::minmax_element(shares);
  if (*most < (1 + noise) * *least)
    std::ranges::fill(shares, 1);
  return shares;
}

std::int64_t bestSteps(const MeasuredSlabs &measured, std::int64_t ofStep) {
  const std::int64_t now = measured.cut.steps;
  if (!isMeasured(measured) || ofStep == 0)
    return now;
  const double exchanges =
      std::ceil(static_cast<double>(measured.steps) / static_cast<double>(now));
  double latency = 0, row = 0; // seconds of an exchange and of a row's step, of the slowest slab
  for (std::size_t k = 0; k < measured.each.size(); k++) {
    const SlabStats::Of &one = measured.each[k];
    latency = std::max(latency, (one.exchange - one.waiting) / exchanges);
    row = std::max(row, 1 / rowsPerSecond(measured, k));
  }
  // minimizes latency / steps + 2 · ofStep · steps · row
  const double best = std::sqrt(latency / (2 * static_cast<double>(ofStep) * row));
  return std::max<std::int64_t>(1, std::llround(std::min(best, 1e6)));
}

} // namespace eulerc
