// The order in which values are reduced to one, on host threads and on devices. It depends only on
// the number of values, so every backend gives the same bits.
//
//   values → chunks of 1024 → one value each → chunks of those → … → one value
//
// Lane l of a chunk accumulates its values l, l + 32, l + 64, … in order. Then the number of lanes
// is halved: lane l accumulates lane l + 16, and so on with 8, 4, 2 and 1. All in double.
//
// For norm2, the value of a chunk is the norm of its values. If the sum of their squares overflows,
// or comes near underflow, the chunk is reduced again with values scaled by a power of two. The
// norm is thus right whenever it fits a double.
//
// Both the runtime and kernels (reduce.cl) include this file.
enum { eulerc_reduction_lanes = 32, eulerc_reduction_chunk = 1024 };

// The numbers are those of eulerc::Reduction.
static inline bool eulerc_is_sum(const int how) { return how == 0 || how == 3 || how == 4; }
static inline bool eulerc_is_min(const int how) { return how == 1; }
static inline bool eulerc_is_norm2(const int how) { return how == 4; }

// The neutral element.
static inline double eulerc_nothing(const int how) {
  return eulerc_is_sum(how) ? -0.0 : eulerc_is_min(how) ? (double)INFINITY : -(double)INFINITY;
}

// The contribution of one value: norm2 adds squares, norminf compares magnitudes.
static inline double eulerc_first_of(const int how, const double value, const double scale) {
  return eulerc_is_norm2(how) ? value * scale * (value * scale) : how == 5 ? fabs(value) : value;
}

// The scale for the values of a chunk whose squares add up to `sum`; 1: no scaling. A scaled sum is
// between 0x1p-900 and 0x1p+900. The sum of no values is -0.
static inline double eulerc_scale_for(const double sum) {
  if (sum > 0x1p1000)
    return 0x1p-600;
  return sum < 0x1p-900 && 1 / sum > 0 ? 0x1p600 : 1;
}

// NaN stays NaN.
static inline double eulerc_both(const int how, const double a, const double b) {
  if (eulerc_is_sum(how))
    return a + b;
  return (eulerc_is_min(how) ? a < b : a > b) || a != a ? a : b;
}
