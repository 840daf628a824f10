// Reduces ranges of values, and joins parts pass by pass.

#include "reduction/parts.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace eulerc {
namespace {

std::int64_t chunksOf(std::int64_t count) { return (count + valuesOfChunk - 1) / valuesOfChunk; }

/// Access to the values of a pass, of which `values` are those from `begin` on.
FirstPass passOf(Reduction reduction, std::int64_t begin, std::vector<double> values) {
  const auto all = std::make_shared<const std::vector<double>>(std::move(values));
  const ValuesOf copy = [all, begin](std::int64_t from, std::int64_t to, double *out) {
    std::copy(all->begin() + (from - begin), all->begin() + (to - begin), out);
  };
  return {[copy](Range range) {
            std::vector<double> some(static_cast<std::size_t>(range.end - range.begin));
            copy(range.begin, range.end, some.data());
            return some;
          },
          [copy, reduction](Range range) { return chunkResults(reduction, range, 1, copy); }};
}

/// Sorts runs and joins those that are adjacent.
ReducedPart together(ReducedPart runs) {
  std::ranges::sort(runs, {}, &ReducedRun::begin);
  ReducedPart all;
  for (ReducedRun &run : runs)
    if (!all.empty() &&
        all.back().begin + static_cast<std::int64_t>(all.back().values.size()) == run.begin)
      all.back().values.insert(all.back().values.end(), run.values.begin(), run.values.end());
    else
      all.push_back(std::move(run));
  return all;
}

} // namespace

ReducedPart partOf(Reduction reduction, std::int64_t count, Range own, const FirstPass &first) {
  ReducedPart part;
  FirstPass values = first;
  for (int pass = 0; own.begin < own.end; pass++) {
    const auto keep = [&](Range range) {
      if (range.begin < range.end)
        part.push_back({pass, range.begin, values.values(range)});
    };
    const Range whole{chunksOf(own.begin) * valuesOfChunk,
                      own.end == count ? count : own.end / valuesOfChunk * valuesOfChunk};
    if (whole.begin >= whole.end || (pass > 0 && count == 1)) {
      keep(own);
      break;
    }
    keep({own.begin, whole.begin});
    keep({whole.end, own.end});
    own = {whole.begin / valuesOfChunk, chunksOf(whole.end)};
    values = passOf(reduction, own.begin, values.chunks(whole));
    count = chunksOf(count);
  }
  return part;
}

ReducedPart partOf(Reduction reduction, std::int64_t count, Range own, int threads,
                   const ValuesOf &valuesOf) {
  const auto valuesIn = [&](Range range) {
    std::vector<double> values(static_cast<std::size_t>(range.end - range.begin));
    for (std::int64_t at = range.begin; at < range.end; at += valuesOfChunk)
      valuesOf(at, std::min(at + valuesOfChunk, range.end), values.data() + (at - range.begin));
    return values;
  };
  return partOf(reduction, count, own, {valuesIn, [&](Range range) {
                                          return chunkResults(reduction, range, threads, valuesOf);
                                        }});
}

double joined(Reduction reduction, std::int64_t count, const std::vector<ReducedPart> &parts) {
  ReducedPart made; ///< results of the pass before
  std::int64_t left = count;
  int pass = 0;
  const auto takeRuns = [&] {
    for (const ReducedPart &part : parts)
      std::ranges::copy_if(part, std::back_inserter(made),
                           [&](const ReducedRun &run) { return run.pass == pass; });
    return together(std::exchange(made, {}));
  };
  for (; pass == 0 || left > 1; pass++) {
    for (ReducedRun &run : takeRuns()) {
      const Range range{run.begin, run.begin + static_cast<std::int64_t>(run.values.size())};
      made.push_back({pass + 1, range.begin / valuesOfChunk,
                      passOf(reduction, range.begin, std::move(run.values)).chunks(range)});
    }
    left = chunksOf(left);
  }
  return finished(reduction, takeRuns().front().values.front(), count);
}

} // namespace eulerc
