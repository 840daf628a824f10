// Which execution schemes take a problem, for --describe.
//
//   String → "schemes (…)\n  linear                   applies\n", …
#pragma once

#include <string>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

/// A heading and a line for each scheme: whether it applies to the problem of these params, or why
/// not. No device is asked: the planners are, for a common GPU and a common processor.
std::string schemesText(const Model &model, const std::vector<ParamValue> &params);

} // namespace eulerc
