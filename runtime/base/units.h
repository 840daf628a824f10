// Separates a description from the unit at its end: "temperature of the plate [K]".
#pragma once

#include <string>
#include <string_view>

namespace eulerc {

struct Described {
  std::string text, unit; ///< "temperature of the plate", "K"; "" where there is none
};

/// The text in the last brackets is the unit; its spelling is kept.
Described described(std::string_view description);

} // namespace eulerc
