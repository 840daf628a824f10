// Parts of a reduction: what some of the values make of it where they are, so that little travels
// to where all parts become one number. The order is that of reduce.h, and so are the bits.
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

/// Neighbouring values of a pass: pass 0 has the values themselves, pass 1 the results of their
/// chunks.
struct ReducedRun {
  int pass = 0;
  std::int64_t begin = 0;
  std::vector<double> values;
};
using ReducedPart = std::vector<ReducedRun>;

/// Rows of a state where a level reads them, in growing order. What reads and writes them takes the
/// same components.
struct LevelRows {
  using Rows = std::span<const Range>;
  std::function<void(Rows rows, Writer &out)> read;
  std::function<void(Rows rows, const void *values)> write;
};

/// What a slab has of all values: the points that it owns, and how its part becomes the whole.
struct Share {
  Range points;
  std::int64_t all = 0;
  std::int64_t first = 0; ///< the first point that it holds; less than 0 on a ring
  /// The result, of all slabs' parts; all of them call it.
  std::function<double(Reduction, ReducedPart)> join;
  /// Before a level that reads points anywhere: brings the rows of other slabs that it reads. Null:
  /// levels read no farther than the rows held.
  std::function<void(const LevelRows &)> gather = nullptr;
  /// The components that it brings before each level of a step, a bit each; or of all levels.
  std::vector<std::uint64_t> gathered = {};

  /// Those before a level of a run; 0: it brings none.
  std::uint64_t gatheredBefore(std::int64_t level) const {
    return gather ? gathered[static_cast<std::size_t>(level) % gathered.size()] : 0;
  }
};

/// How the first pass is made where the values are.
struct FirstPass {
  std::function<std::vector<double>(Range)> values;
  std::function<std::vector<double>(Range)> chunks; ///< as chunkResults has them
};

/// What the values of a range make, of `count` in all.
ReducedPart partOf(Reduction reduction, std::int64_t count, Range own, const FirstPass &first);
ReducedPart partOf(Reduction reduction, std::int64_t count, Range own, int threads,
                   const ValuesOf &valuesOf);

/// The result of parts that have all values, as reduced() has it.
double joined(Reduction reduction, std::int64_t count, const std::vector<ReducedPart> &parts);

} // namespace eulerc
