// Writes the chunks of PNG files.

#include "output/png.h"

#include <string>

#include "base/crc.h"
#include "output/file.h"

namespace eulerc {
namespace {

/// The checksum Adler-32 (RFC 1950).
std::uint32_t adlerOf(const std::string &bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<std::uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

std::string number(std::uint32_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8)
    text += static_cast<char>(value >> shift & 0xff);
  return text;
}

void writeChunk(std::FILE *file, const std::string &name, const std::string &content) {
  const std::string checked = name + content; // PNG specification, annex D
  const std::string whole = number(static_cast<std::uint32_t>(content.size())) + checked +
                            number(crc32(checked.data(), checked.size()));
  writeBytes(file, whole.data(), whole.size());
}

/// A zlib stream of stored blocks (RFC 1951, 3.2.4).
std::string stored(const std::string &bytes) {
  constexpr std::size_t most = 65535;
  std::string stream = "\x78\x01";
  for (std::size_t at = 0; at < bytes.size(); at += most) {
    const std::size_t count = std::min(most, bytes.size() - at);
    stream += static_cast<char>(at + count == bytes.size() ? 1 : 0);
    for (const std::size_t length : {count, ~count}) {
      stream += static_cast<char>(length & 0xff);
      stream += static_cast<char>(length >> 8 & 0xff);
    }
    stream.append(bytes, at, count);
  }
  return stream + number(adlerOf(bytes));
}

std::string rowsOf(const Image &image) {
  std::string rows;
  for (std::size_t row = 0; row < image.height; row++) {
    rows += '\0'; // no filter
    rows.append(reinterpret_cast<const char *>(image.pixels.data()) + row * image.width,
                image.width);
  }
  return rows;
}

std::string sizeOf(const Image &image) {
  return number(static_cast<std::uint32_t>(image.width)) +
         number(static_cast<std::uint32_t>(image.height));
}

} // namespace

void PngWriter::begin(const Image &image) {
  const std::string start = "\x89PNG\r\n\x1a\n";
  writeBytes(file_, start.data(), start.size());
  const std::string format = {8, 3, 0, 0, 0}; // 8 bits, indexed colours
  writeChunk(file_, "IHDR", sizeOf(image) + format);
  if (frames_ > 1)
    writeChunk(file_, "acTL", number(frames_) + number(0)); // repeated for ever
  std::string colours;
  for (const Colour &colour : image.colours)
    for (const std::uint8_t part : colour)
      colours += static_cast<char>(part);
  writeChunk(file_, "PLTE", colours);
}

void PngWriter::add(const Image &image) {
  const bool isFirst = added_++ == 0;
  if (isFirst)
    begin(image);
  if (frames_ > 1) {
    const std::string delay = {0, 1, 0, 25}, whole(2, '\0'); // 1/25 s; replaces the frame before
    writeChunk(file_, "fcTL",
               number(chunk_++) + sizeOf(image) + number(0) + number(0) + delay + whole);
  }
  const std::string pixels = stored(rowsOf(image));
  if (isFirst)
    writeChunk(file_, "IDAT", pixels);
  else
    writeChunk(file_, "fdAT", number(chunk_++) + pixels);
}

void PngWriter::end() { writeChunk(file_, "IEND", ""); }

void writePng(std::FILE *file, const Image &image) {
  PngWriter writer(file, 1);
  writer.add(image);
  writer.end();
}

} // namespace eulerc
