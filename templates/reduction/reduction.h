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
#define EULERC_LANES 32
#define EULERC_CHUNK 1024

// As in eulerc::Reduction.
#define EULERC_IS_SUM(how) ((how) == 0 || (how) == 3 || (how) == 4)
#define EULERC_IS_MIN(how) ((how) == 1)

// What changes no value that takes it in, or that it takes in.
static inline double eulerc_nothing(const int how) {
  return EULERC_IS_SUM(how) ? -0.0 : EULERC_IS_MIN(how) ? (double)INFINITY : -(double)INFINITY;
}

#define EULERC_IS_NORM2(how) ((how) == 4)

// Of one value: norm2 adds squares, norminf compares magnitudes.
static inline double eulerc_first_of(const int how, const double value, const double scale) {
  return EULERC_IS_NORM2(how) ? value * scale * (value * scale) : how == 5 ? fabs(value) : value;
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
  if (EULERC_IS_SUM(how))
    return a + b;
  return (EULERC_IS_MIN(how) ? a < b : a > b) || a != a ? a : b;
}
