// DeviceCache: an entry for a device in the user's cache folder: built kernels, so that the second
// run of a program starts at once, or the rates of the device.
//
//   DeviceCache cache(inUserCache("kernels"), device.info, options + text);
//   cache.read() → bytes that an earlier run kept for the same device, driver and text, if any
//   cache.keep(bytes);
//
// Each entry is a file, which is complete or does not exist. Files that cannot be read or written
// cause no error and no note: their contents are made again. The oldest files are removed when a
// folder takes too much room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

class DeviceCache {
public:
  using Bytes = std::vector<unsigned char>;

  /// `text`: all that the entry depends on, besides the device and its driver. With the folder ""
  /// the cache is empty and keeps nothing.
  DeviceCache(std::string folder, const DeviceInfo &device, std::string_view text);

  std::optional<Bytes> read() const;
  /// Replaces the entry, and removes the oldest files until the folder takes at most `mostBytes`.
  void keep(const Bytes &bytes, std::uintmax_t mostBytes = std::uintmax_t{256} << 20) const;

private:
  std::string head(const Bytes &bytes) const;

  std::string folder_;
  std::string key_; ///< all that the entry depends on
  std::string path_;
};

} // namespace eulerc
