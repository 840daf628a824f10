// What streaming tiles of planes (streaming.cpp) and of spaces (streaming_of_spaces.cpp) share:
// layers walked along the slowest axis, all levels in flight (streaming.cl).
#pragma once

#include "forms/overlapped.h"

namespace eulerc::forms {

/// Layers after which a streaming tile's registers take their turn again.
std::int64_t periodOf(const PlanRequest &request);

/// Points of a layer that a tile computes in addition to the stored ones: rows, and whole vectors.
std::int64_t streamingGhostZone(const PlanRequest &request, const TileShape &shape, int axis);

/// Layers that a work-group walks for a box of `box` layers, over which all levels advance.
std::int64_t iterationsOf(const PlanRequest &request, const TileShape &shape, std::int64_t box);

/// Bytes of local memory: rows within reach of a block's ends are shown whole, of others lanes
/// within reach of its sides.
std::int64_t streamingBytes(const PlanRequest &request, const TileShape &shape,
                            std::int64_t buffers);

/// Buffers: two need one barrier a layer, and may be more than a work-group has.
std::int64_t streamingBuffers(const PlanRequest &request, const TileShape &shape);

void finishStreaming(const PlanRequest &request, Plan &plan, const TileShape &shape);

/// How many times as long as all tiles of a plan of planes compute a launch takes, for their levels
/// fill and drain, and units wait for the last tiles.
double delayOfStreaming(const PlanRequest &request, const Plan &plan);

/// The build options, geometry and figures of both, and their form but for its axes and planner.
Form formOfStreaming(int rank, Plan (*plan)(const PlanRequest &));

} // namespace eulerc::forms
