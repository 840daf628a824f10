// Plans on the command line: devices that are not there, plans as text, refusals in words.
//
//   --plan --scheme diamond --assume compute-units=30,local-memory=16384
//     → "scheme  diamond (scalar)\n  tile width D  340 blocks\n ..."
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

/// "diamond-columns"
const char *schemeName(Scheme scheme);

/// The device that `text` describes: "compute-units=30,local-memory=16384" and, if wanted,
/// "work-group=512", "vector-bytes=16", "cpu=yes". Throws Usage.
DeviceLimits assumedDevice(const std::string &text);

/// What a planner is asked, for a model with these params. (Whether reads go round the slowest axis
/// the model does not say yet.)
PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t steps);

/// Why a plan was refused and what to do, or "".
std::string refusalText(const Plan &plan);

/// Throws refusalText, as Run when the device is too small, else as Usage.
void requirePlan(const Plan &plan);

/// A plan that was not refused, a figure a line.
std::string planText(const Plan &plan, const PlanRequest &request);

} // namespace eulerc
