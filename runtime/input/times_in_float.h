// Times that float rounds: how far apart floats are, and the note about it.
//
//   floatSpacing(1.7e9) → 128
#pragma once

#include <string>
#include <string_view>

#include <eulerc/steps.h>

namespace eulerc {

/// What lets times be told apart, behind a message.
inline constexpr const char *otherThanFloat =
    "; compile with --real=double, or count from a later time";

/// How far apart floats are there.
double floatSpacing(double at);

/// A note of values with times at this mean distance: two that are close to each other are
/// a jump. "": floats at the times of the run tell them apart well.
std::string roundedTimesOf(std::string_view name, double apart, const Run &run);

} // namespace eulerc
