// Reductions: combine values at all points into one number, with the same bits on every backend.
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

/// The number of values that the first pass reduces to one (templates/reduction/reduction.h).
constexpr std::int64_t valuesOfChunk = 1024;

/// Writes values [begin, end), at most 1,024, to out[0 .. end - begin). Called on any thread.
using ValuesOf = std::function<void(std::int64_t begin, std::int64_t end, double *out)>;

/// The reduction of `count` ≥ 1 values.
double reduced(Reduction reduction, std::int64_t count, int threads, const ValuesOf &valuesOf);

/// The result of each chunk within `values`, which begin with a whole chunk and end with a whole
/// chunk or at the last value.
std::vector<double> chunkResults(Reduction reduction, Range values, int threads,
                                 const ValuesOf &valuesOf);

/// The result from the value of the last pass: a mean from the sum.
double finished(Reduction reduction, double value, std::int64_t count);

/// √Σv², with the bits of a monitor's norm2.
template <class Real> double norm2Of(const Real *values, std::int64_t count) {
  return reduced(Reduction::Norm2, count, 1,
                 [values](std::int64_t begin, std::int64_t end, double *out) {
                   std::copy(values + begin, values + end, out);
                 });
}

} // namespace eulerc
