// Reduces chunks by lanes, pass by pass.

#include "reduction/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "reduction.h" // templates/

namespace eulerc {
namespace {

constexpr std::int64_t lanes = eulerc_reduction_lanes, chunkValues = eulerc_reduction_chunk;
static_assert(chunkValues == valuesOfChunk);

/// The number of lanes that fit into the registers that every x86-64 has.
constexpr std::int64_t lanesAtOnce = 16;
static_assert(lanes % lanesAtOnce == 0);

/// Reduces `lanesAtOnce` lanes of one chunk; `values` begins with a value of the first lane.
template <int How>
void takeLanes(const double *values, std::int64_t count, double scale, double *lane) {
  double taken[lanesAtOnce];
  std::copy(lane, lane + lanesAtOnce, taken);
  const auto take = [&](double &into, double value) {
    into = eulerc_both(How, into, eulerc_first_of(How, value, scale));
  };
  std::int64_t k = 0;
  for (; k + lanesAtOnce <= count; k += lanes)
#pragma GCC unroll 16
    for (std::int64_t l = 0; l < lanesAtOnce; l++)
      take(taken[l], values[k + l]);
  for (std::int64_t l = 0; k + l < count; l++)
    take(taken[l], values[k + l]);
  std::copy(taken, taken + lanesAtOnce, lane);
}

template <int How> double ofScaled(const double *values, std::int64_t count, double scale) {
  double lane[lanes];
  std::fill(lane, lane + lanes, eulerc_nothing(How));
  for (std::int64_t first = 0; first < lanes; first += lanesAtOnce)
    takeLanes<How>(values + first, count - first, scale, lane + first);
  for (std::int64_t half = lanes / 2; half > 0; half /= 2)
    for (std::int64_t l = 0; l < half; l++)
      lane[l] = eulerc_both(How, lane[l], lane[l + half]);
  return lane[0];
}

/// The result of one chunk.
template <int How> double ofChunk(const double *values, std::int64_t count) {
  const double sum = ofScaled<How>(values, count, 1);
  if (!eulerc_is_norm2(How))
    return sum;
  const double scale = eulerc_scale_for(sum);
  return std::sqrt(scale == 1 ? sum : ofScaled<How>(values, count, scale)) / scale;
}

/// One pass: the results of all chunks.
template <int How> std::vector<double> pass(Range all, int threads, const ValuesOf &valuesOf) {
  const std::int64_t chunks = (all.end - all.begin + chunkValues - 1) / chunkValues;
  std::vector<double> results(static_cast<std::size_t>(chunks));
  const auto work = [&](int index) {
    const Range part = cutRange(chunks, 1, threads, index);
    double values[chunkValues];
    for (std::int64_t chunk = part.begin; chunk < part.end; chunk++) {
      const std::int64_t begin = all.begin + chunk * chunkValues;
      const std::int64_t end = std::min(begin + chunkValues, all.end);
      valuesOf(begin, end, values);
      results[static_cast<std::size_t>(chunk)] = ofChunk<How>(values, end - begin);
    }
  };
  if (threads == 1)
    work(0);
  else
    inParallel(threads, work);
  return results;
}

} // namespace

double finished(Reduction reduction, double value, std::int64_t count) {
  if (std::isnan(value)) // NaN of the same sign on every backend
    return std::numeric_limits<double>::quiet_NaN();
  if (reduction == Reduction::Mean)
    return value / static_cast<double>(count);
  return value;
}

std::vector<double> chunkResults(Reduction reduction, Range values, int threads,
                                 const ValuesOf &valuesOf) {
  using Pass = std::vector<double> (*)(Range, int, const ValuesOf &);
  constexpr Pass by[] = {pass<0>, pass<1>, pass<2>, pass<3>, pass<4>, pass<5>};
  const auto few =
      static_cast<int>(std::min<std::int64_t>(threads, (values.end - values.begin) / chunkValues));
  return by[static_cast<int>(reduction)](values, std::max(1, few), valuesOf);
}

double reduced(Reduction reduction, std::int64_t count, int threads, const ValuesOf &valuesOf) {
  std::vector<double> values = chunkResults(reduction, {0, count}, threads, valuesOf);
  while (values.size() > 1)
    values = chunkResults(reduction, {0, static_cast<std::int64_t>(values.size())}, 1,
                          [&](std::int64_t begin, std::int64_t end, double *out) {
                            std::copy(values.begin() + begin, values.begin() + end, out);
                          });
  return finished(reduction, values[0], count);
}

} // namespace eulerc
