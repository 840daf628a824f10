// A PNG image of 256 colours, without a library: rows are stored as they are, uncompressed.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace eulerc {

using Colour = std::array<std::uint8_t, 3>; ///< red, green, blue

struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels; ///< colours by number, row by row, the upper one first
  std::vector<Colour> colours;      ///< 256 at most
};

void writePng(std::FILE *file, const Image &image);

} // namespace eulerc
