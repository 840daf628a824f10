// PngWriter: writes PNG images of 256 colours, and movies of them (APNG), without a library. Rows
// are stored uncompressed.
//
//   PngWriter movie(file, 100); movie.add(image); … movie.end();
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace eulerc {

using Colour = std::array<std::uint8_t, 3>; ///< red, green, blue

struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels; ///< numbers of colours, row by row, the upper row first
  std::vector<Colour> colours;      ///< 256 at most
};

/// Writes images of the same size and colours, 25 a second. Browsers show them as a movie, other
/// programs show the first image.
class PngWriter {
public:
  PngWriter(std::FILE *file, std::uint32_t frames) : file_(file), frames_(frames) {}
  void add(const Image &image);
  void end();

private:
  void begin(const Image &image);

  std::FILE *const file_;
  const std::uint32_t frames_;
  std::uint32_t added_ = 0, chunk_ = 0; ///< frames, and chunks of frames, so far
};

void writePng(std::FILE *file, const Image &image);

} // namespace eulerc
