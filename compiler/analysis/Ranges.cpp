#include "Ranges.h"

#include <algorithm>
#include <cmath>

namespace eulerc::compiler {
namespace {

/// The most points that are visited, which takes a moment.
constexpr double kMostPoints = 1 << 18;

std::int64_t sizeOf(const Range &range) { return (range.last - range.first) / range.step + 1; }

/// The values of a range; of a long range the first and last ones, `atEachEnd` at each end.
std::vector<std::int64_t> valuesOf(const Range &range, std::int64_t atEachEnd) {
  std::vector<std::int64_t> values;
  const std::int64_t size = sizeOf(range);
  for (std::int64_t k = 0; k < size; k++) {
    if (k == atEachEnd && size - atEachEnd > k)
      k = size - atEachEnd;
    values.push_back(range.first + k * range.step);
  }
  return values;
}

} // namespace

Range rangeOf(const IndexSet &set, int variable, const ParamNumbers &params) {
  const Bounds &bounds = set.along[variable];
  Range range{INT64_MIN / 4, INT64_MAX / 4, 1};
  for (const Affine &bound : bounds.low)
    range.first = std::max(range.first, evaluate(bound, params));
  for (const Affine &bound : bounds.high)
    range.last = std::min(range.last, evaluate(bound, params));
  if (variable == set.classAxis) {
    range.step = set.period;
    const auto mod = [&](std::int64_t a) { return (a % set.period + set.period) % set.period; };
    range.first += mod(set.residue - range.first);
    range.last -= mod(range.last - set.residue);
  }
  return range;
}

std::optional<Extremes> extremesOf(const Affine &expr, const IndexSet &set,
                                   const ParamNumbers &params) {
  Affine rest = expr;
  rest.perAxis = {};
  const std::int64_t start = evaluate(rest, params);
  Extremes extremes{start, start};
  for (int variable = 0; variable < kMaxVariables; variable++) {
    const Bounds &bounds = set.along[variable];
    if (bounds.low.empty() || bounds.high.empty())
      continue;
    const Range range = rangeOf(set, variable, params);
    if (range.first > range.last)
      return std::nullopt;
    const std::int64_t a = expr.perAxis[variable] * range.first;
    const std::int64_t b = expr.perAxis[variable] * range.last;
    extremes.least += std::min(a, b);
    extremes.most += std::max(a, b);
  }
  return extremes;
}

bool visitPoints(const IndexSet &set, const std::vector<int> &variables, const ParamNumbers &params,
                 const std::function<bool(const Point &)> &goesOn) {
  std::vector<Range> ranges;
  double points = 1;
  for (const int variable : variables) {
    ranges.push_back(rangeOf(set, variable, params));
    if (ranges.back().first > ranges.back().last)
      return true;
    points *= static_cast<double>(sizeOf(ranges.back()));
  }
  const bool all = points <= kMostPoints;
  const double side = std::pow(kMostPoints, 1 / static_cast<double>(variables.size()));
  std::vector<std::vector<std::int64_t>> values;
  for (const Range &range : ranges)
    values.push_back(valuesOf(range, all ? INT64_MAX : static_cast<std::int64_t>(side / 2)));
  Point at{};
  const std::function<bool(std::size_t)> visit = [&](std::size_t k) {
    return k == variables.size() ? goesOn(at)
                                 : std::ranges::all_of(values[k], [&](std::int64_t value) {
                                     at[static_cast<std::size_t>(variables[k])] = value;
                                     return visit(k + 1);
                                   });
  };
  visit(0);
  return all;
}

} // namespace eulerc::compiler
