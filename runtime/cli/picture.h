// Pictures of a state: a line for a grid of one axis, a map of colours for two; of three axes the
// plane in the middle of the slowest one.
//
//   --picture            on the terminal, in blocks of Unicode
//   --picture FILE.png
#pragma once

#include <string>

#include "output/array.h"
#include "output/png.h"

namespace eulerc {

/// With a line that says what it shows, and in which range.
std::string pictureText(const StateArray &array, double time);
Image pictureImage(const StateArray &array);

} // namespace eulerc
