#include "output/png.h"

#include <string>

#include "output/file.h"

namespace eulerc {
namespace {

/// The checksum of a chunk (PNG specification, annex D).
std::uint32_t crcOf(const std::string &bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 1 ? (crc >> 1) ^ 0xedb88320U : crc >> 1;
  }
  return ~crc;
}

/// The checksum of what is stored (RFC 1950).
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
  const std::string whole = number(static_cast<std::uint32_t>(content.size())) + name + content +
                            number(crcOf(name + content));
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

} // namespace

void writePng(std::FILE *file, const Image &image) {
  const std::string start = "\x89PNG\r\n\x1a\n";
  writeBytes(file, start.data(), start.size());
  const std::string format = {8, 3, 0, 0, 0}; // 8 bits, colours by number
  writeChunk(file, "IHDR",
             number(static_cast<std::uint32_t>(image.width)) +
                 number(static_cast<std::uint32_t>(image.height)) + format);
  std::string colours, rows;
  for (const Colour &colour : image.colours)
    for (const std::uint8_t part : colour)
      colours += static_cast<char>(part);
  writeChunk(file, "PLTE", colours);
  for (std::size_t row = 0; row < image.height; row++) {
    rows += '\0'; // no filter
    rows.append(reinterpret_cast<const char *>(image.pixels.data()) + row * image.width,
                image.width);
  }
  writeChunk(file, "IDAT", stored(rows));
  writeChunk(file, "IEND", "");
}

} // namespace eulerc
