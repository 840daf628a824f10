// Coordinates of the grid's points along each axis, as the program declares them.
//
//   axis x = { .from = 0, .step = 0.5 }; of 4 points → 0, 0.5, 1, 1.5
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

struct AxisCoordinates {
  std::vector<double> values; ///< one for each point; empty: the program gives no coordinates
  std::string description, unit;
};

/// Throws Usage for an axis whose `.step` is not above zero, or is lost where doubles are coarse.
void checkLinesOfAxes(const Model &model, const std::vector<ParamValue> &params,
                      const std::vector<std::int64_t> &shape);

/// The coordinates of all axes. `fields`: the values of all fields, then of all data, which
/// Fields::prepare() has checked. Throws Usage for coordinates that do not increase.
std::vector<AxisCoordinates> coordinatesOf(const Model &model,
                                           const std::vector<ParamValue> &params,
                                           const std::vector<std::int64_t> &shape,
                                           const std::vector<const void *> &fields);

} // namespace eulerc
