// The unit at the end of a description: "temperature of the plate [K]".
#pragma once

#include <string>
#include <string_view>

namespace eulerc {

struct Described {
  std::string text, unit; ///< "temperature of the plate", "K"; "" where there is none
};

/// The last bracket is the unit, kept as it was written.
Described described(std::string_view description);

} // namespace eulerc
