// CRC-32 by tables, eight bytes at a time.

#include "base/crc.h"

#include <array>

namespace eulerc {
namespace {

constexpr std::size_t atOnce = 8; ///< bytes processed at once, with one table each

using Tables = std::array<std::array<std::uint32_t, 256>, atOnce>;

/// tables[n][b]: the checksum of byte b, followed by n zero bytes.
constexpr Tables makeTables() {
  Tables tables = {};
  for (std::uint32_t byte = 0; byte < 256; byte++) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; bit++)
      crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xedb88320U : crc >> 1;
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < atOnce; k++)
    for (std::size_t byte = 0; byte < 256; byte++) {
      const std::uint32_t crc = tables[k - 1][byte];
      tables[k][byte] = (crc >> 8) ^ tables[0][crc & 0xff];
    }
  return tables;
}

constexpr Tables tables = makeTables();

} // namespace

std::uint32_t crc32(const void *data, std::size_t bytes, std::uint32_t before) {
  const auto *at = static_cast<const std::uint8_t *>(data);
  std::uint32_t crc = ~before;
  for (; bytes >= atOnce; at += atOnce, bytes -= atOnce) {
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < atOnce; k++)
      next ^= tables[atOnce - 1 - k][at[k] ^ (k < 4 ? crc >> (8 * k) & 0xff : 0)];
    crc = next;
  }
  for (; bytes > 0; at++, bytes--)
    crc = (crc >> 8) ^ tables[0][(crc ^ *at) & 0xff];
  return ~crc;
}

} // namespace eulerc
