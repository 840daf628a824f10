// The list of schemes that support a problem, for --describe.
//
//   String → "schemes (…)\n  linear                   applies\n", …
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

/// A heading and a line for each scheme: whether it supports the problem with these params, or why
/// not. The planners decide for a common GPU and a common processor; no device is queried. With a
/// host backend, only schemes with host code are possible.
std::string schemesText(const Model &model, const std::vector<ParamValue> &params, Backend backend);

} // namespace eulerc
