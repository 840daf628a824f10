// Reads NumPy's .npz: a zip archive of files "name.npy", as numpy.savez stores them. Its directory
// is at the end. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
#include "input/values.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "base/crc.h"
#include "base/text.h"
#include "input/file.h"
#include "input/inflate.h"

namespace eulerc {
namespace {

constexpr std::uint64_t deflated = 8;      ///< the method of compression
constexpr std::uint64_t in64 = 0xffffffff; ///< marks a number that is elsewhere, in 64 bits

[[noreturn]] void refuseArchive() {
  throw InputError("it is no .npz file; numpy.savez(FILE, NAME=array) writes one");
}

/// A number of `size` bytes, the lowest first.
std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t size) {
  if (at + size > bytes.size())
    refuseArchive();
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < size; k++)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + k])} << (8 * k);
  return value;
}

/// Whether a file of `size` bytes has `count` bytes from `begin` on; their sum may be beyond 64
/// bits.
bool isWithin(std::uint64_t begin, std::uint64_t count, std::int64_t size) {
  const auto all = static_cast<std::uint64_t>(size);
  return begin <= all && count <= all - begin;
}

std::string bytesAt(std::FILE *file, std::uint64_t at, std::size_t count) {
  std::string bytes(count, '\0');
  if (std::fseek(file, static_cast<long>(at), SEEK_SET) != 0 ||
      std::fread(bytes.data(), 1, count, file) != count)
    refuseArchive();
  return bytes;
}

struct Entry {
  std::string name;
  std::uint64_t method = 0, bytes = 0, stored = 0, header = 0; ///< header: its position in the file
  std::uint64_t crc = 0;                                       ///< of its bytes before compression
};

void requireSound(const Entry &entry, std::uint32_t crc) {
  if (crc != entry.crc)
    throw InputError(
        fmt::format("the archive is damaged: the checksum of '{}' is wrong", entry.name));
}

/// The same for a file, without reading all of it into memory.
void requireSound(const Entry &entry, std::FILE *file, std::uint64_t begin) {
  constexpr std::uint64_t piece = 1 << 20;
  std::uint32_t crc = 0;
  for (std::uint64_t at = 0; at < entry.stored; at += piece) {
    const std::string bytes = bytesAt(file, begin + at, std::min(piece, entry.stored - at));
    crc = crc32(bytes.data(), bytes.size(), crc);
  }
  requireSound(entry, crc);
}

/// The bytes of the archive's directory.
std::string directoryOf(std::FILE *file, std::int64_t size) {
  constexpr std::size_t least = 22, most = 65557;
  const auto count = static_cast<std::size_t>(std::min<std::int64_t>(size, most));
  if (count < least)
    refuseArchive();
  const std::string end = bytesAt(file, static_cast<std::uint64_t>(size) - count, count);
  const auto at = end.rfind("PK\x05\x06");
  if (at == std::string::npos || at + least > end.size())
    refuseArchive();
  std::uint64_t bytes = numberAt(end, at + 12, 4), begin = numberAt(end, at + 16, 4);
  if (begin == in64) { // archives of 4 GiB and more
    const auto locator = end.rfind("PK\x06\x07", at);
    if (locator == std::string::npos)
      refuseArchive();
    const std::string large = bytesAt(file, numberAt(end, locator + 8, 8), 56);
    bytes = numberAt(large, 40, 8);
    begin = numberAt(large, 48, 8);
  }
  if (!isWithin(begin, bytes, size))
    refuseArchive();
  return bytesAt(file, begin, bytes);
}

/// Reads the numbers of 64 bits for those of `numbers` that do not fit into 32, in their order.
void takeLarge(std::string_view extra, std::initializer_list<std::uint64_t *> numbers) {
  while (extra.size() >= 4) {
    const std::uint64_t kind = numberAt(extra, 0, 2), length = numberAt(extra, 2, 2);
    std::size_t at = 4;
    if (kind == 1)
      for (std::uint64_t *number : numbers)
        if (*number == in64) {
          *number = numberAt(extra, at, 8);
          at += 8;
        }
    extra.remove_prefix(std::min<std::size_t>(extra.size(), 4 + length));
  }
}

