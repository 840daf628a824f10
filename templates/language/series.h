// Data over time, in the common subset of OpenCL C and C++: interpolated linearly, and constant
// beyond both ends.
//
//   values 1, 3 at times 0, 10; t = 2.5 → 1.5

// For increasing times.
EULERC_INLINE real eulerc_series(EULERC_GLOBAL const real *values, EULERC_GLOBAL const real *times,
                                 const long count, const real t) {
  long low = 0, high = count - 1;
  if (!(t > times[low]))
    return values[low];
  if (t >= times[high])
    return values[high];
  while (high - low > 1) {
    const long middle = (low + high) / 2;
    if (times[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  const real part = (t - times[low]) / (times[high] - times[low]);
  return values[low] + (values[high] - values[low]) * part;
}

// For equidistant times.
EULERC_INLINE real eulerc_even_series(EULERC_GLOBAL const real *values, const real from,
                                      const real step, const long count, const real t) {
  const real place = (t - from) / step;
  if (!(place > 0))
    return values[0];
  if (place >= (real)(count - 1))
    return values[count - 1];
  const long low = (long)place;
  return values[low] + (values[low + 1] - values[low]) * (place - (real)low);
}
