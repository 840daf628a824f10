// Pictures of a state: a line for a grid of one axis, a map of colours for two; of three axes the
// plane in the middle of the slowest one.
//
//   --picture            on the terminal, in blocks of Unicode
//   --picture FILE.png
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "output/array.h"
#include "output/png.h"

namespace eulerc {

/// With a line that says what it shows, and in which range.
std::string pictureText(const StateArray &array, double time);
Image pictureImage(const StateArray &array);

/// The finite values that a picture shows, from the darkest to the brightest.
struct ValueRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool hasGaps = false; ///< some values are no numbers
  void add(const ValueRange &other) {
    hasGaps = hasGaps || other.hasGaps;
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
};
ValueRange pictureRange(const StateArray &array);
/// In another range, which holds all of its values.
Image pictureImage(const StateArray &array, const ValueRange &range);

} // namespace eulerc
