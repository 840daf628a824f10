// Parts of a reduction: each slab reduces its own values, so that little is sent to join all parts
// into one number. The order, and so the bits, are those of reduce.h.
//
//   values [700, 5000) of 9000 → 700 … 1023 as they are, the results of chunks 1 to 3, 4096 … 4999
//   the parts of [0, 700), [700, 5000), [5000, 9000) → joined() → Σ
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/message.h"
#include "reduction/reduce.h"

namespace eulerc {

/// ReducedRun: neighbouring values of a pass. Pass 0 has the values themselves, pass 1 the results
/// of their chunks.
struct ReducedRun {
  int pass = 0;
  std::int64_t begin = 0;
  std::vector<double> values;
};
using ReducedPart = std::vector<ReducedRun>;

/// LevelRows: access to the rows of a state that a level reads, in growing order. Both functions
/// use the same components.
struct LevelRows {
  using Rows = std::span<const Range>;
  std::function<void(Rows rows, Writer &out)> read;
  std::function<void(Rows rows, const void *values)> write;
};

/// Share: the points of the grid that a slab owns, and how its part and those of others are joined.
struct Share {
  Range points;
  std::int64_t all = 0;
  std::int64_t first = 0; ///< the first point held, also in ghost zones; below 0 on a periodic grid
  /// The result of the parts of all slabs, each of which has to call it.
  std::function<double(Reduction, ReducedPart)> join;
  /// Gets the rows of other slabs before a level that reads arbitrary points. Null: levels read no
  /// farther than the rows held.
  std::function<void(const LevelRows &)> gather = nullptr;
  /// The components that gather() gets before each level of a step, one bit each; one entry: the
  /// same before all levels.
  std::vector<std::uint64_t> gathered = {};

  /// The components to be gathered before a level of a run; 0: none.
  std::uint64_t gatheredBefore(std::int64_t level) const {
    return gather ? gathered[static_cast<std::size_t>(level) % gathered.size()] : 0;
  }
};

/// FirstPass: the first pass of a reduction, made where the values are.
struct FirstPass {
  std::function<std::vector<double>(Range)> values;
  std::function<std::vector<double>(Range)> chunks; ///< results as of chunkResults()
};

/// The part for a range of `count` values.
ReducedPart partOf(Reduction reduction, std::int64_t count, Range own, const FirstPass &first);
ReducedPart partOf(Reduction reduction, std::int64_t count, Range own, int threads,
                   const ValuesOf &valuesOf);

/// The result of parts that together have all values; equal to that of reduced().
double joined(Reduction reduction, std::int64_t count, const std::vector<ReducedPart> &parts);

} // namespace eulerc
