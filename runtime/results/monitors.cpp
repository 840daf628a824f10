#include "results/monitors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/parallel.h"

namespace eulerc {
namespace {

constexpr std::int64_t blockPoints = 1024;

/// Of one value, and of two that are reduced already.
double start(Reduction reduction, double value) {
  switch (reduction) {
  case Reduction::Norm2:
    return value * value;
  case Reduction::NormInf:
    return std::abs(value);
  default:
    return value;
  }
}

double both(Reduction reduction, double a, double b) {
  switch (reduction) {
  case Reduction::Min:
    return a < b || std::isnan(a) ? a : b; // what is no number stays so
  case Reduction::Max:
  case Reduction::NormInf:
    return a > b || std::isnan(a) ? a : b;
  default:
    return a + b;
  }
}

double finished(Reduction reduction, double value, std::int64_t points) {
  if (reduction == Reduction::Mean)
    return value / static_cast<double>(points);
  return reduction == Reduction::Norm2 ? std::sqrt(value) : value;
}

/// Neighbours are reduced to one, until one is left.
double pairwise(Reduction reduction, std::vector<double> values) {
  for (std::size_t count = values.size(); count > 1; count = (count + 1) / 2)
    for (std::size_t k = 0; k < (count + 1) / 2; k++)
      values[k] =
          2 * k + 1 < count ? both(reduction, values[2 * k], values[2 * k + 1]) : values[2 * k];
  return values[0];
}

} // namespace

std::vector<double> monitorValues(const Model &model, const std::vector<ParamValue> &params,
                                  const std::vector<const void *> &fields, const void *y,
                                  std::int64_t points, double t, int threads) {
  std::vector<double> results;
  const std::int64_t blocks = (points + blockPoints - 1) / blockPoints;
  for (int monitor = 0; monitor < model.monitorCount; monitor++) {
    const Reduction reduction = model.monitors[monitor].reduction;
    std::vector<double> ofBlocks(static_cast<std::size_t>(blocks));
    inParallel(threads, [&](int index) {
      const Range part = cutRange(blocks, 1, threads, index);
      double values[blockPoints];
      for (std::int64_t block = part.begin; block < part.end; block++) {
        const std::int64_t begin = block * blockPoints;
        const std::int64_t end = std::min(begin + blockPoints, points);
        model.monitorValues(monitor, params.data(), y, fields.data(), t, begin, end, values);
        double reduced = start(reduction, values[0]);
        for (std::int64_t k = 1; k < end - begin; k++)
          reduced = both(reduction, reduced, start(reduction, values[k]));
        ofBlocks[static_cast<std::size_t>(block)] = reduced;
      }
    });
    results.push_back(finished(reduction, pairwise(reduction, std::move(ofBlocks)), points));
  }
  return results;
}

} // namespace eulerc
