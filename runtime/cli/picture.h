// Pictures of a state: a line plot for grids of one axis, a colour map for two, and the plane in
// the middle of the slowest axis for three.
//
//   --picture            on the terminal, in Unicode blocks
//   --picture FILE.png
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "output/array.h"
#include "output/png.h"

namespace eulerc {

/// The picture as text, with a line that names the array and the range of its values.
std::string pictureText(const StateArray &array, double time);
Image pictureImage(const StateArray &array);

/// The range of finite values of a picture, from the darkest to the brightest.
struct ValueRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool hasGaps = false; ///< some values are not finite
  void add(const ValueRange &other) {
    hasGaps = hasGaps || other.hasGaps;
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
};
ValueRange pictureRange(const StateArray &array);
/// The picture in a given range, which must include all of its values.
Image pictureImage(const StateArray &array, const ValueRange &range);

} // namespace eulerc
