// The spacing of floats, and the note if times are too close for them.

#include "input/times_in_float.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace eulerc {

double floatSpacing(double at) {
  const auto held = static_cast<float>(std::abs(at));
  return static_cast<double>(std::nextafter(held, std::numeric_limits<float>::infinity())) - held;
}

std::string roundedTimesOf(std::string_view name, double apart, const Run &run) {
  constexpr double share = 0.01; // of the distance between two times
  const double at = std::max(std::abs(run.from), std::abs(run.to)), spacing = floatSpacing(at);
  if (!(apart > 0) || spacing <= share * apart)
    return "";
  return fmt::format("steps take '{}' at times that are off by up to {:.3g}, where its own are "
                     "{:.6g} apart: floats at t = {} are {:.6g} apart{}",
                     name, spacing / 2, apart, at, spacing, otherThanFloat);
}

} // namespace eulerc
