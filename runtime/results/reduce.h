// Reductions: values at all points made one, with the same bits whoever does it.
//
//   reduced(Reduction::Sum, n, threads, [&](begin, end, out) { out[k] = y[begin + k]²; … }) → Σ y²
//
// The order is that of templates/reduction/reduction.h, which depends on the number of values
// alone; a device goes by it as well (opencl/reductions.h).
#pragma once

#include <cstdint>
#include <functional>

#include <eulerc/model.h>

namespace eulerc {

/// Writes values [begin, end), 1,024 of them at most, to out[0 .. end - begin). On any thread.
using ValuesOf = std::function<void(std::int64_t begin, std::int64_t end, double *out)>;

/// Of `count` values, one at least.
double reduced(Reduction reduction, std::int64_t count, int threads, const ValuesOf &valuesOf);

/// Whether a sum of squares says nothing of the values: they, or it, may be beyond what doubles
/// hold. Norms are found from scaled values then.
bool isBeyondSquares(double sumOfSquares);

/// What is made of the one value that is left in the end: the mean of a sum, the root of squares.
double finished(Reduction reduction, double value, std::int64_t count);

} // namespace eulerc
