// Obstacles: what keeps overlapped tiles from a program, if anything does: the one cause that is
// found first, in the user's words.
//
//   i == 0 ? … : …   →   "computes all points alike, and 'i == 0' treats some differently"
#pragma once

#include "ir/Step.h"

#include <optional>
#include <string>

namespace eulerc::compiler {

struct Obstacle {
  std::string what; ///< what can be said of "overlapped"
  SourceRange where;

  /// "computes …, and 'i == 0' treats some differently (bar.ode:9:7)"
  std::string text() const;
};

/// Of a 1-D grid: tiles in registers, and those of processors with steps in flight.
std::optional<Obstacle> lineObstacle(const Step &step);
/// Of a grid of several axes: tiles of processors that keep its layers.
std::optional<Obstacle> layerObstacle(const Step &step);
/// The same, and tiles of GPUs in registers.
std::optional<Obstacle> stripObstacle(const Step &step);

} // namespace eulerc::compiler
