// Reads, writes and removes the files of a device cache (device_cache.h).

#include "opencl/device_cache.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "base/hash.h"
#include "output/file.h"

namespace eulerc {
namespace {

namespace fs = std::filesystem;

constexpr const char *ending = ".memo";
constexpr std::uintmax_t largest = std::uintmax_t{64} << 20; // of a file; others are foreign

/// All bytes of a regular file, or "": reading a pipe would wait for a writer.
std::string contentsOf(const std::string &path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed) || fs::file_size(path, failed) > largest || failed)
    return "";
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The cache's files in a folder, the oldest first, with temporary files of killed runs.
std::vector<fs::directory_entry> filesOf(const std::string &folder) {
  std::vector<std::pair<fs::file_time_type, fs::directory_entry>> found;
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored)) {
    const bool isOurs = entry.path().filename().string().find(ending) != std::string::npos;
    if (isOurs && entry.is_regular_file(ignored))
      found.emplace_back(entry.last_write_time(ignored), entry);
  }
  std::ranges::sort(found, {}, [](const auto &file) { return file.first; });
  std::vector<fs::directory_entry> files;
  for (auto &[time, entry] : found)
    files.push_back(std::move(entry));
  return files;
}

void removeOldest(const std::string &folder, std::uintmax_t mostBytes) {
  std::error_code ignored;
  const std::vector<fs::directory_entry> files = filesOf(folder);
  std::uintmax_t bytes = 0;
  const auto sizeOf = [&](const fs::directory_entry &file) {
    const std::uintmax_t size = file.file_size(ignored);
    return size == static_cast<std::uintmax_t>(-1) ? 0 : size; // another run has removed it
  };
  for (const fs::directory_entry &file : files)
    bytes += sizeOf(file);
  for (const fs::directory_entry &file : files) {
    if (bytes <= mostBytes)
      return;
    bytes -= sizeOf(file);
    fs::remove(file.path(), ignored);
  }
}

} // namespace

DeviceCache::DeviceCache(std::string folder, const DeviceInfo &device, std::string_view text)
    : folder_(std::move(folder)),
      key_(fmt::format("{}\n{}\n{}\n{}\n{} units\n{}", device.name, device.vendor, device.platform,
                       device.driver, device.limits.computeUnits, text)),
      path_(folder_.empty() ? "" : fmt::format("{}/{:016x}{}", folder_, hashOf(key_), ending)) {}

/// The first line of a file: sizes and a hash of the rest, to detect damaged files.
std::string DeviceCache::head(const Bytes &bytes) const {
  return fmt::format("eulerc memo 1, {} + {} bytes, {:016x}\n", key_.size(), bytes.size(),
                     hashOf(bytes.data(), bytes.size()));
}

std::optional<DeviceCache::Bytes> DeviceCache::read() const {
  const std::string file = path_.empty() ? "" : contentsOf(path_);
  const std::size_t key = file.find('\n') + 1, begin = key + key_.size();
  if (key == 0 || file.compare(key, key_.size(), key_) != 0)
    return std::nullopt;
  Bytes bytes(file.begin() + static_cast<std::ptrdiff_t>(begin), file.end());
  if (file.compare(0, key, head(bytes)) != 0)
    return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path_, fs::file_time_type::clock::now(),
                      ignored); // removed later than others
  return bytes;
}

void DeviceCache::keep(const Bytes &bytes, std::uintmax_t mostBytes) const {
  if (path_.empty())
    return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  try {
    OutputFile(path_).write([&](std::FILE *file) {
      for (const std::string &text : {head(bytes), key_})
        writeBytes(file, text.data(), text.size());
      writeBytes(file, bytes.data(), bytes.size());
    });
  } catch (const OutputError &) {
    return; // the next run makes the bytes again
  }
  removeOldest(folder_, mostBytes);
}

} // namespace eulerc
