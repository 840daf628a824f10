// The data that monitors read on the host. Kernels use the text of the same monitors
// (reduction/view.cl).
#pragma once

#define EULERC_SEES                                                                                \
  const eulerc_param *const p = v->params;                                                         \
  const void *const *const fields = v->fields;

// Data over time (series.h), in double.
template <class Place, class TimeOf, class Real>
double eulerc_between(const Real *values, Place place, TimeOf timeOf, double t) {
  const double first = timeOf(place), next = timeOf(place + 1);
  const auto low = static_cast<double>(values[place]), high = static_cast<double>(values[place + 1]);
  return low + (high - low) * ((t - first) / (next - first));
}

template <class Real>
double eulerc_series_in_double(const Real *values, const Real *times, long count, double t) {
  long low = 0, high = count - 1;
  if (!(t > times[low]))
    return static_cast<double>(values[low]);
  if (t >= times[high])
    return static_cast<double>(values[high]);
  while (high - low > 1)
    (times[(low + high) / 2] <= t ? low : high) = (low + high) / 2;
  return eulerc_between(values, low, [&](long k) { return static_cast<double>(times[k]); }, t);
}

template <class Real>
double eulerc_even_series_in_double(const Real *values, double from, double step, long count,
                                    double t) {
  const double place = (t - from) / step;
  if (!(place > 0))
    return static_cast<double>(values[0]);
  if (place >= static_cast<double>(count - 1))
    return static_cast<double>(values[count - 1]);
  const long low = static_cast<long>(place);
  return eulerc_between(
      values, low, [&](long k) { return from + step * static_cast<double>(k); }, t);
}

using eulerc_param = eulerc::ParamValue;
using eulerc_view = eulerc::StateView;
using eulerc_whole = std::int64_t;
