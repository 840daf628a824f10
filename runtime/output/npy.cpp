#include "output/array.h"

#include <bit>

#include <fmt/format.h>

#include "output/file.h"

namespace eulerc {

static_assert(std::endian::native == std::endian::little,
              "the header below promises little-endian");

void writeNpy(std::FILE *file, const StateArray &array) {
  std::size_t count = 1;
  std::string shape;
  for (const std::int64_t extent : array.shape) {
    count *= static_cast<std::size_t>(extent);
    shape += fmt::format("{}, ", extent);
  }
  if (array.shape.size() > 1)
    shape.resize(shape.size() - 2); // a tuple of one keeps its comma

  const bool isFloat = std::holds_alternative<const float *>(array.values);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   isFloat ? "<f4" : "<f8", shape);
  const std::size_t preamble = 10; // magic, version, length of the header; all padded to 64
  const std::size_t padded = (preamble + header.size() + 1 + 63) / 64 * 64;
  header.resize(padded - preamble - 1, ' ');
  header += '\n';

  const std::size_t length = header.size();
  const unsigned char start[preamble] = {0x93,
                                         'N',
                                         'U',
                                         'M',
                                         'P',
                                         'Y',
                                         1,
                                         0,
                                         static_cast<unsigned char>(length & 0xff),
                                         static_cast<unsigned char>(length >> 8)};
  writeBytes(file, start, sizeof start);
  writeBytes(file, header.data(), header.size());
  std::visit([&](const auto *values) { writeBytes(file, values, count * sizeof *values); },
             array.values);
}

} // namespace eulerc
