// The order in which values are reduced to one, whoever does it: host threads or a device. It
// depends on the number of values alone, so every backend gives the same bits.
//
//   values → chunks of 1024 → one value each → chunks of those → … → one value
//
// Lane l of a chunk takes in its values l, l + 32, l + 64, … one after the other. Then the lanes
// are halved: lane l takes in lane l + 16, and so on with 8, 4, 2 and 1. In double throughout.
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

// Of one value: norm2 adds squares, norminf compares magnitudes.
static inline double eulerc_first_of(const int how, const double value) {
  return how == 4 ? value * value : how == 5 ? fabs(value) : value;
}

// What is no number stays so.
static inline double eulerc_both(const int how, const double a, const double b) {
  if (EULERC_IS_SUM(how))
    return a + b;
  return (EULERC_IS_MIN(how) ? a < b : a > b) || a != a ? a : b;
}
