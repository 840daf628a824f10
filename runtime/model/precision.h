// The two precisions of a model: their sizes, names and values.
#pragma once

#include <cstdint>

#include <eulerc/model.h>

namespace eulerc {

/// Bytes of a value.
inline std::int64_t realSize(Precision precision) { return precision == Precision::Float ? 4 : 8; }
inline const char *precisionName(Precision precision) {
  return precision == Precision::Float ? "float" : "double";
}
/// Value k of an array, as double.
inline double realAt(Precision precision, const void *values, std::int64_t k) {
  return precision == Precision::Float ? static_cast<const float *>(values)[k]
                                       : static_cast<const double *>(values)[k];
}

} // namespace eulerc
