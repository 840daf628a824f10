// The shape of tiles that a GPU's work-groups compute in registers, of planes and of spaces: what
// the planners of kept.cl and of strips.cl (planes: strips.cpp, spaces: space.cpp) have in common.
//
//   a work-item: a block, a vector of each of `kept` rows; `across` of them make a band, `bands` a
//   tile; it stores a box, and computes more around it, as much as S steps spoil
#pragma once

#include "planning/shared.h"

namespace eulerc::planning {

struct TileShape {
  std::int64_t lanes = 1, kept = 1;      ///< of a block: points along a row, rows
  std::int64_t across = 1, bands = 1;    ///< blocks
  std::int64_t levels = 1;               ///< S, steps of a launch
  std::int64_t box[maxRank] = {1, 1, 1}; ///< points that are stored along each axis
  /// Along the slowest axis so many boxes have box[0] points, and those behind them `low`; 0: all
  /// have box[0].
  std::int64_t tallBoxes = 0, low = 0;

  std::int64_t group() const { return across * bands; } ///< work-items
  std::int64_t rows() const { return bands * kept; }    ///< that are computed, of a layer
  std::int64_t columns() const { return across * lanes; }
  std::int64_t points() const { return rows() * columns(); }
};

std::int64_t lowBox(const TileShape &shape);

/// Boxes along an axis.
std::int64_t boxesAlong(const PlanRequest &request, const TileShape &shape, int axis);

std::int64_t tilesOf(const PlanRequest &request, const TileShape &shape);

/// Values of 32 bits of a block.
std::int64_t valuesOf(const PlanRequest &request, const TileShape &shape);

/// Lanes of a vector that neighbours look at.
std::int64_t shownLanes(const PlanRequest &request, const TileShape &shape);

/// Sets what any such plan says of its shape.
void takeShape(Plan &plan, const TileShape &shape);

// ---- strips: layers walked along the slowest axis, with all levels in flight --------------------

/// Layers after which a strip's registers take their turn again.
std::int64_t periodOf(const PlanRequest &request);

/// Points of a layer that a tile computes beside those it stores: rows, and whole vectors.
std::int64_t stripMargin(const PlanRequest &request, const TileShape &shape, int axis);

/// Layers that a work-group walks for a box of so many, over which all levels advance.
std::int64_t iterationsOf(const PlanRequest &request, const TileShape &shape, std::int64_t box);

/// Bytes of local memory: rows within reach of a block's ends are shown whole, of others lanes
/// within reach of its sides.
std::int64_t stripBytes(const PlanRequest &request, const TileShape &shape, std::int64_t buffers);

/// Buffers: two need one barrier a layer, and may be more than a work-group has.
std::int64_t stripBuffers(const PlanRequest &request, const TileShape &shape);

void finishStrips(const PlanRequest &request, Plan &plan, const TileShape &shape);

} // namespace eulerc::planning
