// Coordinates of the points of the grid, as a program gives them.
//
//   axis x = { .from = 0, .step = 0.5 }; of 4 points → 0, 0.5, 1, 1.5
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

struct AxisCoordinates {
  std::vector<double> values; ///< one for each point; none: indices are all that is known
  std::string description, unit;
};

/// Throws Usage for an axis whose `.step` is not above zero.
void checkStepsOfAxes(const Model &model, const std::vector<ParamValue> &params);

/// Of all axes. `fields`: the values of all fields, then of all data. Throws Usage for coordinates
/// that do not grow, and for data of another size than the axis.
std::vector<AxisCoordinates> coordinatesOf(const Model &model,
                                           const std::vector<ParamValue> &params,
                                           const std::vector<std::int64_t> &shape,
                                           const std::vector<const void *> &fields);

} // namespace eulerc
