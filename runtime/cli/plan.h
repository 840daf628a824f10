// Text of a plan for --plan, and assumed devices (--assume).
//
//   --plan --scheme diamond --assume compute-units=30,local-memory=16384
//     → "scheme  diamond (scalar)\n  tile width D  340 blocks\n ..."
#pragma once

#include <string>

#include <eulerc/solver.h>

#include "forms/shapes.h"

namespace eulerc {

/// The device described by `text`: "compute-units=30,local-memory=16384" and optionally
/// "work-group=512", "vector-bytes=16", "cpu=yes". Throws Usage.
DeviceLimits assumedDevice(const std::string &text);

/// A possible plan as text, one figure a line.
std::string planText(const Plan &plan, const PlanRequest &request);

} // namespace eulerc
