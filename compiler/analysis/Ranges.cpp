#include "Ranges.h"

#include <algorithm>

namespace eulerc::compiler {

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

Some someAtTheEnds(const Range &range, const std::function<bool(std::int64_t)> &holds) {
  constexpr std::size_t most = 4;
  std::vector<std::int64_t> low, high;
  for (std::int64_t i = range.first; i <= range.last && low.size() <= most && holds(i);
       i += range.step)
    low.push_back(i);
  for (std::int64_t i = range.last; i >= range.first && high.size() <= most && holds(i);
       i -= range.step)
    high.push_back(i);
  Some some;
  for (std::vector<std::int64_t> *end : {&low, &high}) {
    some.more = some.more || end->size() > most;
    end->resize(std::min(end->size(), most));
    some.values.insert(some.values.end(), end->begin(), end->end());
  }
  std::ranges::sort(some.values);
  some.values.erase(std::unique(some.values.begin(), some.values.end()), some.values.end());
  return some;
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

} // namespace eulerc::compiler
