// PNG images of 256 colours, and movies of them (APNG), without a library: rows are stored as they
// are, uncompressed.
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
  std::vector<std::uint8_t> pixels; ///< colours by number, row by row, the upper one first
  std::vector<Colour> colours;      ///< 256 at most
};

/// Images of one size and the same colours, one after the other, 25 a second. Browsers show them as
/// a movie, and other programs the first one.
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
