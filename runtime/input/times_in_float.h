// The note on times that become nearly equal when rounded to float.
//
//   floatSpacing(1.7e9) → 128
#pragma once

#include <string>
#include <string_view>

#include <eulerc/steps.h>

namespace eulerc {

/// The advice at the end of such messages.
inline constexpr const char *otherThanFloat =
    "; compile with --real=double, or count from a later time";

/// The distance between neighbouring floats at a value.
double floatSpacing(double at);

/// The note on values `name` with times `apart` in the mean (two times that are close to each other
/// are a jump). "": floats at the times of the run are fine enough.
std::string roundedTimesOf(std::string_view name, double apart, const Run &run);

} // namespace eulerc
