// RuledSides: maps reads beyond the sides of the grid back into it, by the boundary rules of the
// traced program.
//
//   u[-2] by mirror(-1)  →  the point 1, of a rule that multiplies by -1
#pragma once

#include <cstdlib>

#include "eulerc/model.h"

namespace eulerc {

/// The sides of an array of the program: a state, a quantity or a field.
struct RuledSides {
  const TracedRule *rules; ///< for each axis, both sides
  const std::int64_t *extent;
  int rank;

  RuledSides(const Traced &program, int array, int rank, const std::int64_t *extent)
      : rules(program.rules + 2 * static_cast<std::ptrdiff_t>(array) * rank), extent(extent),
        rank(rank) {}

  bool isBeyond(int axis, std::int64_t i) const { return i < 0 || i >= extent[axis]; }

  const TracedRule &ruleAt(int axis, std::int64_t i) const {
    return rules[2 * axis + (i < 0 ? 0 : 1)];
  }

  std::int64_t imageOf(int axis, std::int64_t i) const {
    const TracedRule &rule = ruleAt(axis, i);
    return rule.ofIndex * i + rule.ofExtent * extent[axis] + rule.constant;
  }

  /// The indices that values of rules are given. A rule without an image leads to the last point.
  void clampInto(std::int64_t *at) const {
    for (int axis = 0; axis < rank; axis++)
      for (int k = 0; isBeyond(axis, at[axis]); k++)
        at[axis] = ruleAt(axis, at[axis]).hasImage && k < mostImages ? imageOf(axis, at[axis])
                   : at[axis] < 0                                    ? 0
                                                                     : extent[axis] - 1;
  }

  /// Moves `at` from image to image into the grid, and calls take(rule, distance to the image) for
  /// each. False: the last rule has no image.
  template <typename Take> bool followImages(std::int64_t *at, const Take &take) const {
    for (int axis = 0; axis < rank; axis++)
      for (int k = 0; isBeyond(axis, at[axis]); k++) {
        const TracedRule &rule = ruleAt(axis, at[axis]);
        const std::int64_t image = rule.hasImage ? imageOf(axis, at[axis]) : at[axis];
        take(rule, static_cast<double>(std::abs(image - at[axis])));
        if (!rule.hasImage || k == mostImages)
          return false;
        at[axis] = image;
      }
    return true;
  }

private:
  static constexpr int mostImages = 1 << 20; // a limit, since an index from data may lie anywhere
};

} // namespace eulerc
