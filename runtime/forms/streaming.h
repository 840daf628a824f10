// Helpers of the planners of streaming tiles in 2-D (streaming.cpp) and 3-D grids
// (streaming_of_spaces.cpp). A work-group walks layer by layer along the slowest axis and keeps all
// levels of the launch in flight (streaming.cl).
#pragma once

#include "forms/overlapped.h"

namespace eulerc::forms {

/// Layers after which a streaming tile uses the same registers again: 2 * reach + 1.
std::int64_t periodOf(const PlanRequest &request);

/// Ghost points of a tile at each side of an axis: rows, or points in whole vectors along a row.
std::int64_t streamingGhostZone(const PlanRequest &request, const TileShape &shape, int axis);

/// Layers that a work-group walks for a box of `box` layers, with those that fill and drain levels.
std::int64_t iterationsOf(const PlanRequest &request, const TileShape &shape, std::int64_t box);

/// Bytes of local memory. It holds whole rows within reach of a block's ends, and of other rows the
/// lanes within reach of the block's sides.
std::int64_t streamingBytes(const PlanRequest &request, const TileShape &shape,
                            std::int64_t buffers);

/// Buffers in local memory: two if they fit, since two need only one barrier a layer; else one.
std::int64_t streamingBuffers(const PlanRequest &request, const TileShape &shape);

void finishStreaming(const PlanRequest &request, Plan &plan, const TileShape &shape);

/// The model's time of a component in streaming tiles of a 2-D grid over that in a large grid,
/// where filling and draining levels, and waiting for the last tiles, cost little.
double delayOfStreaming(const PlanRequest &request, const Plan &plan);

/// The form of both, for grids of `rank` axes and with that planner.
Form formOfStreaming(int rank, Plan (*plan)(const PlanRequest &));

} // namespace eulerc::forms
