// Reductions: values at all points made one, with the same bits whoever does it.
//
//   reduced(Reduction::Sum, n, threads, [&](begin, end, out) { out[k] = y[begin + k]²; … }) → Σ y²
//
// templates/reduction/reduction.h defines the order, which depends on the number of values alone.
// Devices reduce in the same order (opencl/reductions.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <eulerc/model.h>

#include "base/parallel.h"

namespace eulerc {

/// Values that the first pass reduces to one (templates/reduction/reduction.h).
constexpr std::int64_t valuesOfChunk = 1024;

/// Writes values [begin, end), 1,024 of them at most, to out[0 .. end - begin). On any thread.
using ValuesOf = std::function<void(std::int64_t begin, std::int64_t end, double *out)>;

/// Of `count` values, one at least.
double reduced(Reduction reduction, std::int64_t count, int threads, const ValuesOf &valuesOf);

/// Of each chunk of some values one result: they begin with a chunk, and end with one or with all
/// values.
std::vector<double> chunkResults(Reduction reduction, Range values, int threads,
                                 const ValuesOf &valuesOf);

/// Computes the result from the last value that is left: the mean from a sum.
double finished(Reduction reduction, double value, std::int64_t count);

/// √Σv², as monitor(norm2) has it.
template <class Real> double norm2Of(const Real *values, std::int64_t count) {
  return reduced(Reduction::Norm2, count, 1,
                 [values](std::int64_t begin, std::int64_t end, double *out) {
                   std::copy(values + begin, values + end, out);
                 });
}

} // namespace eulerc
