// Writes states as CSV.

#include "output/array.h"

#include <iterator>

#include <fmt/format.h>

#include "base/text.h"
#include "output/file.h"

namespace eulerc {
namespace {

void appendHeader(fmt::memory_buffer &text, const std::vector<std::string> &axes,
                  const std::vector<StateArray> &arrays) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}", fmt::join(axes, ","));
  for (const StateArray &array : arrays)
    fmt::format_to(out, ",{}", array.name);
  text.push_back('\n');
}

/// Moves on to the next grid point, last axis fastest.
void advance(std::vector<std::int64_t> &index, const std::vector<std::int64_t> &shape) {
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (++index[axis] < shape[axis])
      return;
    index[axis] = 0;
  }
}

} // namespace

void writeCsv(std::FILE *file, const std::vector<std::string> &axes,
              const std::vector<StateArray> &arrays) {
  const std::vector<std::int64_t> &shape = arrays[0].shape;
  std::int64_t points = 1;
  for (const std::int64_t extent : shape)
    points *= extent;

  fmt::memory_buffer text;
  auto out = std::back_inserter(text);
  const auto flush = [&] {
    writeBytes(file, text.data(), text.size());
    text.clear();
  };
  appendHeader(text, axes, arrays);
  std::vector<std::int64_t> index(shape.size());
  for (std::int64_t point = 0; point < points; point++) {
    fmt::format_to(out, "{}", fmt::join(index, ","));
    for (const StateArray &array : arrays)
      std::visit([&](const auto *values) { fmt::format_to(out, ",{}", exact(values[point])); },
                 array.values);
    text.push_back('\n');
    advance(index, shape);
    if (text.size() > 1 << 16)
      flush();
  }
  flush();
}

} // namespace eulerc
