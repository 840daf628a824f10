// Reads NumPy's .npy, versions 1.0 and 2.0: "\x93NUMPY", the version, the length of the header, the
// header (a Python dict: "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }"), the
// values. https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "input/values.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <map>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "input/file.h"
#include "output/array.h"

namespace eulerc {
namespace {

/// Reads up to `bytes`; fewer only at the end of the file.
std::size_t readBytes(std::FILE *file, void *to, std::size_t bytes) {
  const std::size_t count = std::fread(to, 1, bytes, file);
  if (count < bytes && std::ferror(file))
    throw InputError(fmt::format("it cannot be read: {}", std::strerror(errno)));
  return count;
}

void readAll(std::FILE *file, void *to, std::size_t bytes) {
  if (readBytes(file, to, bytes) < bytes)
    throw InputError("the file is cut off within its header");
}

constexpr std::string_view magic = "\x93NUMPY";

std::string readHeader(std::FILE *file) {
  unsigned char start[8] = {};
  if (readBytes(file, start, sizeof start) < sizeof start ||
      std::memcmp(start, magic.data(), magic.size()) != 0)
    throw InputError("it is no .npy file; numpy.save(FILE, array) writes one");
  const int major = start[6];
  if (major != 1 && major != 2)
    throw InputError(fmt::format("it is a .npy file of version {}.{}; versions 1.0 and 2.0 can be "
                                 "read",
                                 major, start[7]));
  unsigned char size[4] = {};
  readAll(file, size, major == 1 ? 2 : 4);
  const std::size_t length =
      size[0] | size[1] << 8 | size[2] << 16 | static_cast<std::size_t>(size[3]) << 24;
  const std::size_t longest = 1 << 20;
  if (length > longest)
    throw InputError(fmt::format("its header of {} bytes is damaged", length));
  std::string header(length, ' ');
  readAll(file, header.data(), length);
  return header;
}

struct Header {
  std::string type; ///< "f4", "i8", "u1"
  bool isSwapped;   ///< its byte order is not that of this machine
  std::vector<std::int64_t> shape;
};

[[noreturn]] void refuseHeader() { throw InputError("its header is damaged"); }

/// The text after "'key':" in a dict, without leading spaces.
std::string_view valueOf(std::string_view header, const char *key) {
  for (const char quote : {'\'', '"'}) {
    const auto at = header.find(fmt::format("{0}{1}{0}", quote, key));
    if (at == std::string_view::npos)
      continue;
    std::string_view rest = header.substr(at + std::strlen(key) + 2);
    const auto colon = rest.find_first_not_of(" \t\n");
    if (colon == std::string_view::npos || rest[colon] != ':')
      continue;
    rest.remove_prefix(colon + 1);
    const auto start = rest.find_first_not_of(" \t\n");
    if (start != std::string_view::npos)
      return rest.substr(start);
  }
  refuseHeader();
}

/// Reads "(3, 4)", "(3,)" or "()".
std::vector<std::int64_t> shapeOf(std::string_view text) {
  const auto close = text.find(')');
  if (text.empty() || text[0] != '(' || close == std::string_view::npos)
    refuseHeader();
  text = text.substr(1, close - 1);
  std::vector<std::int64_t> shape;
  std::int64_t count = 1;
  while (text.find_first_not_of(" ,L\n") != std::string_view::npos) { // Python 2 wrote 3L
    text.remove_prefix(text.find_first_not_of(" ,L\n"));
    std::int64_t extent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc() || extent < 0 ||
        __builtin_mul_overflow(count, std::max<std::int64_t>(extent, 1), &count))
      refuseHeader();
    shape.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return shape;
}

/// Whether a type is one of integers of 1 to 8 bytes ("i4", "u1") or of truth values ("b1").
bool isIntKind(std::string_view kind) {
  return kind == "b1" || ((kind[0] == 'i' || kind[0] == 'u') &&
                          std::string_view("1248").find(kind[1]) != std::string_view::npos);
}

Header parseHeader(std::string_view text, const Target &target) {
  const std::string_view type = valueOf(text, "descr");
  const std::string name(
      type.substr(0, type[0] == '[' ? type.find(']') + 1 : type.find(type[0], 1) + 1));
  const std::string kind = name.size() == 5 ? name.substr(2, 2) : "";
  const bool isNumber =
      !kind.empty() && std::string_view("<>|=").find(name[1]) != std::string::npos;
  if (target.isInt && (!isNumber || !isIntKind(kind)))
    throw InputError(fmt::format("its values are of type {}; they must be integers: "
                                 "numpy.save(FILE, array.astype('<i4'))",
                                 name));
  if (!target.isInt && name.size() > 2 && name[2] == 'c')
    throw InputError(fmt::format("its values are complex ({}); they must be reals: "
                                 "numpy.save(FILE, array.real)",
                                 name));
  if (!target.isInt && (!isNumber || (kind != "f4" && kind != "f8" && !isIntKind(kind))))
    throw InputError(fmt::format("its values are of type {}; they must be reals (<f4, <f8), "
                                 "integers or truth values: numpy.save(FILE, array.astype('{}'))",
                                 name, target.precision == Precision::Float ? "<f4" : "<f8"));
  const std::vector<std::int64_t> shape = shapeOf(valueOf(text, "shape"));
  const std::string_view order = valueOf(text, "fortran_order");
  if (order.starts_with("True"))
    throw InputError("it is in Fortran order, the first index fastest; "
                     "numpy.save(FILE, numpy.ascontiguousarray(array)) writes C order");
  if (!order.starts_with("False"))
    refuseHeader();
  return {kind, name[1] == '>', shape};
}

[[noreturn]] void refuseCut(std::int64_t values, std::int64_t points) {
  throw InputError(fmt::format("the file is cut off: it holds {} of {} values", values, points));
}

/// Whether another array begins `bytes` after the file's position, which stays.
bool isBeforeAnother(std::FILE *file, std::int64_t bytes) {
  const auto at = std::ftell(file);
  std::string start(magic.size(), '\0');
  std::fseek(file, bytes, SEEK_CUR);
  readBytes(file, start.data(), start.size());
  std::fseek(file, at, SEEK_SET);
  return start == magic;
}

/// Refuses a file whose bytes from the position after the header up to `end` are not its values. A
/// file that a run is recording may have more values than its header tells.
void requireSize(std::FILE *file, std::int64_t header, std::int64_t end, std::int64_t size,
                 std::int64_t points) {
  const std::int64_t bytes = end - std::ftell(file);
  if (bytes / size < points)
    refuseCut(bytes / size, points);
  if (bytes > size * points &&
      (std::cmp_not_equal(header, growingNpyHeader) || isBeforeAnother(file, size * points)))
    throw InputError(fmt::format("it holds {} bytes more than its header says: it is damaged, or "
                                 "made of several arrays",
                                 bytes - size * points));
}

template <class From> void readBlocks(std::FILE *file, const Target &target, bool isSwapped) {
  const std::int64_t points = target.points();
  const std::int64_t block = 1 << 16;
  std::vector<From> values(static_cast<std::size_t>(std::min(block, points)));
  for (std::int64_t place = 0; place < points; place += block) {
    const std::int64_t count = std::min(block, points - place);
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(From);
    const std::size_t had = readBytes(file, values.data(), bytes);
    if (had < bytes)
      refuseCut(place + static_cast<std::int64_t>(had / sizeof(From)), points);
    for (From &value : std::span(values).first(isSwapped ? static_cast<std::size_t>(count) : 0))
      std::ranges::reverse(std::as_writable_bytes(std::span(&value, 1)));
    if (!target.isInt)
      convert(values.data(), count, target, place);
    else if constexpr (std::is_integral_v<From>)
      convertInts(values.data(), count, target, place);
  }
}

using ReadBlocks = void (*)(std::FILE *, const Target &, bool isSwapped);

ReadBlocks readerOf(const std::string &type) {
  static const std::map<std::string, ReadBlocks> readers = {
      {"f4", readBlocks<float>},         {"f8", readBlocks<double>},
      {"i1", readBlocks<std::int8_t>},   {"u1", readBlocks<std::uint8_t>},
      {"b1", readBlocks<std::uint8_t>},  {"i2", readBlocks<std::int16_t>},
      {"u2", readBlocks<std::uint16_t>}, {"i4", readBlocks<std::int32_t>},
      {"u4", readBlocks<std::uint32_t>}, {"i8", readBlocks<std::int64_t>},
      {"u8", readBlocks<std::uint64_t>}};
  return readers.at(type);
}

} // namespace

std::int64_t npyLength(const std::string &path) {
  const InputFile input = openInput(path);
  const std::string header = readHeader(input.stream.get());
  const std::vector<std::int64_t> shape = shapeOf(valueOf(header, "shape"));
  return shape.empty() ? 0 : shape[0];
}

bool isRecordedNpy(const std::string &path) {
  const InputFile input = openInput(path);
  readHeader(input.stream.get());
  return std::cmp_equal(std::ftell(input.stream.get()), growingNpyHeader);
}

void readNpy(const Framed &path, const Target &target) {
  const InputFile input = openInput(path.name);
  readNpyPart(input.stream.get(), input.bytes, path, target);
}

void readNpyPart(std::FILE *file, std::int64_t end, const Framed &path, const Target &target) {
  const std::int64_t begin = std::ftell(file);
  const Header header = parseHeader(readHeader(file), target);
  requireShape(path.shapeOf(header.shape), target);
  const std::int64_t size = header.type[1] - '0', points = target.points();
  const std::vector<std::int64_t> places = path.placesIn(header.shape);
  std::int64_t parts = 1, before = 0; // of the array; before the one that is wanted
  for (std::size_t axis = 0; axis < places.size(); axis++) {
    parts *= header.shape[axis];
    before = before * header.shape[axis] + places[axis];
  }
  requireSize(file, std::ftell(file) - begin, end, size, parts * points);
  std::fseek(file, before * points * size, SEEK_CUR);
  target.allocate();
  readerOf(header.type)(file, target, header.isSwapped);
}

} // namespace eulerc
