// Plans on the command line: devices that are not there, plans as text.
//
//   --plan --scheme diamond --assume compute-units=30,local-memory=16384
//     → "scheme  diamond (scalar)\n  tile width D  340 blocks\n ..."
#pragma once

#include <string>

#include <eulerc/solver.h>

#include "forms/shapes.h"

namespace eulerc {

/// The device that `text` describes: "compute-units=30,local-memory=16384" and, if wanted,
/// "work-group=512", "vector-bytes=16", "cpu=yes". Throws Usage.
DeviceLimits assumedDevice(const std::string &text);

/// A plan that was not refused, a figure a line.
std::string planText(const Plan &plan, const PlanRequest &request);

} // namespace eulerc
