// Writes the header and values of .npy files.

#include "output/array.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "output/file.h"

namespace eulerc {

static_assert(std::endian::native == std::endian::little,
              "the header below promises little-endian");

std::string npyHeader(bool isFloat, const std::vector<std::int64_t> &shape, std::size_t least) {
  std::string extents;
  for (const std::int64_t extent : shape)
    extents += fmt::format("{}, ", extent);
  if (shape.size() > 1)
    extents.resize(extents.size() - 2); // a tuple of one keeps its comma
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   isFloat ? "<f4" : "<f8", extents);
  const std::size_t preamble = 10; // magic, version, length of the header; all padded to 64
  const std::size_t padded = std::max(least, (preamble + header.size() + 1 + 63) / 64 * 64);
  header.resize(padded - preamble - 1, ' ');
  header += '\n';

  const std::size_t length = header.size();
  std::string start = "\x93NUMPY\x01";
  start += '\0';
  start += static_cast<char>(length & 0xff);
  start += static_cast<char>(length >> 8);
  return start + header;
}

void writeNpy(std::FILE *file, const StateArray &array) {
  const std::string header =
      npyHeader(std::holds_alternative<const float *>(array.values), array.shape);
  writeBytes(file, header.data(), header.size());
  array.forEachPiece(
      [&](std::int64_t, auto values) { writeBytes(file, values.data(), values.size_bytes()); });
}

} // namespace eulerc
