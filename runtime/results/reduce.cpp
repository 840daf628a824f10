#include "results/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "host/parallel.h"
#include "reduction.h" // templates/

namespace eulerc {
namespace {

constexpr std::int64_t lanes = EULERC_LANES, chunkValues = EULERC_CHUNK;

/// So many lanes stay in the registers that every x86-64 has.
constexpr std::int64_t lanesAtOnce = 16;
static_assert(lanes % lanesAtOnce == 0);

/// `lanesAtOnce` lanes of one chunk, whose first value the first of them takes in.
template <int How, bool IsFirst>
void takeLanes(const double *values, std::int64_t count, double *lane) {
  double taken[lanesAtOnce];
  std::copy(lane, lane + lanesAtOnce, taken);
  const auto take = [&](double &into, double value) {
    into = eulerc_both(How, into, IsFirst ? eulerc_first_of(How, value) : value);
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

/// Of one chunk. `isFirst`: of values, not of what is reduced already.
template <int How, bool IsFirst> double ofChunk(const double *values, std::int64_t count) {
  double lane[lanes];
  std::fill(lane, lane + lanes, eulerc_nothing(How));
  for (std::int64_t first = 0; first < lanes; first += lanesAtOnce)
    takeLanes<How, IsFirst>(values + first, count - first, lane + first);
  for (std::int64_t half = lanes / 2; half > 0; half /= 2)
    for (std::int64_t l = 0; l < half; l++)
      lane[l] = eulerc_both(How, lane[l], lane[l + half]);
  return lane[0];
}

/// One pass: of each chunk one value.
template <int How, bool IsFirst>
std::vector<double> pass(std::int64_t count, int threads, const ValuesOf &valuesOf) {
  const std::int64_t chunks = (count + chunkValues - 1) / chunkValues;
  std::vector<double> results(static_cast<std::size_t>(chunks));
  const auto work = [&](int index) {
    const Range part = cutRange(chunks, 1, threads, index);
    double values[chunkValues];
    for (std::int64_t chunk = part.begin; chunk < part.end; chunk++) {
      const std::int64_t begin = chunk * chunkValues, end = std::min(begin + chunkValues, count);
      valuesOf(begin, end, values);
      results[static_cast<std::size_t>(chunk)] = ofChunk<How, IsFirst>(values, end - begin);
    }
  };
  if (threads == 1)
    work(0);
  else
    inParallel(threads, work);
  return results;
}

template <int How> double reducedBy(std::int64_t count, int threads, const ValuesOf &valuesOf) {
  std::vector<double> values = pass<How, true>(count, threads, valuesOf);
  while (values.size() > 1)
    values = pass<How, false>(static_cast<std::int64_t>(values.size()), 1,
                              [&](std::int64_t begin, std::int64_t end, double *out) {
                                std::copy(values.begin() + begin, values.begin() + end, out);
                              });
  return values[0];
}

} // namespace

bool isBeyondSquares(double sumOfSquares) {
  constexpr double least = 0x1p-900;
  return std::isinf(sumOfSquares) || sumOfSquares < least;
}

double finished(Reduction reduction, double value, std::int64_t count) {
  if (std::isnan(value)) // of one sign everywhere
    return std::numeric_limits<double>::quiet_NaN();
  if (reduction == Reduction::Mean)
    return value / static_cast<double>(count);
  return reduction == Reduction::Norm2 ? std::sqrt(value) : value;
}

double reduced(Reduction reduction, std::int64_t count, int threads, const ValuesOf &valuesOf) {
  using Reduce = double (*)(std::int64_t, int, const ValuesOf &);
  constexpr Reduce by[] = {reducedBy<0>, reducedBy<1>, reducedBy<2>,
                           reducedBy<3>, reducedBy<4>, reducedBy<5>};
  const auto few = static_cast<int>(std::min<std::int64_t>(threads, count / chunkValues));
  const auto of = [&](Reduction how, const ValuesOf &values) {
    return by[static_cast<int>(how)](count, std::max(1, few), values);
  };
  const double value = of(reduction, valuesOf);
  if (reduction != Reduction::Norm2 || !isBeyondSquares(value))
    return finished(reduction, value, count);
  // Once more, of values divided by a power of two near the largest one.
  const double largest = of(Reduction::NormInf, valuesOf);
  if (largest == 0 || !std::isfinite(largest))
    return finished(Reduction::NormInf, largest, count);
  const int power = std::ilogb(largest);
  const double scaled = of(reduction, [&](std::int64_t begin, std::int64_t end, double *out) {
    valuesOf(begin, end, out);
    for (std::int64_t k = 0; k < end - begin; k++)
      out[k] = std::ldexp(out[k], -power);
  });
  return std::ldexp(std::sqrt(scaled), power);
}

} // namespace eulerc
