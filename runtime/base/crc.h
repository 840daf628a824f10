// The checksum CRC-32 of archives and PNG files (ISO 3309), for bytes that come in pieces.
//
//   crc32("b", 1, crc32("a", 1)) == crc32("ab", 2)
#pragma once

#include <cstddef>
#include <cstdint>

namespace eulerc {

std::uint32_t crc32(const void *data, std::size_t bytes, std::uint32_t before = 0);

} // namespace eulerc