std::vector<Entry> entriesOf(std::string_view directory) {
  std::vector<Entry> entries;
  while (directory.size() >= 46 && directory.starts_with("PK\x01\x02")) {
    const std::size_t name = numberAt(directory, 28, 2), extra = numberAt(directory, 30, 2);
    const std::size_t all = 46 + name + extra + numberAt(directory, 32, 2);
    if (all > directory.size())
      refuseArchive();
    Entry entry{std::string(directory.substr(46, name)),
                numberAt(directory, 10, 2),
                numberAt(directory, 24, 4),
                numberAt(directory, 20, 4),
                numberAt(directory, 42, 4),
                numberAt(directory, 16, 4)};
    takeLarge(directory.substr(46 + name, extra), {&entry.bytes, &entry.stored, &entry.header});
    if (entry.name.ends_with(".npy"))
      entry.name.resize(entry.name.size() - 4);
    entries.push_back(entry);
    directory.remove_prefix(all);
  }
  return entries;
}

std::string listed(const std::vector<Entry> &entries) {
  std::vector<std::string> names;
  for (const Entry &entry : entries)
    names.push_back(entry.name);
  return names.empty() ? "it is empty" : "there are: " + joined(names);
}

std::string unpackedBytes(const Entry &entry, std::string_view compressed) {
  std::string bytes = inflated(compressed, entry.bytes);
  requireSound(entry, crc32(bytes.data(), bytes.size()));
  return bytes;
}

/// Writes bytes to a temporary file without a name.
std::shared_ptr<std::FILE> unpackedFile(const std::string &bytes) {
  std::shared_ptr<std::FILE> file(std::tmpfile(), [](std::FILE *of) {
    if (of != nullptr)
      std::fclose(of);
  });
  if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fflush(file.get()) != 0)
    throw InputError("there is no room for a temporary file to unpack it; "
                     "numpy.savez(FILE, NAME=array) does not compress");
  return file;
}

} // namespace

void readNpz(const std::string &path, const Framed &array, const Target &target) {
  const InputFile input = openInput(path);
  std::FILE *file = input.stream.get();
  const std::vector<Entry> entries = entriesOf(directoryOf(file, input.bytes));
  const std::string name = array.name.substr(array.name.starts_with("/") ? 1 : 0);
  if (name.empty())
    throw InputError(fmt::format("name an array of it, as {}:/NAME; {}", path, listed(entries)));
  const auto entry = std::ranges::find(entries, name, &Entry::name);
  if (entry == entries.end())
    throw InputError(fmt::format("there is no array '{}'; {}", name, listed(entries)));
  if (entry->method != 0 && entry->method != deflated)
    throw InputError("its arrays are compressed in a way that is not known here; "
                     "numpy.savez_compressed(FILE, NAME=array) takes one that is");
  const std::string header = bytesAt(file, entry->header, 30);
  const std::uint64_t begin =
      entry->header + 30 + numberAt(header, 26, 2) + numberAt(header, 28, 2);
  const bool isStored = entry->method == 0;
  if (!isWithin(begin, entry->stored, input.bytes) || (isStored && entry->bytes != entry->stored))
    refuseArchive();
  if (entry->method == deflated && target.kept != nullptr) {
    std::shared_ptr<std::FILE> &kept = target.kept->unpacked;
    if (!kept)
      kept = unpackedFile(unpackedBytes(*entry, bytesAt(file, begin, entry->stored)));
    std::rewind(kept.get());
    return readNpyPart(kept.get(), static_cast<std::int64_t>(entry->bytes), array, target);
  }
  if (entry->method == deflated) {
    std::string bytes = unpackedBytes(*entry, bytesAt(file, begin, entry->stored));
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> memory(
        fmemopen(bytes.data(), bytes.size(), "rb"), std::fclose);
    if (!memory)
      throw InputError("there is no memory for its values");
    return readNpyPart(memory.get(), static_cast<std::int64_t>(bytes.size()), array, target);
  }
  const bool isKnown = target.kept != nullptr && target.kept->isSound;
  if (!isKnown && target.found == nullptr) // skipped for the shape alone
    requireSound(*entry, file, begin);
  if (target.kept != nullptr)
    target.kept->isSound = true;
  std::fseek(file, static_cast<long>(begin), SEEK_SET);
  readNpyPart(file, static_cast<std::int64_t>(begin + entry->stored), array, target);
}

} // namespace eulerc
