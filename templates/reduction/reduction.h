// The order in which values are reduced to one, whoever does it: host threads or a device. It
// depends on the number of values alone, so every backend gives the same bits.
//
//   values → chunks of 1024 → one value each → chunks of those → … → one value
//
// Lane l of a chunk takes in its values l, l + 32, l + 64, … one after the other. Then the lanes
// are halved: lane l takes in lane l + 16, and so on with 8, 4, 2 and 1. In double throughout.
//
// Of norm2 the value of a chunk is the norm of its values. Where the sum of their squares leaves
// the range of double, or comes near its lower end, the chunk is reduced once more with its values
// scaled by a power of two, so that the norm is right wherever it is a double.
//
// The runtime includes this file, and kernels have it (reduce.cl).
enum { eulerc_reduction_lanes = 32, eulerc_reduction_chunk = 1024 };

// As in eulerc::Reduction.
static inline bool eulerc_is_sum(const int how) { return how == 0 || how == 3 || how == 4; }
static inline bool eulerc_is_min(const int how) { return how == 1; }
static inline bool eulerc_is_norm2(const int how) { return how == 4; }

// What changes no value that takes it in, or that it takes in.
static inline double eulerc_nothing(const int how) {
  return eulerc_is_sum(how) ? -0.0 : eulerc_is_min(how) ? (double)INFINITY : -(double)INFINITY;
}

// Of one value: norm2 adds squares, norminf compares magnitudes.
static inline double eulerc_first_of(const int how, const double value, const double scale) {
  return eulerc_is_norm2(how) ? value * scale * (value * scale) : how == 5 ? fabs(value) : value;
}

// By what the values of a chunk are to be scaled whose squares add up to `sum`; 1: by nothing. A
// scaled sum is between 0x1p-900 and 0x1p+900. The sum of no values is -0.
static inline double eulerc_scale_for(const double sum) {
  if (sum > 0x1p1000)
    return 0x1p-600;
  return sum < 0x1p-900 && 1 / sum > 0 ? 0x1p600 : 1;
}

// What is no number stays so.
static inline double eulerc_both(const int how, const double a, const double b) {
  if (eulerc_is_sum(how))
    return a + b;
  return (eulerc_is_min(how) ? a < b : a > b) || a != a ? a : b;
}
