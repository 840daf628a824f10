// Which execution schemes take a problem, for --describe.
//
//   String → "schemes (…)\n  linear                   applies\n", …
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

/// A heading and a line for each scheme: whether it applies to the problem of these params, or why
/// not. No device is asked: the planners are, for a common GPU and a common processor. A backend of
/// the host, where one is asked for, has no tilings of OpenCL.
std::string schemesText(const Model &model, const std::vector<ParamValue> &params, Backend backend);

} // namespace eulerc
